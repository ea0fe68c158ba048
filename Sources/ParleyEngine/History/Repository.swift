/// A storage of a client's work. The engine itself keeps nothing on disk; `ParleyStore` has the repository that does.
///
/// ```swift
/// let store = Store(at: folder, machineKey: keyFile)  // of ParleyStore
/// let client = Client(repository: store)
/// try await client.open()
/// ```
public protocol Repository: Sendable {
  /// Makes ready for work: opens files, migrates. Called once, off the caller's thread.
  func open() async throws(RepositoryError)
  /// Keeps an exchange; returns once it is safe.
  func keep(_ exchange: Exchange) async throws(RepositoryError)
  /// The storage of bodies that are too large for memory; nil keeps them in memory.
  var bodies: (any BodyStorage)? { get }
  /// Begins to note down an exchange that may go on for long, in case the program ends before it is kept; nil notes nothing.
  /// - Parameter exchange: as far as it is known; the body of its response is still to come.
  func journal(of exchange: Exchange) async throws(RepositoryError) -> (any ExchangeJournal)?
}

/// A repository that forgets everything, for programs that want only the transport. It always is open.
public struct NoRepository: Repository {
  /// The only one there is.
  public init() {}

  public func open() {}
  public func keep(_ exchange: Exchange) {}
  public var bodies: (any BodyStorage)? { nil }
}

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
