import ParleyEngine
import ParleyStore
import ParleyWorkspace
package import WorkbenchServices

// What is typed into editors is kept where the drafts of requests are, encrypted like them.
extension LivePerson {
  package func leftDrafts() async throws -> [LeftDraft] {
    try await session.store.drafts.leftEditors().compactMap(LeftDraft.init).sorted { $0.savedAt > $1.savedAt }
  }

  package func keep(_ draft: EditorDraft) async throws {
    try await session.store.drafts.saveEditor(draft.place.name, content: draft.content)
  }

  package func noteOffered(_ drafts: [LeftDraft]) async throws {
    for left in drafts {
      var draft = left.draft
      draft.typedAt = left.savedAt
      try await session.store.drafts.save(left.id, content: draft.content)
    }
  }

  package func drop(_ place: EditorDraft.Place) async throws {
    try await session.store.drafts.removeEditor(place.name)
  }

  package func forget(_ left: LeftDraft.ID) async throws { try await session.store.drafts.remove(left) }
}

extension LeftDraft {
  /// - Returns: nil for what another version of the program has kept.
  fileprivate init?(_ kept: Draft) {
    guard let draft = try? JSONValue(parsing: kept.content).decode(EditorDraft.self) else { return nil }
    self.init(kept.request, savedAt: draft.typedAt ?? kept.savedAt, draft)
  }
}

extension EditorDraft {
  fileprivate var content: [UInt8] {
    get throws { JSONPrinter.compact.bytes(of: try JSONValue(encoding: self)) }
  }
}

extension EditorDraft.Place {
  /// By which it is kept.
  fileprivate var name: String {
    (try? JSONValue(encoding: self)).map { JSONPrinter.compact.string(of: $0) } ?? "\(self)"
  }
}
