/// A journal of an exchange that goes on for long, such as a WebSocket that is open for hours: when the program ends in
/// the middle of it, the exchange is kept as far as it was noted.
///
/// ```swift
/// let journal = try await repository.journal(of: exchange)
/// try await journal?.append(arrived)
/// await journal?.end()
/// ```
public protocol ExchangeJournal: Sendable {
  /// Notes bytes of the response's body, behind those before.
  func append(_ bytes: [UInt8]) async throws(RepositoryError)
  /// Forgets what was noted: the exchange is kept, or never will be.
  func end() async
}

extension Repository {
  /// A repository that notes nothing down.
  public func journal(of exchange: Exchange) async throws(RepositoryError) -> (any ExchangeJournal)? { nil }
}

/// Notes down a session while it goes on. What cannot be noted is no reason to end the session.
final class SessionJournal: Sendable {
  private struct State {
    var exchange: Exchange?
    var body: (any ByteSource)?
    var journal: (any ExchangeJournal)?
    var offset = 0
    var isAsked = false
    var isOver = false
  }

  private static let window = 1 << 18

  private let state = Lock(State())
  private let turn = AsyncTurn()
  private let repository: any Repository

  init(in repository: any Repository) {
    self.repository = repository
  }

  /// - Parameter body: of the response, which grows.
  func begin(_ exchange: Exchange, body: any ByteSource) {
    state.withLock { ($0.exchange, $0.body, $0.offset) = (exchange, body, 0) }
    grown()
  }

  /// There is more to note.
  func grown() {
    let isFirst = state.withLock { state in
      guard state.body != nil, !state.isAsked, !state.isOver else { return false }
      state.isAsked = true
      return true
    }
    if isFirst { Task { await turn { await write() } } }
  }

  /// Returns when nothing is left of it.
  func end() async {
    await turn {
      let journal = state.withLock { state in
        defer { state = State(isOver: true) }
        return state.journal
      }
      await journal?.end()
    }
  }

  private func write() async {
    guard let journal = await journal(), let body = bodyToNote() else { return }
    while true {
      let offset = state.withLock(\.offset)
      guard let bytes = try? body.read(at: offset, count: Self.window), !bytes.isEmpty else { return }
      do { try await journal.append(bytes) } catch { return }
      state.withLock { $0.offset += bytes.count }
    }
  }

  /// Marks the request to write as taken, and returns the body to note. Bytes that arrive from now on request a write
  /// again.
  private func bodyToNote() -> (any ByteSource)? {
    state.withLock { state in
      state.isAsked = false
      return state.body
    }
  }

  private func journal() async -> (any ExchangeJournal)? {
    let (journal, exchange) = state.withLock { ($0.journal, $0.exchange) }
    if let journal { return journal }
    guard let exchange, let journal = try? await repository.journal(of: exchange) else { return nil }
    state.withLock { $0.journal = journal }
    return journal
  }
}
