public import ParleyEngine

/// An edit of a request that is not in its file yet.
public struct Draft: Sendable, Hashable {
  /// Which request it is of.
  public let request: String
  /// When it was last saved.
  public let savedAt: Timestamp
  /// What the person wrote, in the format of whoever saved it.
  public let content: [UInt8]
  /// Tells which state of the file was edited, so that a file that changed meanwhile is noticed.
  public let baseHash: String?
}

/// That there is a draft, without its content.
public struct DraftEntry: Sendable, Hashable {
  /// What it is a draft of.
  public let request: String
  /// When it was last saved.
  public let savedAt: Timestamp
}
