import ParleyText

extension Reader where Value == String {
  /// Reads text that is a value as it stands, or that `check` refuses with `nil`.
  package static func text(
    _ expected: String, _ schema: Schema, hint: String? = nil, check: @escaping @Sendable (String) -> String?
  ) -> Reader {
    .scalar(expected, schema, hint: hint, text: { $0 }, parse: check)
  }

  /// Any text, in any of YAML's styles.
  static var text: Reader { .text("text", .text()) { $0 } }

  /// Text that says something.
  static func filled(_ expected: String) -> Reader {
    .text(expected, .text(pattern: ".")) { $0.isEmpty ? nil : $0 }
  }

  static func choice(_ values: [String]) -> Reader {
    .text(values.alternatives, .choice(values)) { values.contains($0) ? $0 : nil }
  }
}

extension Reader where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  static var choice: Reader {
    let values = Value.allCases.map(\.rawValue)
    return .scalar(values.alternatives, .choice(values), text: \.rawValue) { Value(rawValue: $0) }
  }
}

extension Reader where Value == Int {
  static func integer(_ range: ClosedRange<Int>) -> Reader {
    .scalar(
      "a number from \(range.lowerBound) to \(range.upperBound)", .integer(range), text: { "\($0)" }
    ) { text in
      Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }
}

extension Reader where Value == Int {
  /// In bytes.
  static var size: Reader {
    .scalar(
      "a size such as 500KB, 20MB or 2GB", .text(pattern: SizeText.pattern),
      hint: "a size needs a unit: B, KB, MB, GB or TB", text: SizeText.text, parse: SizeText.parse)
  }
}

extension Reader where Value == Double {
  /// A part of something.
  static var fraction: Reader {
    .scalar("a number from 0 to 1", .text(pattern: #"^(0([.][0-9]+)?|1([.]0+)?)$"#), text: { "\($0)" }) { text in
      text.utf8.allSatisfy { $0.isDigit || $0 == UInt8(ascii: ".") }
        ? Double(text).flatMap { (0...1).contains($0) ? $0 : nil } : nil
    }
  }
}

extension Reader where Value == Bool {
  static var boolean: Reader {
    .scalar("true or false", .boolean, text: { "\($0)" }) { ["true": true, "false": false][$0] }
  }
}

extension Reader where Value == Duration {
  static var duration: Reader {
    .scalar(
      "a duration such as 200ms, 30s or 5m", .text(pattern: DurationText.pattern),
      hint: "a duration needs a unit: ms, s, m or h", text: DurationText.text, parse: DurationText.parse)
  }
}
