internal import ParleyEditing
import ParleyEngine
internal import ParleyFiles
package import ParleyModel
import ParleyStore
import ParleyWorkspace
package import WorkbenchServices

// The files of its requests.
extension LiveWorkspace {
  package func create(_ draft: RequestDraft, as id: RequestID) async throws -> WorkspaceSnapshot {
    try await changingFiles {
      try $0.create($0.settled($0.definition(draft, of: id.rawValue), as: id.rawValue), as: id.rawValue)
    }
  }

  package func filesNaming(_ id: RequestID) async throws -> [String] {
    try await session.reload().filesNaming(id.rawValue)
  }

  package func move(_ id: RequestID, to new: RequestID, everywhere: Bool) async throws -> WorkspaceSnapshot {
    note(try await session.rename(request: id.rawValue, to: new.rawValue, everywhere: everywhere))
    return try await snapshot()
  }

  package func duplicate(_ id: RequestID, as new: RequestID) async throws -> WorkspaceSnapshot {
    try await changingFiles { try $0.duplicate(id.rawValue, as: new.rawValue) }
  }

  package func delete(_ id: RequestID) async throws -> WorkspaceSnapshot {
    note(try await session.delete(requests: [id.rawValue]))
    return try await snapshot()
  }

  package func files() async throws -> [String] {
    try await session.workspace.fileNames(limit: 5000)
  }
}
