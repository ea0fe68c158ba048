package import ParleyModel
import ParleyText
package import WorkbenchServices

/// Actions on the workspace as a whole.
package enum WorkspaceAction: Sendable {
  /// Something is being written; `reload` follows.
  case changing
  case reload
  /// It has been read.
  case changed(WorkspaceSnapshot)
  /// The workspace was read, with all changes reported by then.
  case reread(WorkspaceSnapshot, FileNews)
  /// And so have been the files of what is open.
  case shown(FileNews)
  case select(environment: String)
  case askPool
  case limit(pool: Int)
  case turnMocks
  case askTrust
  case trust([TrustItem])
  /// Asks whether an effect may do what it needs, and lets it go on then.
  case trustBefore([TrustItem], any ServiceEffect)
  case trustAndGoOn([TrustItem], any ServiceEffect)
  /// Asks where credentials belong that are about to be saved, and saves them then.
  case placeBefore([UnplacedCredential], any ServiceEffect)
  case placeAndGoOn([CredentialPlacement], any ServiceEffect)
}

extension Notice {
  /// Whether the mock server runs, and where.
  init(ofServer workspace: WorkspaceSnapshot) {
    let words = workspace.mockServer.map {
      "Serving \(workspace.mocks.counted("mock")) at \($0); the log has its requests."
    }
    self = .done(words ?? "The mock server has stopped.")
  }
}
