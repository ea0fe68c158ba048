import Glibc

/// The system's random numbers, fetched many at a time: one alone costs a system call.
struct FetchedRandomNumbers: RandomNumberGenerator {
  /// As many bytes as getentropy(3) gives at once.
  private static let count = 256 / MemoryLayout<UInt64>.size
  private static let waiting = Lock<[UInt64]>([])

  func next() -> UInt64 {
    Self.waiting.withLock { waiting in
      if waiting.isEmpty { waiting = Self.fetch() }
      return waiting.removeLast()
    }
  }

  private static func fetch() -> [UInt64] {
    [UInt64](unsafeUninitializedCapacity: count) { numbers, initialized in
      let isFilled = getentropy(numbers.baseAddress, count * MemoryLayout<UInt64>.size) == 0
      precondition(isFilled, "the system has no random numbers")
      initialized = count
    }
  }
}
