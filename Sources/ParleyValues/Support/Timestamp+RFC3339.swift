import Glibc

extension Timestamp {
  /// A moment as RFC 3339 writes it, in any zone and with any fraction of a second; nil for any other text.
  ///
  /// ```swift
  /// Timestamp(rfc3339: "2026-11-21T14:03:07+01:00")
  /// ```
  package init?(rfc3339 text: String) {
    let parts = Parts(Array(text.utf8))
    guard let parts, let seconds = parts.unixSeconds else { return nil }
    self.init(microseconds: (seconds - parts.offset) * 1_000_000 + parts.microseconds)
  }

  private struct Parts {
    private static let length = 19
    private let numbers: [Int32]
    let microseconds: Int64
    /// Of the zone, in seconds east of UTC.
    let offset: Int64

    init?(_ text: [UInt8]) {
      guard text.count > Self.length, Self.hasShape(text) else { return nil }
      numbers = [0..<4, 5..<7, 8..<10, 11..<13, 14..<16, 17..<19].compactMap { Self.number(text[$0]) }
      guard numbers.count == 6 else { return nil }
      var rest = text[Self.length...]
      guard let fraction = Self.fraction(&rest), let offset = Self.offset(rest) else { return nil }
      (microseconds, self.offset) = (fraction, offset)
    }

    private static func hasShape(_ text: [UInt8]) -> Bool {
      let signs: [(Int, String)] = [(4, "-"), (7, "-"), (10, "Tt "), (13, ":"), (16, ":")]
      return signs.allSatisfy { place, allowed in allowed.utf8.contains(text[place]) }
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int32? {
      guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
      return Int32(String(decoding: digits, as: UTF8.self))
    }

    /// Nil for a point without digits.
    private static func fraction(_ text: inout ArraySlice<UInt8>) -> Int64? {
      guard text.first == UInt8(ascii: ".") else { return 0 }
      let digits = text.dropFirst().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      guard !digits.isEmpty else { return nil }
      text = text.dropFirst(1 + digits.count)
      let known = String(decoding: digits.prefix(6), as: UTF8.self)
      return Int64(known + String(repeating: "0", count: 6 - known.count))
    }

    private static func offset(_ text: ArraySlice<UInt8>) -> Int64? {
      if text.elementsEqual("Z".utf8) || text.elementsEqual("z".utf8) { return 0 }
      let text = Array(text)
      guard text.count == 6, text[3] == UInt8(ascii: ":"), let hours = number(text[1..<3]), hours < 24,
        let minutes = number(text[4..<6]), minutes < 60
      else { return nil }
      let seconds = Int64(hours) * 3600 + Int64(minutes) * 60
      switch text[0] {
      case UInt8(ascii: "+"): return seconds
      case UInt8(ascii: "-"): return -seconds
      default: return nil
      }
    }

    /// Nil for a day or a time that is none.
    var unixSeconds: Int64? {
      guard (1...12).contains(numbers[1]), (1...31).contains(numbers[2]), numbers[3] < 24, numbers[4] < 60,
        numbers[5] <= 60
      else { return nil }
      var time = tm()
      (time.tm_year, time.tm_mon, time.tm_mday) = (numbers[0] - 1900, numbers[1] - 1, numbers[2])
      (time.tm_hour, time.tm_min, time.tm_sec) = (numbers[3], numbers[4], numbers[5])
      let seconds = Int64(timegm(&time))
      return time.tm_mday == numbers[2] ? seconds : nil
    }
  }
}
