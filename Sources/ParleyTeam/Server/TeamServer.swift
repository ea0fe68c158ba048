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
  /// Connected: reads return the server's data.
  case connected
  /// Not reachable: reads return the last known copy, and nothing can be written. Connecting is tried again and again.
  case offline(TeamOffline)
  /// It was reached, and cannot be used as it is: it is not set up, older or newer, or does not let this person in.
  /// Reads return the last known copy; connecting is tried again now and then.
  case refused(TeamOffline)
  /// Nobody wants it any more.
  case closed

  /// The reason why it cannot be used just now; nil when it can, or this is not known yet.
  package var trouble: TeamOffline? {
    switch self {
    case .offline(let offline), .refused(let offline): offline
    case .connecting, .connected, .closed: nil
    }
  }
}

/// Since when and why a team's server cannot be used.
package struct TeamOffline: Sendable, Hashable {
  /// The time at which that was noticed.
  package var since: Timestamp
  /// The time at which the copy that is read meanwhile last was equal to the server's data; nil without a copy.
  package var copiedAt: Timestamp?
  /// The error that explains it.
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
  /// - Parameter copy: the copy that is read while the server cannot be reached; nil makes reads fail then.
  func server(at address: TeamAddress, copy: (any SealedRowCopy)?) -> any TeamServer

  /// For whoever sets it up.
  func administration(of address: TeamAddress) -> any TeamAdministration
}
