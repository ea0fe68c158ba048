/// The files of groups as such, and the names of groups that have only runs.
package protocol GroupFileServices: Sendable {
  /// Makes a group without steps. A name that is taken is an error.
  func createGroup(_ id: String) async throws -> WorkspaceSnapshot
  /// The files of the groups that run a group, within the workspace.
  func filesNaming(group id: String) async throws -> [String]
  /// Its draft, its runs and its breakpoints move along.
  /// - Parameter everywhere: whether the groups that run it name it again.
  func moveGroup(_ id: String, to new: String, everywhere: Bool) async throws -> WorkspaceSnapshot
  func duplicateGroup(_ id: String, as new: String) async throws -> WorkspaceSnapshot
  /// Its runs stay.
  func deleteGroup(_ id: String) async throws -> WorkspaceSnapshot
  /// The names of the groups that have runs, whether they have a file or not.
  func groupsWithRuns() async throws -> [String]
  /// - Returns: how many there were.
  func deleteRuns(ofGroup id: String) async throws -> Int
}
