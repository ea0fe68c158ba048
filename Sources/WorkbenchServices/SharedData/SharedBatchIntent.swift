package import ParleyEngine

/// Keys that are to be deleted.
package struct SharedDeletion: Hashable, Sendable {
  package var names: [String]
  /// Those of them that a team shares: they go for everybody.
  package var teams: [String]
  /// Those of them whose values are locked.
  package var locked: [String]

  package init(_ names: [String], teams: [String] = [], locked: [String] = []) {
    (self.names, self.teams, self.locked) = (names, teams, locked)
  }
}

/// An action on many keys, with the answers given so far.
package struct SharedBatchIntent: Hashable, Sendable {
  package enum Job: Hashable, Sendable {
    case remove
    /// `none` opens them.
    case bind(cipher: String)
    /// - replaces: whether keys of these names give way there.
    case copy(to: String, isMove: Bool, replaces: Bool)
    /// One key from a side of a comparison to the environment on the other one.
    case across(from: SharedSide, to: String?)
    /// - reveals: whether secrets are written in clear.
    case export(to: String, reveals: Bool, replaces: Bool)
    /// The keys are those of the file.
    case importFile(String)
    case takeSnapshot(String)
    /// - isOwnOnly: whether the team's keys stay as they are.
    /// - startsGroup: whether the group of screen 2 runs then.
    case restore(String, isOwnOnly: Bool, startsGroup: Bool)
    case removeSnapshot(String)
    case undo(SharedBatchUndo)
    /// Of the batch that an undo was.
    case redo(Int64)
  }

  /// The names of the keys.
  package var names: [String]
  package var job: Job
  /// The answers typed into the form, by the name of the question. Held in memory only.
  package var answers: [String: String]

  package init(_ names: [String], _ job: Job, answers: [String: String] = [:]) {
    (self.names, self.job, self.answers) = (names, job, answers)
  }
}

/// An undo of a batch change of many keys.
package enum SharedBatchUndo: Hashable, Sendable {
  /// The number of the first of the changes.
  case batch(Int64)
  /// Of those changes, the ones whose keys nobody has changed since.
  case untouched(Int64)
  /// Changes of ciphers: the number of the first.
  case ciphers(Int64)
}

package enum SharedBatchOutcome: Hashable, Sendable {
  case done(SharedBatchResult)
  case asks([Question])
  /// The other environment has keys of these names; nothing was changed.
  case taken([String])
  /// There is a file of this path; nothing was written.
  case exists(path: String)
  /// A key of a batch has been changed since: nothing was undone.
  case changedSince(String, batch: Int64)
}

package struct SharedBatchResult: Hashable, Sendable {
  /// The names of the keys it was done with.
  package var names: [String]
  /// Keys that were left out because they belong to all environments.
  package var common: [String] = []
  /// How many secrets went into a file.
  package var secrets = 0
  /// The one that was taken.
  package var snapshot: SharedSnapshot?
  /// The whole path of the file.
  package var path: String?
  /// A warning for the person; nil if there is none.
  package var warning: String?
  /// Nil where nothing was changed.
  package var undo: SharedBatchUndo?

  package init(_ names: [String]) {
    self.names = names
  }
}
