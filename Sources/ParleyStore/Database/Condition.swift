internal import GRDB

/// Terms of a WHERE clause, with what is bound to them.
struct Condition {
  private var terms: [String] = []
  private(set) var arguments = StatementArguments()

  init() {}

  init(_ term: String, _ arguments: StatementArguments) {
    terms = [term]
    self.arguments = arguments
  }

  var clause: String {
    terms.isEmpty ? "" : "WHERE " + terms.joined(separator: " AND ")
  }

  /// Either condition. One without terms holds for everything, and stays so.
  func or(_ other: Condition) -> Condition {
    guard !terms.isEmpty else { return self }
    let both = [terms, other.terms].map { $0.joined(separator: " AND ") }
    return Condition("((\(both[0])) OR (\(both[1])))", arguments + other.arguments)
  }

  /// The opposite. One without terms holds for everything, its opposite for nothing.
  var negated: Condition { Condition("NOT (\(terms.isEmpty ? "TRUE" : terms.joined(separator: " AND ")))", arguments) }

  static func + (left: Condition, right: Condition) -> Condition {
    var sum = left
    sum.terms += right.terms
    sum.arguments += right.arguments
    return sum
  }
}
