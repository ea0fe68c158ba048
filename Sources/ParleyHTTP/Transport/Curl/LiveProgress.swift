import Synchronization

/// How far a transfer is: counted on the loop's thread, read from any. Counting costs next to nothing, so it is always done.
struct LiveProgress: ~Copyable {
  private static let unknown = -1

  private let sent = Atomic(0)
  private let expectedToSend = Atomic(unknown)
  private let received = Atomic(0)
  private let expectedToReceive = Atomic(unknown)

  /// The four may be of moments that follow each other closely.
  var now: TransferProgress {
    TransferProgress(
      sent: sent.load(ordering: .relaxed), expectedToSend: known(expectedToSend.load(ordering: .relaxed)),
      received: received.load(ordering: .relaxed), expectedToReceive: known(expectedToReceive.load(ordering: .relaxed)))
  }

  /// Nothing is no size either.
  private func known(_ count: Int) -> Int? { count > 0 ? count : nil }

  func beginsToSend(expecting count: Int?) {
    sent.store(0, ordering: .relaxed)
    expectedToSend.store(count ?? Self.unknown, ordering: .relaxed)
  }

  /// - Parameters:
  ///   - base: the number of bytes that were there before the transfer began.
  ///   - count: the number of bytes to come; nil if it is unknown.
  func beginsToReceive(behind base: Int, expecting count: Int?) {
    received.store(base, ordering: .relaxed)
    let whole = count.flatMap { $0 <= .max - base ? base + $0 : nil }
    expectedToReceive.store(whole ?? Self.unknown, ordering: .relaxed)
  }

  func sends(_ count: Int) { sent.store(count, ordering: .relaxed) }

  /// Only the loop's thread writes, so adding takes no more than a load and a store.
  func receives(_ count: Int) { received.store(received.load(ordering: .relaxed) &+ count, ordering: .relaxed) }

  /// Whether all has come that was announced.
  var isWhole: Bool { received.load(ordering: .relaxed) == expectedToReceive.load(ordering: .relaxed) }
}
