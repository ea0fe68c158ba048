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
