package import ParleyModel

/// What a text became that somebody pasted or gave on the command line.
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
  /// What could not be taken over, a sentence each.
  package var notes: [String]
  /// The secrets that are kept encrypted on this machine.
  package var kept: [String]

  package init(_ snapshot: WorkspaceSnapshot, _ requests: [RequestID], notes: [String] = [], kept: [String] = []) {
    (self.snapshot, self.requests, self.notes, self.kept) = (snapshot, requests, notes, kept)
  }
}

/// Texts that become requests.
package protocol PasteServices: Sendable {
  /// Reads a URL, `POST url body`, or curl commands. Credentials are encrypted and kept on this machine.
  /// - Returns: nil when the text is none of these.
  func requests(fromPasted text: String) async throws -> PastedRequests?
  /// Writes the requests of several curl commands into a folder of requests.
  /// - Parameter workspace: the folder that becomes a workspace, where there is none yet.
  func importCommands(_ text: String, into folder: String, workspace: String?) async throws -> ImportedRequests
  /// Makes a file of the request without one. What it has sent is its history.
  func createFromScratch(_ draft: RequestDraft, as id: RequestID) async throws -> WorkspaceSnapshot
}
