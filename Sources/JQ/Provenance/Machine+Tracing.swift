extension OriginSet {
  /// Nil where nothing of the input took part.
  func origin(by name: String, isSecret: Bool = false) -> Origin? {
    places.isEmpty && !isSecret
      ? nil : Origin(.computed(by: name, from: places), marks: isSecret ? SecretMarks.whole : nil)
  }
}

extension Machine {
  /// `result`, which was computed from these values.
  @inline(__always)
  func derived(_ result: Value, _ name: @autoclosure () -> String, _ first: Value) -> Value {
    guard isTracing, result.origin == nil else { return result }
    return traced(result, name(), [first])
  }

  /// `result`, which was computed from these values.
  @inline(__always)
  func derived(_ result: Value, _ name: @autoclosure () -> String, _ first: Value, _ second: Value) -> Value {
    guard isTracing, result.origin == nil else { return result }
    return traced(result, name(), [first, second])
  }

  @inline(never)
  func traced(_ result: Value, _ name: String, _ sources: [Value]) -> Value {
    guard result.origin == nil else { return result }
    var set = OriginSet()
    for source in sources { set.add(source) }
    return Value(result.payload, origin: set.origin(by: name, isSecret: isSecret(result, by: name, of: sources)))
  }
}
