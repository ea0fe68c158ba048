/// Names one exchange for good: unique, and sorting as text by the time it was made (UUID version 7, RFC 9562 §5.7).
public struct ExchangeID: Sendable, Hashable, Codable, RawRepresentable, CustomStringConvertible {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// A fresh one.
  package init(at time: Timestamp = .now()) {
    var random = FetchedRandomNumbers()
    self.init(at: time, using: &random)
  }

  init(at time: Timestamp, using random: inout some RandomNumberGenerator) {
    let (milliseconds, rest) = UInt64(bitPattern: time.microseconds).quotientAndRemainder(dividingBy: 1000)
    // RFC 9562 §6.2, method 3: the part of a millisecond, so that two of the same millisecond sort as well.
    let high = (milliseconds & 0xFFFF_FFFF_FFFF) << 16 | 0x7000 | rest * 4096 / 1000
    let low = 0x8000_0000_0000_0000 | random.next() >> 2
    rawValue = Self.hexadecimal(high, low)
  }

  public var description: String { rawValue }

  private static func hexadecimal(_ high: UInt64, _ low: UInt64) -> String {
    String(unsafeUninitializedCapacity: 32) { buffer in
      for (index, word) in [high, low].enumerated() {
        for digit in 0..<16 {
          let value = UInt8(truncatingIfNeeded: word >> UInt64(60 - 4 * digit)) & 15
          buffer[index * 16 + digit] = value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
        }
      }
      return 32
    }
  }
}
