/// The identity of a workspace: a hostile folder can copy the id of another, but not its path.
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
