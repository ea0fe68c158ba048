/// Durations as people write them: a number with its unit.
package enum DurationText {
  package static let pattern = #"^[0-9]+(\.[0-9]+)?(ms|s|m|h)$"#

  private static let units: [(name: String, milliseconds: Double)] = [
    ("ms", 1), ("s", 1_000), ("m", 60_000), ("h", 3_600_000),
  ]
  /// A hundred years, so that no sum of durations overflows.
  private static let longest = 3.2e12

  package static func parse(_ text: String) -> Duration? {
    let number = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
    let unit = text.dropFirst(number.count)
    guard
      let milliseconds = units.first(where: { $0.name == unit })?.milliseconds,
      number.first?.isNumber == true, number.last?.isNumber == true,
      let value = Double(number), value * milliseconds <= longest
    else { return nil }
    return .microseconds(Int64((value * milliseconds * 1_000).rounded()))
  }

  /// The reason why a typed text is no duration. A number alone is the usual slip: elsewhere it may mean seconds, or milliseconds.
  package static func mistake(in text: String) -> String {
    let isNumber = !text.isEmpty && text.allSatisfy { $0.isASCII && $0.isNumber || $0 == "." }
    return isNumber
      ? "A duration needs its unit: \(text)s, \(text)ms or \(text)m." : "Expected a duration such as 200ms, 30s or 5m."
  }

  /// The shortest such text of a whole number of milliseconds.
  package static func text(of duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let milliseconds = seconds * 1_000 + attoseconds / 1_000_000_000_000_000
    for unit in units.reversed() where milliseconds != 0 && milliseconds % Int64(unit.milliseconds) == 0 {
      return "\(milliseconds / Int64(unit.milliseconds))\(unit.name)"
    }
    return "\(milliseconds)ms"
  }
}
