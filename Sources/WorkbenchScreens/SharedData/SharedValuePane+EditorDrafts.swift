import ParleyEngine
import TerminalKit
import WorkbenchParts
import WorkbenchServices

// The draft of the value that is being edited.
extension SharedValuePane {
  func editorDrafts(in environment: String?) -> [EditorDraft] {
    guard let edit, edit.hasChanged else { return [] }
    let (place, title) = (edit.place(in: environment), "the value of \(edit.name)")
    var draft = EditorDraft(place, title, [.init(edit.text)], isSecret: edit.isSecret)
    (draft.base, draft.kind) = (edit.base, edit.kind)
    return [draft]
  }

  mutating func fill(_ draft: EditorDraft, in environment: String?) -> Bool {
    guard let edit, edit.place(in: environment) == draft.place, let text = draft.texts.first?.text else {
      return false
    }
    self.edit?.resume(text, as: draft.kind, from: draft.base)
    resize(to: size)
    return true
  }
}

extension SharedValueEdit {
  fileprivate func place(in environment: String?) -> EditorDraft.Place {
    creation.map { .newSharedValue($0, environment: environment) } ?? .sharedValue(name, environment: environment)
  }
}
