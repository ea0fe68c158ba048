extension NodeSource {
  private static let outputName = "output"
  private static let elementName = "element"

  /// The place of a part of what a job gave: `output.id`, `output[0]`.
  package static func output(_ path: ValuePath) -> String { output("\(path)") }

  /// The same of a path in which `[*]` stands for any element.
  package static func output(_ path: String) -> String { place(path, in: outputName) }

  /// The place of a part of the element of a list that a step runs for: `element.id`.
  package static func element(_ path: String = ".") -> String { place(path, in: elementName) }

  /// The place of a part of a request's JSON body: `body.item`.
  package static func body(_ path: ValuePath) -> String { place("\(path)", in: "body") }

  /// The place of the value that a step writes to a shared key: `set cart`.
  package static func set(_ key: String) -> String { "set \(key)" }

  private static func place(_ path: String, in name: String) -> String {
    name + (path == "." ? "" : path.hasPrefix(".[") ? String(path.dropFirst()) : path)
  }

  /// The value's path in the job's output; nil for a part of a request, and for many places at once.
  package var outputPath: ValuePath? { path(in: Self.outputName) }

  /// The value's path in the element that the step ran for; nil for anything else.
  package var elementPath: ValuePath? { path(in: Self.elementName) }

  private func path(in name: String) -> ValuePath? {
    guard place.hasPrefix(name) else { return nil }
    let rest = place.dropFirst(name.count)
    guard rest.isEmpty || rest.hasPrefix(".") || rest.hasPrefix("[") else { return nil }
    return try? ValuePath(parsing: rest.hasPrefix(".") ? String(rest) : "." + rest)
  }
}

extension [NodeSource] {
  /// Returns the origin of a part of a job's output.
  func origin(ofOutput path: ValuePath) -> Provenance? {
    origin(of: path) { NodeSource.output($0) }
  }

  /// Returns the origin of a part of the element that a step ran for.
  package func origin(ofElement path: ValuePath) -> Provenance? {
    origin(of: path) { NodeSource.element("\($0)") }
  }

  /// Returns the origin of a part of a request's JSON body.
  package func origin(ofBody path: ValuePath) -> Provenance? {
    origin(of: path) { NodeSource.body($0) }
  }

  /// Returns the origin of the part itself, or of the smallest part around it that has one.
  private func origin(of path: ValuePath, _ place: (ValuePath) -> String) -> Provenance? {
    for count in stride(from: path.segments.count, through: 0, by: -1) {
      let place = place(ValuePath([ValuePath.Segment](path.segments.prefix(count))))
      guard let source = first(where: { $0.place == place }) else { continue }
      return source.origin.part([ValuePath.Segment](path.segments.dropFirst(count)))
    }
    return nil
  }
}
