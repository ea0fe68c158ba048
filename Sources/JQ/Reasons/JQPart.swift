package import ParleyEngine

/// A part of a filter and what it gave: what the filter's outcome is made of.
///
///     try JQProgram(".state == \"paid\"").reasons(on: ["state": "pending"])  // [.state = "pending"]
package struct JQPart: Sendable, Hashable {
  /// The outcome of a part.
  package enum Outcome: Sendable, Hashable {
    /// One value; what is secret in it is masked.
    case value(JSONValue)
    /// No value.
    case nothing
    /// So many values.
    case several(Int)
    /// An error, in words.
    case failed(String)
    /// A condition, asked of each of several values: how many gave something untrue, of how many.
    case untrue(Int, of: Int)
  }

  /// The part as it is written; behind a pipe with what stands in front of it.
  package var text: String
  /// The outcome of the part.
  package var outcome: Outcome
  /// The source of its value; nil where it has none.
  package var source: JQTrace.Source?
  /// The number of parts that it stands in.
  package var depth: Int
}

/// A loss on the way to a filter's value, or a choice that it made.
package enum JQFinding: Sendable, Hashable {
  /// A `select` let only some values through.
  case dropped(Dropped)
  /// The part behind `//` was used, because the part in front of it gave nothing, null or false.
  case fallback(text: String, JQPart)
  /// The way that `if` took, and what its condition is made of.
  case branch(condition: String, isTrue: Bool, [JQPart])
  /// A function worked on an empty list.
  case ofNothing(function: String)

  /// Values that a `select` did not let through.
  package struct Dropped: Sendable, Hashable {
    /// The condition as it is written.
    package var condition: String
    /// The number of values that came, and of those that it let through.
    package var total, kept: Int
    /// The place of the first that it dropped, or of the row that was asked about; nil if that was made by the filter.
    package var first: JQPath?
    /// The parts of the condition at that one.
    package var parts: [JQPart]
    /// The places of those that it dropped, as far as they are in the input, and not too many.
    package var places: [JQPath]
  }
}

extension JQProgram {
  /// The parts that the outcome of a condition is made of: operands and arguments with their values, the elements that `any` and `all`
  /// looked at, the bodies of the filter's own functions. Nothing but the filter's own text is evaluated.
  /// - Parameters:
  ///   - variables: the values of the variables; a missing one is `null`.
  ///   - secrets: the secrets in the input and the variables; nil if there are none.
  package func reasons(
    on input: JSONValue, variables: [String: JSONValue] = [:], hiding secrets: JQSecrets? = nil,
    limits: JQLimits = .forReasons
  ) -> [JQPart] {
    guard var reasons = JQReasons(self, input, variables, secrets, limits) else { return [] }
    return reasons.explained()
  }

  /// The losses and choices on the way to a part of the filter's value, the nearest first.
  /// - Parameter row: whether a place of the input is the row that is asked about; the parts of a condition are those of this row.
  package func findings(
    at path: [JQPath.Segment] = [], on input: JSONValue, variables: [String: JSONValue] = [:],
    hiding secrets: JQSecrets? = nil, limits: JQLimits = .forReasons, about row: ((JQPath) -> Bool)? = nil
  ) -> [JQFinding] {
    guard var reasons = JQReasons(self, input, variables, secrets, limits) else { return [] }
    reasons.isWanted = row
    return reasons.findings(at: path)
  }
}
