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
    case 10: return (.unix(unitsPerSecond: 1), Timestamp(microseconds: number * 1_000_000))  // bounded: ten digits
    case 13: return (.unix(unitsPerSecond: 1000), Timestamp(microseconds: number * 1000))  // bounded: thirteen
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

  /// `2026-11-25T20:10:00Z`, with a fraction or without, and with an offset in place of the Z. With a space in place of the `T` it
  /// may be part of a sentence.
  package static func isoTime(_ text: String) -> Timestamp? {
    text.utf8.contains(UInt8(ascii: " ")) ? nil : Timestamp(rfc3339: text)
  }
}
