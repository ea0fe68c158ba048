package import ParleyEngine

/// An edit of a request that is not in its file yet.
package struct Draft: Sendable, Hashable {
  /// The name of the request.
  package let request: String
  /// The time it was last saved.
  package let savedAt: Timestamp
  /// The text the person wrote, in the format of the program that saved it.
  package let content: [UInt8]
  /// Tells which state of the file was edited, so that a file that changed meanwhile is noticed.
  package let baseHash: String?
}

/// That there is a draft, without its content.
package struct DraftEntry: Sendable, Hashable {
  /// The name of the request.
  package let request: String
  /// The time it was last saved.
  package let savedAt: Timestamp
}
