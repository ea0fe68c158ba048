/// What a pasted command became.
public struct ImportedDraft: Hashable, Sendable {
  public var draft: RequestDraft
  /// What could not be taken over, a sentence each.
  public var notes: [String]

  public init(_ draft: RequestDraft, notes: [String] = []) {
    self.draft = draft
    self.notes = notes
  }
}
