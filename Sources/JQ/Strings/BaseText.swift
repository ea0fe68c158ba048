/// `@base64` and `@base64d`
enum Base64Text {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let padding = UInt8(ascii: "=")

  static func encoded(_ bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    result.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = (0..<3).reduce(0) { $0 << 8 | ($1 < group.count ? Int(group[start + $1]) : 0) }
      for index in 0..<4 {
        result.append(index <= group.count ? alphabet[bits >> (18 - 6 * index) & 63] : padding)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Padding may be missing; bytes that are no UTF-8 are replaced.
  static func decoded(_ text: String, _ value: Value) throws(Interrupt) -> String {
    var decoder = BitDecoder(bitsPerDigit: 6)
    for byte in text.utf8.prefix(while: { $0 != padding }) {
      guard let digit = digit(byte) else { throw .error("\(value.described) is not valid base64 data", at: value) }
      decoder.append(digit)
    }
    if decoder.digits % 4 == 1 { throw .error("\(value.described) trailing base64 byte found", at: value) }
    return String(decoding: decoder.bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte) - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte) + 4
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}

/// `@base32` and `@base32d`
enum Base32Text {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
  private static let padding = UInt8(ascii: "=")

  static func encoded(_ bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    var (bits, count) = (0, 0)
    for byte in bytes {
      bits = (bits << 8 | Int(byte)) & 0xFFF
      count += 8
      while count >= 5 {
        count -= 5
        result.append(alphabet[bits >> count & 31])
      }
    }
    if count > 0 { result.append(alphabet[bits << (5 - count) & 31]) }
    while result.count % 8 != 0 { result.append(padding) }
    return String(decoding: result, as: UTF8.self)
  }

  static func decoded(_ text: String, _ value: Value) throws(Interrupt) -> String {
    var decoder = BitDecoder(bitsPerDigit: 5)
    for byte in text.utf8.prefix(while: { $0 != padding }) {
      guard let digit = alphabet.firstIndex(of: byte) else {
        throw .error("\(value.described) is not valid base32 data", at: value)
      }
      decoder.append(digit)
    }
    return String(decoding: decoder.bytes, as: UTF8.self)
  }
}

/// Puts bytes together from digits of fewer bits.
private struct BitDecoder {
  let bitsPerDigit: Int
  private(set) var bytes: [UInt8] = []
  private(set) var digits = 0
  private var (bits, count) = (0, 0)

  init(bitsPerDigit: Int) {
    self.bitsPerDigit = bitsPerDigit
  }

  mutating func append(_ digit: Int) {
    digits += 1
    bits = (bits << bitsPerDigit | digit) & 0xFFFF
    count += bitsPerDigit
    guard count >= 8 else { return }
    count -= 8
    bytes.append(UInt8(truncatingIfNeeded: bits >> count))
  }
}
