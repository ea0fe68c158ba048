import FlyingFox
import Synchronization

/// The body of a request, which comes once.
///
/// An unread body would be taken for the next request on the connection, so it is drained before the response is sent.
final class IncomingBody: Sendable {
  private let sequence: HTTPBodySequence
  private let taken = Atomic(false)

  init(_ sequence: HTTPBodySequence) {
    self.sequence = sequence
  }

  /// For one reader, who reads to the end.
  func pieces() -> HTTPBodySequence {
    taken.store(true, ordering: .relaxed)
    return sequence
  }

  /// Reads the body away if no one has.
  func drain() async throws {
    guard !taken.load(ordering: .relaxed) else { return }
    for try await _ in pieces() {}
  }
}
