package import WorkbenchServices

/// The last failure, which `!` shows in full, and whether it has been seen.
package struct LastFailure: Sendable {
  package private(set) var problem: Problem?
  package private(set) var isSeen = true

  package mutating func note(_ problem: Problem, isSeen: Bool) {
    self.problem = problem
    self.isSeen = isSeen
  }

  /// One that is shown where it happened: a mark for an earlier one stays.
  package mutating func note(shown problem: Problem) { self.problem = problem }

  package mutating func see() -> Problem? {
    if problem != nil { isSeen = true }
    return problem
  }
}

extension Problem {
  /// Keeps it for `!`, where it was shown already.
  package var noted: StateChange {
    { state in
      state.failure.note(shown: self)
      return []
    }
  }
}
