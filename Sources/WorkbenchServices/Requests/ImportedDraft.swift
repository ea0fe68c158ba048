/// The draft made from a pasted command.
package struct ImportedDraft: Hashable, Sendable {
  package var draft: RequestDraft
  /// The parts that could not be taken over, a sentence each.
  package var notes: [String]
  /// The secrets of it that are kept encrypted on this machine, as they are asked for elsewhere.
  package var kept: [String] = []
  /// Which scheme was taken where none was given.
  package var hint: String?

  package init(_ draft: RequestDraft, notes: [String] = []) {
    self.draft = draft
    self.notes = notes
  }
}
