/// What a person wants to see of the log: words, and fields with a value, all of which must hold.
///
///     login                   the line holds this word
///     "first byte"            the words in this order
///     kind:fail               the kind begins with it: sent, redirect, response, fail, cancelled, custom
///     name:login url:/cart    the field holds it
///     status>=500 status:5xx  a number: = : != < <= > >=
///     ms>200 bytes<1000       so too
///     is:marked               lines with a mark
///     -kind:sent              not
package struct EventFilter: Hashable, Sendable {
  package var terms: [EventFilterTerm]
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
      switch EventFilterTerm.parse(word) {
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
package struct EventFilterTerm: Hashable, Sendable {
  package enum Condition: Hashable, Sendable {
    case word(String)
    case text(TextField, String)
    case number(NumberField, Comparison, ClosedRange<Int>)
    case marked
  }

  package enum TextField: String, Hashable, Sendable, CaseIterable {
    case kind, name, method, url, server, code, call
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

extension EventFilterTerm {
  func accepts(_ facts: EventFacts) -> Bool {
    holds(for: facts) != isNegated
  }

  private func holds(for facts: EventFacts) -> Bool {
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

extension EventFilterTerm.Comparison {
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
