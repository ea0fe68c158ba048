package import ParleyModel

/// The parsed form of a text that was pasted or given on the command line.
package enum PastedRequests: Hashable, Sendable {
  case one(ImportedDraft)
  /// Several curl commands, by what their requests would be called.
  case several([String])
  /// A description, a collection or a file of requests, to be imported.
  case document
}

/// The requests of several commands, once they have files.
package struct ImportedRequests: Hashable, Sendable {
  package var snapshot: WorkspaceSnapshot
  package var requests: [RequestID]
  /// The parts that could not be taken over, a sentence each.
  package var notes: [String]
  /// The secrets that are kept encrypted on this machine.
  package var kept: [String]

  package init(_ snapshot: WorkspaceSnapshot, _ requests: [RequestID], notes: [String] = [], kept: [String] = []) {
    (self.snapshot, self.requests, self.notes, self.kept) = (snapshot, requests, notes, kept)
  }
}
