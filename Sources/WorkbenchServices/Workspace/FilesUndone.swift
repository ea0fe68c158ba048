package import ParleyModel

/// The files that are back after an undo, and those that are gone with it.
package struct FilesUndone: Sendable {
  package let snapshot: WorkspaceSnapshot
  /// A sentence about it, for people.
  package let said: String
  package var requestsBack: [RequestID] = []
  package var requestsGone: [RequestID] = []
  package var groupsBack: [String] = []
  package var groupsGone: [String] = []

  package init(_ snapshot: WorkspaceSnapshot, said: String) {
    (self.snapshot, self.said) = (snapshot, said)
  }
}
