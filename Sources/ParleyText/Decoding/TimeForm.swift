package import ParleyEngine

/// How a moment is written.
package enum TimeForm: Hashable, Sendable {
  /// Since 1970: seconds, milliseconds or microseconds.
  case unix(unitsPerSecond: Int64)
  /// As RFC 3339 has it.
  case iso

  package var words: String {
    switch self {
    case .unix(1): "Unix seconds"
    case .unix(1000): "Unix milliseconds"
    case .unix: "Unix microseconds"
    case .iso: "ISO time"
    }
  }

  /// - Returns: nil for a text that is no time; numbers count as such from 2001 to 2286.
  static func read(_ text: String) -> (TimeForm, Timestamp)? {
    if let time = isoTime(text) { return (.iso, time) }
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), text.utf8.first != UInt8(ascii: "0"),
      let number = Int64(text)
    else { return nil }
    switch text.utf8.count {
    case 10: return (.unix(unitsPerSecond: 1), Timestamp(microseconds: number * 1_000_000))
    case 13: return (.unix(unitsPerSecond: 1000), Timestamp(microseconds: number * 1000))
    case 16: return (.unix(unitsPerSecond: 1_000_000), Timestamp(microseconds: number))
    default: return nil
    }
  }

  func text(of time: Timestamp) -> String {
    switch self {
    case .iso: time.iso8601
    case .unix(let units): String(time.microseconds / (1_000_000 / units))
    }
  }

  /// `2026-11-25T20:10:00Z`, with a fraction or without, and with an offset in place of the Z.
  package static func isoTime(_ text: String) -> Timestamp? {
    let bytes = Array(text.utf8)
    guard (17...40).contains(bytes.count), bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: "t") else {
      return nil
    }
    let date = bytes[..<10].split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard date.map(\.count) == [4, 2, 2], let day = numbers(date) else { return nil }
    let rest = bytes[11...]
    guard let zone = rest.lastIndex(where: { "Zz+-".utf8.contains($0) }), let offset = offset(rest[zone...]) else {
      return nil
    }
    return time(day, rest[..<zone], offset)
  }

  /// - Parameter clock: `14:03`, `14:03:07` or `14:03:07.25`.
  private static func time(_ day: [Int64], _ clock: ArraySlice<UInt8>, _ offset: Int64) -> Timestamp? {
    let parts = clock.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    let clock = parts[0].split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard (2...3).contains(clock.count), clock.allSatisfy({ $0.count == 2 }), let time = numbers(clock),
      (1...12).contains(day[1]), (1...31).contains(day[2]), time[0] < 24, time[1] < 60, time.count < 3 || time[2] <= 60
    else { return nil }
    var fraction: Int64 = 0
    if parts.count == 2 {
      let digits = parts[1].prefix(6)
      guard !digits.isEmpty, parts[1].allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      fraction = Int64(String(decoding: digits, as: UTF8.self) + String(repeating: "0", count: 6 - digits.count)) ?? 0
    }
    let seconds = days(day) * 86_400 + time[0] * 3600 + time[1] * 60 + (time.count > 2 ? time[2] : 0) - offset
    return Timestamp(microseconds: seconds * 1_000_000 + fraction)
  }

  private static func offset(_ bytes: ArraySlice<UInt8>) -> Int64? {
    guard let sign = bytes.first else { return nil }
    if sign | 0x20 == UInt8(ascii: "z") { return bytes.count == 1 ? 0 : nil }
    let parts = bytes.dropFirst().split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.map(\.count) == [2, 2], let offset = numbers(parts), offset[0] < 24, offset[1] < 60 else { return nil }
    return (sign == UInt8(ascii: "-") ? -1 : 1) * (offset[0] * 3600 + offset[1] * 60)
  }

  private static func numbers(_ parts: [ArraySlice<UInt8>]) -> [Int64]? {
    let numbers = parts.compactMap { part in
      part.allSatisfy { (0x30...0x39).contains($0) } ? Int64(String(decoding: part, as: UTF8.self)) : nil
    }
    return numbers.count == parts.count ? numbers : nil
  }

  /// Since 1970-01-01, by the calendar of today at all times.
  private static func days(_ day: [Int64]) -> Int64 {
    let year = day[1] <= 2 ? day[0] - 1 : day[0]
    let era = year / 400
    let yearOfEra = year % 400
    let dayOfYear = (153 * (day[1] + (day[1] > 2 ? -3 : 9)) + 2) / 5 + day[2] - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}
