/// What a person wants to see of the log: words, and fields with a value, all of which must hold.
///
///     login                   the line holds this word
///     "first byte"            the words in this order
///     kind:fail               the kind begins with it: sent, redirect, response, fail, cancelled, custom
///     name:login url:/cart    the field holds it
///     status>=500 status:5xx  a number: = : != < <= > >=
///     ms>200 bytes<1000       so too
///     shared:token            a shared key that was written or removed
///     is:marked               lines with a mark
///     -kind:sent              not
package struct LogFilter: Hashable, Sendable {
  package var terms: [LogFilterTerm]
  /// What could not be understood, each a sentence. Those words filter nothing.
  package var problems: [String]

  /// Lets everything through.
  package init() {
    terms = []
    problems = []
  }

  package init(_ text: String) {
    self.init()
    for word in FilterWords.split(text) {
      switch LogFilterTerm.parse(word) {
      case .success(let term): terms.append(term)
      case .failure(let problem): problems.append(problem.sentence)
      }
    }
  }

  package var isEmpty: Bool { terms.isEmpty }

  /// Whether a line is shown. Gaps always are: what was lost may have been what is looked for.
  package func accepts(_ entry: LogEntry) -> Bool {
    guard !terms.isEmpty, let facts = EventFacts(entry) else { return true }
    return terms.allSatisfy { $0.accepts(facts) }
  }
}

/// One condition of a filter.
package struct LogFilterTerm: Hashable, Sendable {
  package enum Condition: Hashable, Sendable {
    case word(String)
    case text(TextField, String)
    case number(NumberField, Comparison, ClosedRange<Int>)
    case marked
  }

  package enum TextField: String, Hashable, Sendable, CaseIterable {
    case kind, name, method, url, server, code, call, shared
  }

  package enum NumberField: String, Hashable, Sendable, CaseIterable {
    case status, ms, bytes
  }

  package enum Comparison: String, Hashable, Sendable {
    case equal = "="
    case unequal = "!="
    case less = "<"
    case atMost = "<="
    case more = ">"
    case atLeast = ">="
  }

  package var condition: Condition
  package var isNegated: Bool

  package init(_ condition: Condition, isNegated: Bool = false) {
    self.condition = condition
    self.isNegated = isNegated
  }
}

/// What terms are asked about.
protocol FilterFacts {
  /// In lower case.
  subscript(field: LogFilterTerm.TextField) -> String? { get }
  subscript(field: LogFilterTerm.NumberField) -> Int? { get }
  func isKind(_ opening: String) -> Bool
  var isMarked: Bool { get }
  /// Everything that words are looked for in, in lower case.
  var text: String { get }
}

extension LogFilterTerm {
  func accepts(_ facts: some FilterFacts) -> Bool {
    holds(for: facts) != isNegated
  }

  private func holds(for facts: some FilterFacts) -> Bool {
    switch condition {
    case .word(let word): facts.text.contains(word)
    case .text(.kind, let kind): facts.isKind(kind)
    case .text(let field, let part): facts[field]?.contains(part) == true
    case .number(let field, let comparison, let range):
      facts[field].map { comparison.holds($0, range) } ?? (comparison == .unequal)
    case .marked: facts.isMarked
    }
  }
}

extension LogFilterTerm.Comparison {
  func holds(_ value: Int, _ range: ClosedRange<Int>) -> Bool {
    switch self {
    case .equal: range.contains(value)
    case .unequal: !range.contains(value)
    case .less: value < range.lowerBound
    case .atMost: value <= range.upperBound
    case .more: value > range.upperBound
    case .atLeast: value >= range.lowerBound
    }
  }
}

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

extension LogFilterTerm {
  struct Problem: Error, Hashable {
    let sentence: String
  }

  /// Reads one word. What looks like no field is a word to be found, so that pasted text just works.
  static func parse(_ word: String) -> Result<LogFilterTerm, Problem> {
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
