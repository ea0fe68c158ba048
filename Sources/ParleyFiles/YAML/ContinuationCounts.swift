import ParleyText

/// How many bytes of a text are inside a UTF-8 sequence, up to any place: found in a time that no length of a line changes.
struct ContinuationCounts: Sendable, Equatable {
  private static let step = 256

  /// Those before each multiple of `step`; `nil` where there are none at all.
  private let counts: [Int]?

  init(_ bytes: [UInt8]) {
    guard bytes.contains(where: \.isContinuation) else {
      counts = nil
      return
    }
    var (counts, count) = ([0], 0)
    for start in stride(from: 0, to: bytes.count, by: Self.step) {
      count += bytes[start..<min(bytes.count, start + Self.step)].count(where: \.isContinuation)
      counts.append(count)
    }
    self.counts = counts
  }

  /// - Parameter bytes: the same as before.
  package func count(before offset: Int, in bytes: [UInt8]) -> Int {
    guard let counts else { return 0 }
    let start = offset / Self.step * Self.step
    return counts[offset / Self.step] + bytes[start..<offset].count(where: \.isContinuation)
  }
}
