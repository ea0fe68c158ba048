extension InputParser {
  /// A key that types: a control code or a character in UTF-8.
  static func character(_ bytes: ArraySlice<UInt8>, isFinal: Bool) -> Step {
    guard let first = bytes.first else { return .incomplete }
    if first < 0x80 { return ascii(first) }
    let length = sequenceLength(first)
    guard length > 0 else { return .key(.character("\u{FFFD}"), 1) }
    let present = bytes.prefix(length)
    if let bad = present.dropFirst().firstIndex(where: { $0 & 0xC0 != 0x80 }) {
      return .key(.character("\u{FFFD}"), bad - bytes.startIndex)
    }
    guard present.count == length else { return isFinal ? .key(.character("\u{FFFD}"), present.count) : .incomplete }
    return scalar(present)
  }

  private static func scalar(_ bytes: ArraySlice<UInt8>) -> Step {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1 else {
      return .key(.character("\u{FFFD}"), bytes.count)
    }
    // C1 controls come from no keyboard.
    if (0x80..<0xA0).contains(scalar.value) { return .nothing(bytes.count) }
    return .key(.character(Character(scalar)), bytes.count)
  }

  private static func sequenceLength(_ first: UInt8) -> Int {
    switch first {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 0
    }
  }

  private static func ascii(_ byte: UInt8) -> Step {
    switch byte {
    case 0x00: .key(.control(" "), 1)
    case 0x08, 0x7F: .key(.backspace, 1)
    case 0x09: .key(.tab, 1)
    // A line feed is what becomes of Enter that was typed before the terminal was ours.
    case 0x0A, 0x0D: .key(.enter, 1)
    // Ctrl with a letter or with one of \ ] ^ _ sends that character's low five bits.
    case 0x01...0x1A: .key(.control(Character(Unicode.Scalar(byte + 0x60))), 1)
    case 0x1C...0x1F: .key(.control(Character(Unicode.Scalar(byte + 0x40))), 1)
    default: .key(.character(Character(Unicode.Scalar(byte))), 1)
    }
  }
}
