extension Reader where Value == String {
  /// Any text, in any of YAML's styles.
  static var text: Reader { .scalar("text", .text()) { $0 } }

  /// Text that says something.
  static func filled(_ expected: String) -> Reader {
    .scalar(expected, .text(pattern: ".")) { $0.isEmpty ? nil : $0 }
  }

  static func choice(_ values: [String]) -> Reader {
    .scalar(values.alternatives, .choice(values)) { values.contains($0) ? $0 : nil }
  }
}

extension Reader where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  static var choice: Reader {
    let values = Value.allCases.map(\.rawValue)
    return .scalar(values.alternatives, .choice(values)) { Value(rawValue: $0) }
  }
}

extension Reader where Value == Int {
  static func integer(_ range: ClosedRange<Int>) -> Reader {
    .scalar("a number from \(range.lowerBound) to \(range.upperBound)", .integer(range)) { text in
      Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }
}

extension Reader where Value == Bool {
  static var boolean: Reader {
    .scalar("true or false", .boolean) { ["true": true, "false": false][$0] }
  }
}

extension Reader where Value == Duration {
  static var duration: Reader {
    .scalar(
      "a duration such as 200ms, 30s or 5m", .text(pattern: DurationText.pattern),
      hint: "a duration carries its unit: ms, s, m or h", parse: DurationText.parse)
  }
}

extension [String] {
  /// As in "a, b or c".
  var alternatives: String {
    count < 2 ? joined() : dropLast().joined(separator: ", ") + " or " + self[count - 1]
  }
}
