public import ParleyEngine

/// An edit of a request that is not in its file yet.
public struct Draft: Sendable, Hashable {
  /// Which request it is of.
  public let request: String
  public let savedAt: Timestamp
  public let content: [UInt8]
  /// Tells which state of the file was edited, so that a file that changed meanwhile is noticed.
  public let baseHash: String?
}

/// That there is a draft, without its content.
public struct DraftEntry: Sendable, Hashable {
  public let request: String
  public let savedAt: Timestamp
}
