/// What a pasted command became.
package struct ImportedDraft: Hashable, Sendable {
  package var draft: RequestDraft
  /// What could not be taken over, a sentence each.
  package var notes: [String]

  package init(_ draft: RequestDraft, notes: [String] = []) {
    self.draft = draft
    self.notes = notes
  }
}
