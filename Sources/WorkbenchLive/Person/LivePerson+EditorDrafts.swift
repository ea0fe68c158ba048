import ParleyEngine
import ParleyStore
import ParleyWorkspace
package import Workbench

// What is typed into editors is kept where the drafts of requests are, encrypted like them.
extension LivePerson {
  package func leftDrafts() async throws -> [LeftDraft] {
    try await session.store.drafts.leftEditors().compactMap(LeftDraft.init).sorted { $0.savedAt > $1.savedAt }
  }

  package func keep(_ draft: EditorDraft) async throws {
    let content = JSONPrinter.compact.bytes(of: try JSONValue(encoding: draft))
    try await session.store.drafts.saveEditor(draft.place.name, content: content)
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
    self.init(kept.request, savedAt: kept.savedAt, draft)
  }
}

extension EditorDraft.Place {
  /// By which it is kept.
  fileprivate var name: String {
    (try? JSONValue(encoding: self)).map { JSONPrinter.compact.string(of: $0) } ?? "\(self)"
  }
}
