package import ParleyModel
import ParleyWorkspace
package import WorkbenchServices

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
