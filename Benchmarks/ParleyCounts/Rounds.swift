import CCallgrind

/// How often work is done, and between which moments it is counted.
struct Rounds: Sendable {
  /// Enough that nothing is made for the first time any more.
  private static let warmUp = 3
  /// What goes over the network differs a little each time: the tests take the median.
  private static let times = 3

  let count: Int

  /// Does the work as often as wanted, three times over, and lets callgrind write a count before and after each.
  /// - Parameter work: does it as often as it is told.
  func counting(_ work: (Int) async throws -> Void) async throws {
    try await work(Self.warmUp)
    callgrind_dump()
    for _ in 0..<Self.times {
      try await work(count)
      callgrind_dump()
    }
  }
}
