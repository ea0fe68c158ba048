import ParleyEngine
import ParleyModel
package import WorkbenchServices

/// The unsaved edits of a file that is open: they are copied and moved with the file.
package enum ListedDraft: Hashable, Sendable {
  /// It has not been open: a draft of an earlier session may have been kept.
  case unknown
  case none
  case request(RequestDraft, over: RequestDraft)
  /// The text of a group, and what its file said when it was begun.
  case group(String, over: String)
}

extension ListedDraft {
  /// Safe on disk before the file changes.
  package func kept(as file: ListedFile, with services: Services) async throws {
    switch self {
    case .unknown, .none: break
    case .request(let draft, let base): try await services.requests.keepDraft(draft, of: file.request, over: base)
    case .group(let text, let base): try await services.groups.keepGroupDraft(text, of: file.name, over: base)
    }
  }

  /// Writes the edits to a copy of the file. If that is not possible without a question, they become a draft of the
  /// copy.
  /// - Returns: nil where there is nothing to write.
  package func written(
    to copy: ListedFile, copying file: ListedFile, with services: Services
  ) async throws -> WorkspaceSnapshot? {
    switch self {
    case .none: return nil
    case .request(let draft, _): return try await Self.write(draft, to: copy.request, services)
    case .group(let text, _): return try await Self.write(text, toGroup: copy.name, services)
    case .unknown where file.kind == .request:
      guard let draft = try await services.requests.load(file.request).draft else { return nil }
      return try await Self.write(draft, to: copy.request, services)
    case .unknown:
      guard let text = try await services.groups.loadGroup(file.name).draft else { return nil }
      return try await Self.write(text, toGroup: copy.name, services)
    }
  }

  private static func write(
    _ draft: RequestDraft, to copy: RequestID, _ services: Services
  ) async throws -> WorkspaceSnapshot? {
    let saved = try await services.requests.load(copy).saved
    guard draft != saved else { return nil }
    // Where a secret belongs is asked when the copy is saved.
    let isComplete = draft.secretQuestions.allSatisfy(saved.secretQuestions.contains)
    if isComplete, case .saved(_, let snapshot)? = try? await services.requests.save(draft, of: copy, over: saved) {
      return snapshot
    }
    try await services.requests.keepDraft(draft, of: copy, over: saved)
    return try await services.workspace.read()
  }

  private static func write(
    _ text: String, toGroup copy: String, _ services: Services
  ) async throws -> WorkspaceSnapshot? {
    let saved = try await services.groups.loadGroup(copy).saved
    guard !text.isIdentical(to: saved) else { return nil }
    if case .saved(_, let snapshot)? = try? await services.groups.saveGroup(text, of: copy, over: saved) {
      return snapshot
    }
    try await services.groups.keepGroupDraft(text, of: copy, over: saved)
    return try await services.workspace.read()
  }
}
