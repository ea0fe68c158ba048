/// Cuts a filter into its words: blanks part them, but not between double quotes.
package enum FilterWords {
  package static func split(_ text: String) -> [String] {
    var words: [String] = []
    var word = ""
    var isQuoted = false
    for character in text {
      switch character {
      case "\"":
        isQuoted.toggle()
      case " " where !isQuoted:
        words.append(word)
        word = ""
      default: word.append(character)
      }
    }
    words.append(word)
    return words.filter { !$0.isEmpty && $0 != "-" }
  }
}

extension LogFilterTerm {
  package struct Problem: Error, Hashable {
    package let sentence: String

    package init(sentence: String) {
      self.sentence = sentence
    }
  }

  /// Reads one word. What looks like no field is a word to be found, so that pasted text just works.
  package static func parse(_ word: String) -> Result<LogFilterTerm, Problem> {
    let isNegated = word.count > 1 && word.hasPrefix("-")
    let text = (isNegated ? String(word.dropFirst()) : word).lowercased()
    return condition(text).map { LogFilterTerm($0, isNegated: isNegated) }
  }

  private static func condition(_ text: String) -> Result<Condition, Problem> {
    let name = text.prefix { $0.isLetter }
    let rest = text.dropFirst(name.count)
    guard !name.isEmpty, let (comparison, value) = takeComparison(rest) else { return .success(.word(text)) }
    if let field = NumberField(rawValue: String(name)) {
      guard let range = range(value, of: field) else { return .failure(notANumber(field, value)) }
      return .success(.number(field, comparison, range))
    }
    guard comparison == .equal else { return .success(.word(text)) }
    if let field = AgeField(rawValue: String(name)) {
      return age(value).map { .success(.age(field, $0)) } ?? .failure(notAnAge(field, value))
    }
    if let field = TextField(rawValue: String(name)) { return .success(.text(field, String(value))) }
    if name == "env" { return .success(.text(.environment, String(value))) }
    if name == "is" {
      switch value {
      case "marked", "pinned": return .success(.marked)
      case "edited": return .success(.edited)
      default: return .failure(Problem(sentence: "“is:” knows marked, pinned and edited."))
      }
    }
    return .success(.word(text))
  }

  static func takeComparison(_ text: Substring) -> (Comparison, Substring)? {
    for sign in [">=", "<=", "!=", ">", "<", "="] where text.hasPrefix(sign) {
      return Comparison(rawValue: sign).map { ($0, text.dropFirst(sign.count)) }
    }
    return text.hasPrefix(":") ? (.equal, text.dropFirst()) : nil
  }

  /// `404`, or for a status a family such as `4xx`.
  static func range(_ text: Substring, of field: NumberField) -> ClosedRange<Int>? {
    if field == .status, text.count == 3, text.hasSuffix("xx"), let family = text.first?.wholeNumberValue {
      return family * 100...family * 100 + 99
    }
    return Int(text).map { $0...$0 }
  }

  /// `90s`, `30m`, `1h`, `2d` or `1w`.
  static func age(_ text: Substring) -> Duration? {
    guard let unit = text.last, let seconds = secondsInUnit[unit], let count = Int(text.dropLast()), count >= 0,
      count <= mostUnits
    else { return nil }
    return .seconds(count * seconds)
  }

  private static let secondsInUnit: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800]
  /// Beyond it there is no history.
  private static let mostUnits = 1_000_000

  static func notANumber(_ field: NumberField, _ value: Substring) -> Problem {
    let example = field == .status ? "404 or 5xx" : "200"
    let found = value.isEmpty ? "nothing" : "“\(value)”"
    return Problem(sentence: "“\(field.rawValue)” wants a number such as \(example), found \(found).")
  }

  static func notAnAge(_ field: AgeField, _ value: Substring) -> Problem {
    let found = value.isEmpty ? "nothing" : "“\(value)”"
    return Problem(sentence: "“\(field.rawValue)” wants an age such as 30m, 1h or 2d, found \(found).")
  }
}
