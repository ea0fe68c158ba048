internal import ParleyEngine
internal import ParleyText

/// A part of a text that may be a value of its own.
struct CarriedPiece: Hashable {
  /// In the text, as UTF-8 offsets.
  let range: Range<Int>
  let value: String
  let encoding: ChainLink.Encoding
}

/// The values that may stand in a text: all of it, its words, and what they say decoded.
///
///     CarriedPieces(of: "Basic YWRhOnRvay0xMjM0").all   // … "tok-1234", in Base64 behind "ada:"
struct CarriedPieces {
  private(set) var all: Set<CarriedPiece> = []
  private let bytes: [UInt8]

  init(of text: String) {
    bytes = Array(text.utf8)
    add(bytes.indices)
    guard bytes.count <= Self.longest else { return }
    for word in Self.parts(of: bytes.indices, in: bytes, at: Self.isBetweenWords) {
      add(word)
      for mark in [UInt8(ascii: "="), UInt8(ascii: ":")] {
        if let index = bytes[word].firstIndex(of: mark) { add(index + 1..<word.upperBound) }
      }
      for part in Self.parts(of: word, in: bytes, at: Self.isBetweenParts) where part != word { add(part) }
    }
  }

  /// Longer texts are compared whole.
  private static let longest = 1 << 20

  private mutating func add(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    let text = String(decoding: bytes[range], as: UTF8.self)
    all.insert(CarriedPiece(range: range, value: text, encoding: .plain))
    addPercent(text, range)
    addBase64(text, range)
  }

  private mutating func addPercent(_ text: String, _ range: Range<Int>) {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return }
    let decoded = PercentText.decoded(text, plusIsBlank: false)
    if decoded != text, PercentText.encoded(decoded) == text {
      all.insert(CarriedPiece(range: range, value: decoded, encoding: .percent))
    }
  }

  private mutating func addBase64(_ text: String, _ range: Range<Int>) {
    guard let decoded = Self.base64(text) else { return }
    all.insert(CarriedPiece(range: range, value: decoded, encoding: .base64(before: "", after: "")))
    guard let colon = decoded.firstIndex(of: ":") else { return }
    let (user, password) = (String(decoded[..<colon]), String(decoded[decoded.index(after: colon)...]))
    all.insert(CarriedPiece(range: range, value: user, encoding: .base64(before: "", after: ":" + password)))
    all.insert(CarriedPiece(range: range, value: password, encoding: .base64(before: user + ":", after: "")))
  }

  /// The text that a padded Base64 string decodes to; nil if it is not Base64, or does not decode to text.
  private static func base64(_ text: String) -> String? {
    guard text.utf8.count >= 8, text.utf8.count % 4 == 0 else { return nil }
    var (bits, count, bytes) = (UInt32(0), 0, [UInt8]())
    for byte in text.utf8 where byte != UInt8(ascii: "=") {
      guard let digit = digit(byte) else { return nil }
      (bits, count) = (bits << 6 | digit, count + 6)
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
    }
    guard Base64.encode(bytes) == text, let decoded = String(validating: bytes, as: UTF8.self),
      decoded.unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 })
    else { return nil }
    return decoded
  }

  private static func digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }

  private static func parts(
    of range: Range<Int>, in bytes: [UInt8], at isBetween: (UInt8) -> Bool
  ) -> [Range<Int>] {
    bytes[range].split(whereSeparator: isBetween).map(\.indices)
  }

  private static func isBetweenWords(_ byte: UInt8) -> Bool { byte <= 32 || ",;\"'<>()[]{}".utf8.contains(byte) }
  private static func isBetweenParts(_ byte: UInt8) -> Bool { "=:/?&#@|".utf8.contains(byte) }
}
