internal import ParleyEngine
internal import ParleyFiles
internal import ParleyText

// Kinds, numbers and texts (JSON Schema Validation 2020-12, §6.1 to §6.3).
extension SchemaCheck {
  func checkKind(_ pair: Pair, _ finding: inout SchemaFinding) {
    let wanted = pair["type"].map { $0.string.map { [$0] } ?? $0.array?.compactMap(\.string) ?? [] } ?? []
    if !wanted.isEmpty, !wanted.contains(where: { pair.value.isOfType($0) }) {
      finding.note(pair.path, "is \(shown(pair)), expected \(wanted.map(\.typePhrase).alternatives)")
    }
    if let choices = pair["enum"]?.array, !choices.contains(pair.value) {
      finding.note(pair.path, "is \(shown(pair)), expected \(Self.alternatives(choices))")
    }
    if let constant = pair["const"], constant != pair.value {
      finding.note(pair.path, "is \(shown(pair)), expected \(constant.shown)")
    }
  }

  private static let mostChoices = 8

  static func alternatives(_ choices: [JSONValue]) -> String {
    guard choices.count > mostChoices else { return choices.map(\.shown).alternatives }
    return choices.prefix(mostChoices).map(\.shown).joined(separator: ", ")
      + " or one of \(choices.count - mostChoices) more"
  }

  func checkNumber(_ number: JSONNumber, _ pair: Pair, _ finding: inout SchemaFinding) {
    func bound(_ key: String, _ words: String, isMet: (ComparisonOfNumbers) -> Bool) {
      guard let limit = pair[key]?.number, !isMet(ComparisonOfNumbers(number, limit)) else { return }
      finding.note(pair.path, "is \(shown(pair)), expected \(words) \(limit)")
    }
    let (isAbove, isBelow) = (pair["exclusiveMinimum"]?.bool == true, pair["exclusiveMaximum"]?.bool == true)
    bound("minimum", isAbove ? "more than" : "at least") { isAbove ? $0 == .larger : $0 != .smaller }
    bound("maximum", isBelow ? "less than" : "at most") { isBelow ? $0 == .smaller : $0 != .larger }
    bound("exclusiveMinimum", "more than") { $0 == .larger }
    bound("exclusiveMaximum", "less than") { $0 == .smaller }
    if let step = pair["multipleOf"]?.number, !number.isMultiple(of: step) {
      finding.note(pair.path, "is \(shown(pair)), expected a multiple of \(step)")
    }
    if let format = pair["format"]?.string, let words = SchemaFormat.mistake(of: number, as: format) {
      finding.note(pair.path, "is \(shown(pair)), expected \(words)")
    }
  }

  mutating func checkText(_ text: String, _ pair: Pair, _ finding: inout SchemaFinding) {
    let count = text.unicodeScalars.count
    if let least = pair["minLength"]?.int, count < least {
      finding.note(pair.path, "has \(count.counted("character")), expected at least \(least)")
    }
    if let most = pair["maxLength"]?.int, count > most {
      finding.note(pair.path, "has \(count.counted("character")), expected at most \(most)")
    }
    if let pattern = pair["pattern"]?.string, isFound(pattern, in: text) == false {
      finding.note(pair.path, "is \(shown(pair)), expected a match of \(Printable.quoted(pattern))")
    }
    if let format = pair["format"]?.string, let words = SchemaFormat.mistake(of: text, as: format) {
      finding.note(pair.path, "is \(shown(pair)), expected \(words)")
    }
  }
}

/// How one number lies to another.
enum ComparisonOfNumbers {
  case smaller, same, larger

  /// Whole numbers exactly, others as far as a `Double` tells them apart.
  init(_ left: JSONNumber, _ right: JSONNumber) {
    if left == right {
      self = .same
    } else if let left = Int(exactly: left), let right = Int(exactly: right) {
      self = left < right ? .smaller : .larger
    } else {
      self = Double(left) < Double(right) ? .smaller : Double(left) > Double(right) ? .larger : .same
    }
  }
}

extension JSONNumber {
  var isWhole: Bool {
    if Int(exactly: self) != nil { return true }
    let number = Double(self)
    return !number.isFinite || (number.rounded() == number && number.magnitude >= 0x1p53)
  }

  /// Exactly, where both fit a whole number at the same scale.
  func isMultiple(of step: JSONNumber) -> Bool {
    for scale in 0...15 {
      guard let value = scaled(by: scale), let part = step.scaled(by: scale) else { continue }
      return part == 0 || value % part == 0
    }
    let quotient = Double(self) / Double(step)
    return quotient.isFinite && quotient.rounded() == quotient
  }

  private func scaled(by exponent: Int) -> Int? {
    exponent == 0 ? Int(exactly: self) : JSONNumber("\(text)e\(exponent)").flatMap { Int(exactly: $0) }
  }
}

extension JSONValue {
  func isOfType(_ type: String) -> Bool {
    switch (type, self) {
    case ("integer", .number(let number)): number.isWhole
    case ("number", .number), ("string", .string), ("boolean", .bool), ("array", .array), ("object", .object),
      ("null", .null):
      true
    // Swagger's type of a download.
    case ("file", _): true
    default: false
    }
  }
}

extension String {
  /// Of a type, with its article.
  var typePhrase: String {
    switch self {
    case "integer", "array", "object": "an \(self)"
    case "null": self
    case "boolean": "true or false"
    default: "a \(self)"
    }
  }
}
