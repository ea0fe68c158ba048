/// A word of a filter.
///
/// Blanks part words, but not between double quotes. A quote begins where a word or the value of a field does, and ends before a
/// blank; any other is part of the text, so that pasted JSON is found. Between quotes `\"` is a quote and `\\` a backslash.
package struct FilterWord: Hashable, Sendable {
  /// Without its sign and its quotes.
  package private(set) var text = ""
  package private(set) var isNegated = false
  /// It begins with a quote: then it is text, whatever it looks like.
  package private(set) var isText = false

  /// The words of a filter.
  package static func all(of filter: String) -> [FilterWord] {
    var words: [FilterWord] = []
    var rest = Substring(filter)
    while !rest.isEmpty {
      let word = FilterWord(takingFrom: &rest)
      if !word.text.isEmpty { words.append(word) }
    }
    return words
  }

  /// Takes a word and the blank behind it.
  private init(takingFrom rest: inout Substring) {
    var isQuoted = false
    while let character = rest.popFirst() {
      switch character {
      case "\\" where isQuoted && (rest.first == "\"" || rest.first == "\\"): text.append(rest.removeFirst())
      case "\"" where isQuoted && (rest.first == nil || rest.first == " "): isQuoted = false
      case "\"" where !isQuoted && isBeginning && !isText: (isQuoted, isText) = (true, true)
      case "\"" where !isQuoted && isFieldOnly: isQuoted = true
      case " " where !isQuoted: return
      case "-" where isBeginning && !isText && !isNegated: isNegated = true
      default: text.append(character)
      }
    }
  }

  private var isBeginning: Bool { text.isEmpty }

  /// Whether it is the name of a field and its sign so far.
  private var isFieldOnly: Bool {
    let sign = text.drop { $0.isLetter }
    return !isText && sign.count < text.count && [":", "=", "!=", "<", ">", "<=", ">="].contains(sign)
  }
}

/// Cuts a filter into its words, where all of them are text.
package enum FilterWords {
  package static func split(_ text: String) -> [String] {
    FilterWord.all(of: text).map { $0.isNegated ? "-\($0.text)" : $0.text }
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
  package static func parse(
    _ word: FilterWord, knowing vocabulary: FilterVocabulary = .log
  ) -> Result<LogFilterTerm, Problem> {
    let text = word.text.lowercased()
    let condition = word.isText ? .success(.word(text)) : condition(text, vocabulary)
    return condition.map { LogFilterTerm($0, isNegated: word.isNegated) }
  }

  private static func condition(_ text: String, _ vocabulary: FilterVocabulary) -> Result<Condition, Problem> {
    let name = text.prefix { $0.isLetter }
    let rest = text.dropFirst(name.count)
    guard !name.isEmpty, let (comparison, value) = takeComparison(rest) else { return .success(.word(text)) }
    if let problem = vocabulary.problem(name, rest) { return .failure(problem) }
    return condition(String(name), comparison, value, vocabulary) ?? .success(.word(text))
  }

  /// - Returns: nil where it is text.
  private static func condition(
    _ name: String, _ comparison: Comparison, _ value: Substring, _ vocabulary: FilterVocabulary
  ) -> Result<Condition, Problem>? {
    if let field = NumberField(rawValue: name) {
      guard let range = range(value, of: field) else { return .failure(notANumber(field, value)) }
      return .success(.number(field, comparison, range))
    }
    guard comparison == .equal else { return nil }
    if let field = AgeField(rawValue: name) {
      return age(value).map { .success(.age(field, $0)) } ?? .failure(notAnAge(field, value))
    }
    if let field = TextField(rawValue: name) { return .success(.text(field, String(value))) }
    if name == "env" { return .success(.text(.environment, String(value))) }
    if name == "is" {
      guard vocabulary.knows(state: value) else { return .failure(vocabulary.problem(state: value)) }
      return .success(value == "edited" ? .edited : .marked)
    }
    return nil
  }

  static func takeComparison(_ text: Substring) -> (Comparison, Substring)? {
    for sign in [">=", "<=", "!=", ">", "<", "="] where text.hasPrefix(sign) {
      return Comparison(rawValue: sign).map { ($0, text.dropFirst(sign.count)) }
    }
    guard text.hasPrefix(":") else { return nil }
    // `expires:<1h` means what it says.
    if let (sign, rest) = takeComparison(text.dropFirst()), sign != .equal, rest.first?.isNumber == true {
      return (sign, rest)
    }
    return (.equal, text.dropFirst())
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
