package import ParleyEngine

/// A team's server: its shared keys and snapshots of them, the keys of its ciphers, its published runs. The first call that needs it connects.
package protocol TeamServer: SealedRowStorage, SealedSnapshotStorage, TeamKeyStorage, PublishedRunStorage {
  /// Whether it can be reached just now.
  var state: TeamServerState { get }

  /// Calls with the state now and whenever it changes, from any thread.
  func onStateChange(_ call: @escaping @Sendable (TeamServerState) -> Void)

  /// Lets go of its connections; calls fail with `.notOpen` from then on.
  func close() async
}

/// Whether a team's server can be reached.
@nonexhaustive package enum TeamServerState: Sendable, Hashable {
  /// Nobody has asked for it yet, or it is about to be reached for the first time.
  case connecting
  /// What is read is what the server has.
  case connected
  /// What is read is what it last was known to have; nothing can be written. It is tried again and again.
  case offline(TeamOffline)
  /// It was reached, and cannot be used as it is: it is not set up, older or newer, or lets this person not in. What is read is
  /// the last known copy; it is tried again now and then.
  case refused(TeamOffline)
  /// Nobody wants it any more.
  case closed

  /// Why it cannot be used just now; nil when it can, or nobody knows yet.
  package var trouble: TeamOffline? {
    switch self {
    case .offline(let offline), .refused(let offline): offline
    case .connecting, .connected, .closed: nil
    }
  }
}

/// Since when and why a team's server cannot be used.
package struct TeamOffline: Sendable, Hashable {
  /// When that was seen.
  package var since: Timestamp
  /// When the copy that is read meanwhile last was as the server had it; nil without a copy.
  package var copiedAt: Timestamp?
  /// Why.
  package var error: RepositoryError

  /// A server that cannot be used.
  package init(since: Timestamp, copiedAt: Timestamp?, error: RepositoryError) {
    self.since = since
    self.copiedAt = copiedAt
    self.error = error
  }
}

/// Makes servers of addresses. What it takes to reach one is loaded when one is made, and not before.
package protocol TeamProvider: Sendable {
  /// A server that others share; it is connected to with the first call that needs it.
  /// - Parameter copy: what is read while it cannot be reached; nil refuses to read then.
  func server(at address: TeamAddress, copy: (any SealedRowCopy)?) -> any TeamServer

  /// For whoever sets it up.
  func administration(of address: TeamAddress) -> any TeamAdministration
}
