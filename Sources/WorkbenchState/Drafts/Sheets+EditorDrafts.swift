import TerminalKit
package import WorkbenchServices

extension FormSheet: DraftedSheet {
  package var editorDraft: EditorDraft? {
    guard form.isKept, hasChanged else { return nil }
    var draft = EditorDraft(.form(identity), title, kept)
    draft.form = form.reopened
    return draft
  }

  package mutating func fill(_ draft: EditorDraft) -> Bool {
    guard form.isKept, draft.place == .form(identity) else { return false }
    return take(draft.texts)
  }

  /// The text that tells one form from another: its title and the note above its fields.
  private var identity: String { "\(title)\n\(note)" }
}

extension PopupForm {
  /// Whether typed text is kept as a draft. Answers needed before something else are not: they are asked for again, and
  /// one may be a passphrase.
  fileprivate var isKept: Bool { questions.isEmpty }
}

extension ImportSourceSheet: DraftedSheet {
  package var editorDraft: EditorDraft? {
    typed.isEmpty ? nil : EditorDraft(.importSource, "what to import", [.init(typed)])
  }

  package mutating func fill(_ draft: EditorDraft) -> Bool {
    guard draft.place == .importSource, typed.isEmpty, let text = draft.texts.first?.text else { return false }
    typed = text
    return true
  }
}
