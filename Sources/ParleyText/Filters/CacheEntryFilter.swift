package import ParleyEngine

/// A filter of the cache's entries: words, and fields with a value, all of which must hold.
///
///     items                   method, URL, request or group hold this
///     origin:api url:/cart    a part of the entry holds it: url, origin, method, name, group, type
///     status:404 status:5xx   a number: = : != < <= > >=
///     size>10k hits:0         so too; sizes in bytes, k, m or g
///     age>1h since:1h         received longer ago, or not longer ago: s, m, h, d, w
///     is:expired              past its time, or expired by hand
///     is:stale                fresh, stale or revalidated, as the list says it; edited, pinned or secret
///     -type:json              not
///     "type:json"             this text
package struct CacheEntryFilter: Hashable, Sendable {
  private enum Term: Hashable, Sendable {
    case plain(CacheCondition.Fact)
    case freshness(CacheCondition.Freshness)
    /// Received not longer ago, or longer ago.
    case since(Duration)
    case until(Duration)
  }

  private struct Word: Hashable, Sendable {
    let term: Term
    let isNegated: Bool
  }

  private var words: [Word] = []
  /// The words that could not be understood, a sentence each. They filter nothing.
  package private(set) var problems: [String] = []

  package init(_ text: String) {
    for word in FilterWord.all(of: text) { read(word) }
  }

  package var isEmpty: Bool { words.isEmpty }

  /// Whether only entries of this freshness are wanted.
  package func asks(for freshness: CacheCondition.Freshness) -> Bool {
    words.contains { $0.term == .freshness(freshness) && !$0.isNegated }
  }

  /// The states that `is:` knows.
  package static let states = CacheCondition.Freshness.allCases.map(\.rawValue) + ["edited", "pinned", "secret"]

  /// - Parameter now: from which ages are counted.
  package func conditions(at now: Timestamp) -> [CacheCondition] {
    words.map { word in
      let fact: CacheCondition.Fact =
        switch word.term {
        case .plain(let fact): fact
        case .freshness(let freshness): .freshness(freshness, at: now)
        case .since(let age): .since(now.advanced(by: .zero - age))
        case .until(let age): .until(now.advanced(by: .zero - age))
        }
      return CacheCondition(fact, isNegated: word.isNegated)
    }
  }
}

// Reading words. What looks like no field is a word to be found, so that pasted URLs just work.
extension CacheEntryFilter {
  private typealias Comparison = LogFilterTerm.Comparison

  private mutating func read(_ word: FilterWord) {
    let (text, isNegated) = (word.text, word.isNegated)
    let name = text.prefix { $0.isASCII && $0.isLetter }.lowercased()
    let rest = text.dropFirst(name.count)
    guard !name.isEmpty, !word.isText, let (comparison, value) = LogFilterTerm.takeComparison(rest),
      !value.hasPrefix("//")
    else { return add(.plain(.word(text)), isNegated) }
    if let problem = FilterVocabulary.cache.problem(name, rest) { return problems.append(problem.sentence) }
    switch name {
    case "is": addState(value.lowercased(), isNegated)
    case "age": addAge(comparison, value, isNegated)
    case "since": addAge(.atMost, value, isNegated, named: "since")
    case "until": addAge(.atLeast, value, isNegated, named: "until")
    default: addField(Self.field(called: name), comparison, value, isNegated, else: text)
    }
  }

  private mutating func add(_ term: Term, _ isNegated: Bool) { words.append(Word(term: term, isNegated: isNegated)) }

  /// Other filters call some fields otherwise.
  private static func field(called name: String) -> String { ["host": "origin", "bytes": "size"][name] ?? name }

  private mutating func addField(
    _ name: String, _ comparison: Comparison, _ value: Substring, _ isNegated: Bool, else text: String
  ) {
    if let field = CacheCondition.NumberField(rawValue: name) {
      guard let range = Self.range(value, of: field) else { return problems.append(Self.notANumber(field, value)) }
      return add(.plain(.number(field, comparison.range(around: range))), isNegated != (comparison == .unequal))
    }
    guard comparison == .equal, let field = CacheCondition.Field(rawValue: name) else {
      return add(.plain(.word(text)), isNegated)
    }
    add(.plain(.text(field, String(value))), isNegated)
  }

  private mutating func addState(_ name: String, _ isNegated: Bool) {
    if let freshness = CacheCondition.Freshness(rawValue: name) { return add(.freshness(freshness), isNegated) }
    switch name {
    case "edited": add(.plain(.isEdited), isNegated)
    case "pinned": add(.plain(.isPinned), isNegated)
    case "secret": add(.plain(.isSecret), isNegated)
    default:
      problems.append(FilterVocabulary.cache.problem(state: name).sentence)
    }
  }

  private mutating func addAge(
    _ comparison: Comparison, _ value: Substring, _ isNegated: Bool, named name: String = "age"
  ) {
    guard let age = LogFilterTerm.age(value) else {
      return problems.append("“\(name)” wants an age such as 30m, 1h or 2d, found \(Self.quoted(value)).")
    }
    switch comparison {
    case .less, .atMost, .equal: add(.since(age), isNegated)
    case .more, .atLeast: add(.until(age), isNegated)
    case .unequal: add(.since(age), !isNegated)
    }
  }

  private static func range(_ text: Substring, of field: CacheCondition.NumberField) -> ClosedRange<Int>? {
    switch field {
    case .status: LogFilterTerm.range(text, of: .status)
    case .size: size(text).map { $0...$0 }
    case .hits: LogFilterTerm.range(text, of: .bytes)
    }
  }

  /// `1200`, `10k`, `1.5` is none.
  private static func size(_ text: Substring) -> Int? {
    let digits = text.prefix { $0.isASCII && $0.isWholeNumber }
    let units = [
      "": 1, "b": 1, "k": 1000, "kb": 1000, "m": 1_000_000, "mb": 1_000_000, "g": 1_000_000_000, "gb": 1_000_000_000,
    ]
    guard let count = Int(digits), let unit = units[text.dropFirst(digits.count).lowercased()] else { return nil }
    let (size, isTooLarge) = count.multipliedReportingOverflow(by: unit)
    return isTooLarge ? nil : size
  }

  private static func notANumber(_ field: CacheCondition.NumberField, _ value: Substring) -> String {
    let example =
      switch field {
      case .status: "404 or 5xx"
      case .size: "1200 or 10k"
      case .hits: "3"
      }
    return "“\(field.rawValue)” wants a number such as \(example), found \(quoted(value))."
  }

  private static func quoted(_ text: some StringProtocol) -> String { text.isEmpty ? "nothing" : "“\(text)”" }
}

extension LogFilterTerm.Comparison {
  /// All numbers that compare so; of what is unequal those that are not.
  fileprivate func range(around range: ClosedRange<Int>) -> ClosedRange<Int> {
    let (lower, upper) = (range.lowerBound, range.upperBound)
    return switch self {
    case .equal, .unequal: range
    case .less: Int.min...(lower == .min ? lower : lower - 1)
    case .atMost: Int.min...upper
    case .more: (upper == .max ? upper : upper + 1)...Int.max
    case .atLeast: lower...Int.max
    }
  }
}
