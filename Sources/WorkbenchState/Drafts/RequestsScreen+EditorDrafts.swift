import TerminalKit
package import WorkbenchServices

extension RequestsScreen {
  package func editorDrafts(in environment: String?) -> [EditorDraft] {
    tabs.all.compactMap { tab in
      let text = tab.response.message.editor.text
      guard !text.isEmpty else { return nil }
      let id = tab.composer.request
      return EditorDraft(.message(id), "the message to \(id)", [.init(text)])
    }
  }

  package mutating func fill(_ draft: EditorDraft, in environment: String?) -> Bool {
    guard case .message(let id) = draft.place, let text = draft.texts.first?.text else { return false }
    return tabs.change(id) { tab in
      guard tab.response.message.isOpen else { return false }
      tab.response.message.giveBack(text)
      return true
    } ?? false
  }
}

extension RequestDraft {
  /// The texts shown where the draft is listed.
  package var excerpts: [EditorDraft.Text] {
    [.init("\(method) \(Parameters.url(of: self))")] + headers.map { .init($0.value, label: $0.name) }
  }
}
