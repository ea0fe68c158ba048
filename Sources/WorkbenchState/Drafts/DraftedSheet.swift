package import WorkbenchServices

/// A pop-up into which something is typed.
package protocol DraftedSheet: Sheet {
  /// The typed text; nil if there is none, and for text that is kept nowhere, such as a passphrase.
  var editorDraft: EditorDraft? { get }
  /// - Returns: whether it is what the draft was typed into.
  mutating func fill(_ draft: EditorDraft) -> Bool
}

extension String {
  package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
