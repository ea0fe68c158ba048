import WorkbenchServices

/// The last failure, which `!` shows in full, and whether it has been seen.
struct LastFailure: Sendable {
  private(set) var problem: Problem?
  private(set) var isSeen = true

  mutating func note(_ problem: Problem, isSeen: Bool) {
    self.problem = problem
    self.isSeen = isSeen
  }

  /// One that is shown where it happened: a mark for an earlier one stays.
  mutating func note(shown problem: Problem) { self.problem = problem }

  mutating func see() -> Problem? {
    if problem != nil { isSeen = true }
    return problem
  }
}

extension Problem {
  /// Keeps it for `!`, where it was shown already.
  var noted: StateChange {
    { state in
      state.failure.note(shown: self)
      return []
    }
  }
}
