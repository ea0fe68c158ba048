internal import ParleyEditing
internal import ParleyFiles
import ParleyStore
import ParleyWorkspace
package import WorkbenchServices

extension LiveGroups {
  package func createGroup(_ id: String) async throws -> WorkspaceSnapshot {
    try await changingFiles { try $0.files.createGroup(id) }
  }

  package func filesNaming(group id: String) async throws -> [String] {
    NameUses(in: try await session.reload()).files(namingGroup: id)
  }

  package func moveGroup(_ id: String, to new: String, everywhere: Bool) async throws -> WorkspaceSnapshot {
    note(try await session.files.rename(group: id, to: new, everywhere: everywhere))
    return try await snapshot()
  }

  package func duplicateGroup(_ id: String, as new: String) async throws -> WorkspaceSnapshot {
    try await changingFiles { try $0.files.duplicateGroup(id, as: new) }
  }

  package func deleteGroup(_ id: String) async throws -> WorkspaceSnapshot {
    note(try await session.files.delete(group: id))
    return try await snapshot()
  }

  package func groupsWithRuns() async throws -> [String] { try await session.store.runs.groups() }

  package func deleteRuns(ofGroup id: String) async throws -> Int {
    try await session.store.runs.deleteAll(of: id)
  }
}
