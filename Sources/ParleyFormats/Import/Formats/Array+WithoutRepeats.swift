extension [String] {
  /// Each once, in order.
  var withoutRepeats: [String] {
    var known: Set<String> = []
    return filter { known.insert($0).inserted }
  }
}
