/// The reason a repository cannot be used, or could not keep something.
public struct RepositoryError: ExplainedError, Hashable {
  /// The kinds of failure. The kind's name is part of ``code``.
  @nonexhaustive public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The path is no folder, or may not be read and written.
    case unusablePath
    /// It was written by a newer program.
    case newerVersion
    /// Its content is damaged.
    case damaged
    /// The disk is full or failed.
    case writing
    /// It is sealed with a key that is not there.
    case key
    /// Its passphrase or key has not been given yet.
    case locked
    /// It was asked before it stood by, or after it was closed.
    case notOpen
    /// The caller stopped waiting.
    case cancelled
    /// A server that holds it cannot be reached.
    case unreachable
    /// The server that holds it is not the one it should be, as far as can be told: its certificate, or none.
    case untrusted
    /// The server that holds it does not allow it.
    case notPermitted
    /// The server that holds it was not set up for it, or needs a migration.
    case notSetUp
  }

  /// The kind of failure.
  public let kind: Kind
  public let summary: String
  public let detail: String?
  public let place: String?
  public let advice: String?

  /// - Parameters:
  ///   - kind: the kind of failure.
  ///   - summary: one sentence.
  ///   - detail: further details; nil when there are none.
  ///   - place: a path.
  ///   - advice: advice on how to fix it.
  public init(
    _ kind: Kind, _ summary: String, detail: String? = nil, place: String? = nil, advice: String? = nil
  ) {
    self.kind = kind
    self.summary = summary
    self.detail = detail
    self.place = place
    self.advice = advice
  }

  public var code: String { "store.\(kind.rawValue)" }
}
