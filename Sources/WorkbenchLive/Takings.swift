import ParleyEngine

/// Takes things from the files as they were read last, one after the other, each under a number of its own: what has a higher number is
/// newer, whichever arrives first.
final class Takings: Sendable {
  private let turn = AsyncTurn()
  private let count = Lock(0)

  func callAsFunction<Value>(_ take: (Int) throws -> Value) async rethrows -> Value {
    try await turn { () throws in
      let number = count.withLock { count in
        count += 1
        return count
      }
      return try take(number)
    }
  }
}
