/// Cuts a filter into its words: blanks part them, but not between double quotes.
enum FilterWords {
  static func split(_ text: String) -> [String] {
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

extension EventFilterTerm {
  struct Problem: Error, Hashable {
    let sentence: String
  }

  /// Reads one word. What looks like no field is a word to be found, so that pasted text just works.
  static func parse(_ word: String) -> Result<EventFilterTerm, Problem> {
    let isNegated = word.count > 1 && word.hasPrefix("-")
    let text = (isNegated ? String(word.dropFirst()) : word).lowercased()
    return condition(text).map { EventFilterTerm($0, isNegated: isNegated) }
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
    if let field = TextField(rawValue: String(name)) { return .success(.text(field, String(value))) }
    if name == "is" {
      return value == "marked" ? .success(.marked) : .failure(Problem(sentence: "“is:” knows only “marked”."))
    }
    return .success(.word(text))
  }

  private static func takeComparison(_ text: Substring) -> (Comparison, Substring)? {
    for sign in [">=", "<=", "!=", ">", "<", "="] where text.hasPrefix(sign) {
      return Comparison(rawValue: sign).map { ($0, text.dropFirst(sign.count)) }
    }
    return text.hasPrefix(":") ? (.equal, text.dropFirst()) : nil
  }

  /// `404`, or for a status a family such as `4xx`.
  private static func range(_ text: Substring, of field: NumberField) -> ClosedRange<Int>? {
    if field == .status, text.count == 3, text.hasSuffix("xx"), let family = text.first?.wholeNumberValue {
      return family * 100...family * 100 + 99
    }
    return Int(text).map { $0...$0 }
  }

  private static func notANumber(_ field: NumberField, _ value: Substring) -> Problem {
    let example = field == .status ? "404 or 5xx" : "200"
    let found = value.isEmpty ? "nothing" : "“\(value)”"
    return Problem(sentence: "“\(field.rawValue)” wants a number such as \(example), found \(found).")
  }
}
