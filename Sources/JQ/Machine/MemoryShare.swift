import ParleyEngine

/// The share of one evaluation in the memory that the process holds. The kernel counts all evaluations together, so
/// each of those that run at the same time is granted a maximum, and none is charged for the memory of another.
final class MemoryShare {
  private let limit: Int
  /// Bytes made since the process was last measured, and in all.
  private var unmeasured = 0
  private var made = 0
  private var startOfMeasure: Int?
  private var number: Int?

  private static let measureEvery = 32 << 20
  /// The bytes made by the running evaluations, by their numbers, up to the maximum of each.
  private static let active = Lock<(last: Int, granted: [Int: Int])>((0, [:]))

  init(limit: Int) { self.limit = limit }

  deinit {
    guard let number else { return }
    Self.active.withLock { $0.granted[number] = nil }
  }

  /// Counts bytes that are made.
  /// - Returns: whether they are too many. Beyond the bound the memory that the process really holds decides, because
  ///   most of the bytes have been released.
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
    // If the kernel does not say what the process holds, all that was made counts.
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
