/// A reason why a node of a group failed, other than its request or its response.
@nonexhaustive public enum GroupError: Error, Sendable, Hashable {
  /// A condition that is neither true nor false.
  case notBoolean(field: String, found: JSONValue.Kind)
  /// The value to run for each element of is not a list.
  case notAList(found: JSONValue.Kind)
  /// The list to run for each element of has more elements than a step runs for.
  case tooManyElements(Int, most: Int)
  /// A step gave more than there is room for: in bytes, and whether the outputs of the whole run are too large together.
  case tooMuchOutput(limit: Int, ofRun: Bool)
  /// The condition to wait for never held.
  case neverHeld(attempts: Int)
  /// It was stopped in flight.
  case cancelled
  /// It was stopped before another attempt; why the last one failed, if it did.
  case cancelledBetweenAttempts(Int, lastFailure: String?)
  /// Nodes inside failed.
  case nodesFailed([String])
  /// Another step sent the same request, and `duplicates` says that one of them is enough; nil when that was no step of this
  /// run. Its node counts as skipped.
  case superseded(by: NodePath?)
  /// Code of the program's own threw.
  case threw(String)
}

extension GroupError: ExplainedError {
  public var code: String {
    switch self {
    case .notBoolean: "group.notBoolean"
    case .notAList: "group.notAList"
    case .tooManyElements: "group.tooManyElements"
    case .tooMuchOutput: "group.tooMuchOutput"
    case .neverHeld: "group.neverHeld"
    case .cancelled, .cancelledBetweenAttempts: "group.cancelled"
    case .nodesFailed: "group.nodesFailed"
    case .superseded: "group.superseded"
    case .threw: "group.threw"
    }
  }

  public var summary: String {
    switch self {
    case .notBoolean(let field, let found): "“\(field)” is neither true nor false, but \(found.phrase)."
    case .notAList(let found): "“each” is not a list, but \(found.phrase)."
    case .tooManyElements(let count, let most): "“each” has \(count) elements, and a step runs for at most \(most)."
    case .tooMuchOutput(let limit, false): "The output takes more than \(limit >> 20) MB."
    case .tooMuchOutput(let limit, true): "The outputs of this run take more than \(limit >> 20) MB together."
    case .neverHeld(let attempts): "“until” was still false after \(Self.attempts(attempts))."
    case .cancelled: "The step was cancelled."
    case .cancelledBetweenAttempts(let attempts, _):
      "The step was cancelled after \(Self.attempts(attempts)), before the next one."
    case .nodesFailed(let names) where names.count == 1: "The step \(names[0]) failed."
    case .nodesFailed(let names): "\(names.count) steps failed: \(Self.list(names))."
    case .superseded(let winner?): "superseded by step \(winner)"
    case .superseded(nil): "superseded by the same request outside this run"
    case .threw: "The step threw an error."
    }
  }

  public var detail: String? {
    switch self {
    case .threw(let description): description
    case .cancelledBetweenAttempts(_, let failure?): "The last attempt failed: \(failure)"
    default: nil
    }
  }

  public var advice: String? {
    switch self {
    case .notBoolean: "Write a comparison, such as .total > 0."
    case .notAList: "Select the list itself, such as .items."
    case .tooManyElements: "Run the group several times, each for a part of the list."
    case .tooMuchOutput: "Give only what later steps need, such as {id: .id}."
    case .neverHeld: "Allow more attempts, or a longer time between them."
    case .cancelled, .cancelledBetweenAttempts, .nodesFailed, .superseded, .threw: nil
    }
  }

  private static let shown = 5

  private static func attempts(_ count: Int) -> String { count == 1 ? "1 attempt" : "\(count) attempts" }

  private static func list(_ names: [String]) -> String {
    names.prefix(shown).joined(separator: ", ") + (names.count > shown ? ", …" : "")
  }
}
