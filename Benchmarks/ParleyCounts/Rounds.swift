import CCallgrind

/// How often work is done, and between which moments it is counted.
struct Rounds: Sendable {
  /// Enough that nothing is made for the first time any more.
  static let warmUp = 3
  /// How often the work is done, each time that it is counted.
  let counts: [Int]

  /// So much work, and then twice as much, where it is looked at how it grows. Else the same work again and again: twice, as the first time
  /// may still make something for good; four times for keys, beside which a workbench does other things when a busy machine lets it; three
  /// times over the network, where each time differs a little.
  init(of name: String, count: Int, isOverNetwork: Bool) {
    if GrowingWork.all[name] != nil {
      counts = [count, 2 * count]
    } else {
      let times = OpeningWork.all[name] != nil ? 1 : KeyToFrame.all[name] != nil ? 4 : isOverNetwork ? 3 : 2
      counts = Array(repeating: count, count: times)
    }
  }

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
