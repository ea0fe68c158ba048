/// A condition of a filter, or that it must not hold.
package struct FilterTerm<Condition: Hashable & Sendable>: Hashable, Sendable {
  package var condition: Condition
  package var isNegated: Bool

  package init(_ condition: Condition, isNegated: Bool = false) {
    (self.condition, self.isNegated) = (condition, isNegated)
  }

  /// Whether it is met.
  /// - Parameter holds: whether the condition holds; nil where nobody can tell here, and then it is met.
  package func isMet(_ holds: (Condition) -> Bool?) -> Bool { holds(condition).map { $0 != isNegated } ?? true }
}

/// The conditions that the words of a filter ask for, all of which must hold.
package struct FilterTerms<Condition: Hashable & Sendable>: Hashable, Sendable {
  package private(set) var terms: [FilterTerm<Condition>] = []
  /// The words that could not be understood, each as a sentence. Those words filter nothing.
  package private(set) var problems: [String] = []

  /// Lets everything through.
  package init() {}

  /// - Parameter condition: reads one word.
  package init(_ text: String, reading condition: (FilterWord) -> Result<Condition, LogFilterTerm.Problem>) {
    (terms, problems) = FilterWord.read(text) { word in
      condition(word).map { FilterTerm($0, isNegated: word.isNegated) }
    }
  }

  package var isEmpty: Bool { terms.isEmpty }

  /// Whether all are met.
  /// - Parameter holds: whether a condition holds; nil where nobody can tell here, and then it lets through.
  package func areMet(_ holds: (Condition) -> Bool?) -> Bool { terms.allSatisfy { $0.isMet(holds) } }
}

extension FilterWord {
  /// The value of a field such as `is:`; nil if the word is about something else.
  package func value(of field: String) -> String? {
    text.lowercased().hasPrefix(field) ? String(text.dropFirst(field.count)) : nil
  }

  /// Reads each word of a filter.
  /// - Returns: the terms, and a sentence for each word that could not be understood.
  static func read<Term>(
    _ text: String, by read: (FilterWord) -> Result<Term, LogFilterTerm.Problem>
  ) -> (terms: [Term], problems: [String]) {
    var (terms, problems) = ([Term](), [String]())
    for word in all(of: text) {
      switch read(word) {
      case .success(let term): terms.append(term)
      case .failure(let problem): problems.append(problem.sentence)
      }
    }
    return (terms, problems)
  }
}
