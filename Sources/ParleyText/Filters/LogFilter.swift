package import ParleyEngine

/// A filter of the log or the history: words, and fields with a value, all of which must hold.
///
///     login                   the line holds this word
///     "first byte"            the words in this order
///     kind:fail               the kind, or a word of it, begins so: sent, response, fail, cancelled, custom
///     name:login url:/cart    the field holds it
///     status>=500 status:5xx  a number: = : != < <= > >=
///     ms>200 bytes<1000       so too
///     since:1h until:10m      not longer ago, or longer ago: s, m, h, d, w
///     shared:token            a shared key that was written or removed
///     is:marked is:pinned     lines with a mark, exchanges that are kept
///     is:edited               responses with a body that was edited in the cache
///     -kind:sent              not
///     "kind:sent"             this text
package struct LogFilter: Hashable, Sendable {
  package var terms: [LogFilterTerm]
  /// The words that could not be understood, a sentence each. They filter nothing.
  package var problems: [String]

  /// Lets everything through.
  package init() {
    terms = []
    problems = []
  }

  /// - Parameter vocabulary: the fields that there are.
  package init(_ text: String, knowing vocabulary: FilterVocabulary = .log) {
    (terms, problems) = FilterWord.read(text) { LogFilterTerm.parse($0, knowing: vocabulary) }
  }

  package var isEmpty: Bool { terms.isEmpty }

  /// The first word that stands in what is found, in small letters; nil if the filter is of fields alone.
  package var firstWord: String? {
    terms.lazy.compactMap { term in
      if case .word(let word) = term.condition, !term.isNegated { word.lowercased() } else { nil }
    }.first
  }
}

/// One condition of a filter.
package struct LogFilterTerm: Hashable, Sendable {
  package enum Condition: Hashable, Sendable {
    case word(String)
    case text(TextField, String)
    case number(NumberField, Comparison, ClosedRange<Int>)
    case age(AgeField, Duration)
    case marked
    case edited
  }

  package enum TextField: String, Hashable, Sendable, CaseIterable {
    case kind, name, method, url, host, server, environment, code, call, shared
  }

  package enum NumberField: String, Hashable, Sendable, CaseIterable {
    case status, ms, bytes
  }

  package enum AgeField: String, Hashable, Sendable, CaseIterable {
    case since, until
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

/// The facts that the terms of a filter are about.
package protocol FilterFacts {
  /// In lower case.
  subscript(field: LogFilterTerm.TextField) -> String? { get }
  subscript(field: LogFilterTerm.NumberField) -> Int? { get }
  func isKind(_ opening: String) -> Bool
  var isMarked: Bool { get }
  /// Whether a response has a body that somebody edited in the cache.
  var isEdited: Bool { get }
  /// The time at which it happened; nil if it has none.
  var time: Timestamp? { get }
  /// Everything that words are looked for in, in lower case.
  var text: String { get }
}

extension LogFilterTerm {
  /// - Parameter now: from which ages are counted.
  package func accepts(_ facts: some FilterFacts, at now: Timestamp = .now()) -> Bool {
    holds(for: facts, at: now) != isNegated
  }

  private func holds(for facts: some FilterFacts, at now: Timestamp) -> Bool {
    switch condition {
    case .word(let word): facts.text.holds(word)
    case .text(.kind, let kind): facts.isKind(kind)
    case .text(let field, let part): facts[field]?.holds(part) == true
    case .number(let field, let comparison, let range):
      facts[field].map { comparison.holds($0, range) } ?? (comparison == .unequal)
    case .age(let field, let age): facts.time.map { field.holds($0.duration(to: now), age) } ?? false
    case .marked: facts.isMarked
    case .edited: facts.isEdited
    }
  }
}

extension LogFilterTerm.Comparison {
  package func holds(_ value: Int, _ range: ClosedRange<Int>) -> Bool {
    switch self {
    case .equal: range.contains(value)
    case .unequal: !range.contains(value)
    case .less: value < range.lowerBound
    case .atMost: value <= range.upperBound
    case .more: value > range.upperBound
    case .atLeast: value >= range.lowerBound
    }
  }

  /// The statuses that pass, where they lie in one row.
  package func statuses(_ range: ClosedRange<Int>) -> ClosedRange<Int>? {
    switch self {
    case .equal: range
    case .atLeast: range.lowerBound <= 999 ? range.lowerBound...999 : nil
    case .more: range.upperBound < 999 ? (range.upperBound + 1)...999 : nil
    case .atMost, .less, .unequal: nil
    }
  }
}

extension LogFilterTerm.AgeField {
  fileprivate func holds(_ age: Duration, _ bound: Duration) -> Bool {
    switch self {
    case .since: age <= bound
    case .until: age >= bound
    }
  }
}
