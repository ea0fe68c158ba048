import ParleyEngine

/// What one evaluation holds of what the process does. The kernel counts them together, so each of those that go on at the same time
/// is granted what it may hold at most, and no one is held to account for another.
final class MemoryShare {
  private let limit: Int
  /// Bytes made since the process was last measured, and in all.
  private var unmeasured = 0
  private var made = 0
  private var startOfMeasure: Int?
  private var number: Int?

  private static let measureEvery = 32 << 20
  /// What others have made, by their numbers, up to what they may hold.
  private static let active = Lock<(last: Int, granted: [Int: Int])>((0, [:]))

  init(limit: Int) { self.limit = limit }

  deinit {
    guard let number else { return }
    Self.active.withLock { $0.granted[number] = nil }
  }

  /// Counts bytes that are made.
  /// - Returns: whether they are too many. Beyond the bound it is looked at what the process really holds, for most of them are gone
  ///   again.
  @inline(__always)
  func exceeds(making bytes: Int) -> Bool {
    unmeasured &+= bytes
    return unmeasured > Self.measureEvery && measure()
  }

  @inline(never)
  private func measure() -> Bool {
    made += unmeasured
    unmeasured = 0
    let others = grantedToOthers()
    // Where the kernel does not tell, all that was made counts.
    guard let resident = ResidentMemory.current else { return made > 8 * limit }
    let start = min(startOfMeasure ?? resident, resident)
    startOfMeasure = start
    return made > limit && resident - start - others > limit - Self.measureEvery
  }

  private func grantedToOthers() -> Int {
    Self.active.withLock { state in
      if number == nil {
        state.last += 1
        number = state.last
      }
      let others = state.granted.reduce(0) { $0 + ($1.key == number ? 0 : $1.value) }
      if let number { state.granted[number] = min(made, limit) }
      return others
    }
  }
}
