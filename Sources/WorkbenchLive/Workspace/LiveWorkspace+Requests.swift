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
      try $0.files.create(
        $0.credentials.settled($0.definition(draft, of: id.rawValue), as: id.rawValue), as: id.rawValue)
    }
  }

  package func filesNaming(_ id: RequestID) async throws -> [String] {
    NameUses(in: try await session.reload()).files(namingRequest: id.rawValue)
  }

  package func move(_ id: RequestID, to new: RequestID, everywhere: Bool) async throws -> WorkspaceSnapshot {
    note(try await session.files.rename(request: id.rawValue, to: new.rawValue, everywhere: everywhere))
    return try await snapshot()
  }

  package func duplicate(_ id: RequestID, as new: RequestID) async throws -> WorkspaceSnapshot {
    try await changingFiles { try $0.files.duplicate(id.rawValue, as: new.rawValue) }
  }

  package func delete(_ id: RequestID) async throws -> WorkspaceSnapshot {
    note(try await session.files.delete(requests: [id.rawValue]))
    return try await snapshot()
  }

  package func files() async throws -> [String] {
    try await OtherFiles(in: session.workspace, limit: 5000).names()
  }
}

// Folders of requests, and several requests at once.
extension LiveWorkspace {
  package func filesNaming(folder: String) async throws -> [String] {
    try await session.reload()
    return session.files.naming(folder: folder)
  }

  package func filesNaming(_ ids: [RequestID]) async throws -> [String] {
    try await session.reload()
    return session.files.naming(requests: ids.map(\.rawValue))
  }

  package func move(folder: String, to new: String, everywhere: Bool) async throws -> WorkspaceSnapshot {
    note(try await session.files.rename(folder: folder, to: new, everywhere: everywhere))
    return try await snapshot()
  }

  package func delete(folder: String) async throws -> WorkspaceSnapshot {
    note(try await session.files.delete(folder: folder))
    return try await snapshot()
  }

  package func move(_ ids: [RequestID], of all: [RequestID], into folder: String) async throws -> WorkspaceSnapshot {
    let isFirst = ids.first == all.first
    if isFirst { try session.files.checkMove(of: all.map(\.rawValue), into: folder) }
    note(try await session.files.move(requests: ids.map(\.rawValue), into: folder), joins: !isFirst)
    return try await snapshot()
  }

  package func delete(_ ids: [RequestID], of all: [RequestID]) async throws -> WorkspaceSnapshot {
    note(try await session.files.delete(requests: ids.map(\.rawValue)), joins: ids.first != all.first)
    return try await snapshot()
  }
}
