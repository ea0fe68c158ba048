/// Keeps what was allowed to which workspace.
package protocol TrustStorage: Sendable {
  /// The file that holds it, to be watched for the permissions that other programs give; nil if there is none.
  var file: String? { get }
  /// Returns the items that were allowed; an empty grant if there are none.
  func grant(for workspace: WorkspaceIdentity) throws -> TrustGrant
  func save(_ grant: TrustGrant, for workspace: WorkspaceIdentity) throws
}

/// Which workspace it is: a hostile folder can copy the id of another, but not its path.
package struct WorkspaceIdentity: Sendable, Hashable {
  /// The folder's real path.
  package let path: String
  /// As in `parley.yaml`.
  package let id: String

  package init(path: String, id: String) {
    self.path = path
    self.id = id
  }
}

extension Workspace {
  package var identity: WorkspaceIdentity {
    WorkspaceIdentity(path: root, id: definition.id?.value ?? "")
  }
}
