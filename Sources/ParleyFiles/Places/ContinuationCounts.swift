import ParleyText

/// How many bytes of a text are inside a UTF-8 sequence, up to any place: found in a time that no length of a line changes.
struct ContinuationCounts: Sendable, Equatable {
  private static let step = 64

  /// Those before each multiple of `step`; `nil` where there are none at all.
  private let counts: [Int]?

  init(_ bytes: [UInt8]) {
    guard Self.count(in: bytes, from: 0, to: bytes.count) > 0 else {
      counts = nil
      return
    }
    var (counts, count) = ([0], 0)
    for start in stride(from: 0, to: bytes.count, by: Self.step) {
      count += Self.count(in: bytes, from: start, to: min(bytes.count, start + Self.step))
      counts.append(count)
    }
    self.counts = counts
  }

  /// - Parameter bytes: the same as before.
  package func count(before offset: Int, in bytes: [UInt8]) -> Int {
    guard let counts else { return 0 }
    let block = offset / Self.step
    let before = counts[block]
    // Most stretches have none, also in a file that has some.
    if block + 1 < counts.count, counts[block + 1] == before { return before }
    return before + Self.count(in: bytes, from: block * Self.step, to: offset)
  }

  /// By the bytes themselves, since every value in a file asks for its place.
  private static func count(in bytes: [UInt8], from start: Int, to end: Int) -> Int {
    bytes.withUnsafeBufferPointer { bytes in
      var (count, index) = (0, start)
      while index < end {
        if bytes[index] & 0xC0 == 0x80 { count += 1 }
        index += 1
      }
      return count
    }
  }
}
