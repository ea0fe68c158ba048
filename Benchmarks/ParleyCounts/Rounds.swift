import CCallgrind

/// How often work is done, and between which moments it is counted.
struct Rounds: Sendable {
  /// Enough that nothing is made for the first time any more.
  static let warmUp = 3
  /// How often the work is done, each time that it is counted.
  let counts: [Int]

  /// The same work again and again. The tests take the smaller of two, as the first may still make something for good, and the
  /// median of three, as what goes over the network differs a little each time.
  init(count: Int, times: Int) { counts = Array(repeating: count, count: times) }

  /// So much work, and then twice as much.
  init(doubling count: Int) { counts = [count, 2 * count] }

  /// Does the work as often as wanted, and lets callgrind write a count before and after each time.
  /// - Parameter work: does it as often as it is told.
  func counting(_ work: (Int) async throws -> Void) async throws {
    try await work(Self.warmUp)
    callgrind_count()
    for count in counts {
      try await work(count)
      callgrind_count()
    }
  }
}
