import ParleyEngine

/// JSON as it is read on screen, where its sender wrote characters as escapes: `caf\u00e9` and `a\/b`, as Python and PHP do.
enum EscapedText {
  /// The bytes with characters in place of their escapes; nil where there are none. Quotes, backslashes and control characters stay
  /// escaped, as they are shown.
  static func read(_ text: UnsafeRawBufferPointer) -> [UInt8]? {
    guard let first = nextEscape(in: text, from: 0) else { return nil }
    var read: [UInt8] = []
    read.reserveCapacity(text.count)
    var (copied, next) = (0, Optional(first))
    while let place = next {
      let (character, end) = character(at: place, of: text)
      if let character {
        read += text[copied..<place]
        read += Array(String(character).utf8)
        copied = end
      }
      next = nextEscape(in: text, from: end)
    }
    return read + text[copied...]
  }

  /// Whether there may be something to read.
  static func isIn(_ text: UnsafeRawBufferPointer) -> Bool { nextEscape(in: text, from: 0) != nil }

  /// The place of the next `\u` or `\/`.
  private static func nextEscape(in text: UnsafeRawBufferPointer, from start: Int) -> Int? {
    var start = start
    while let place = text.place(of: .backslash, from: start, before: text.count - 1) {
      switch text[place + 1] {
      case UInt8(ascii: "u"), UInt8(ascii: "/"): return place
      default: start = place + 2
      }
    }
    return nil
  }

  /// The character that an escape stands for, and where it ends; nil for one that is shown as it is.
  private static func character(
    at place: Int, of text: UnsafeRawBufferPointer
  ) -> (character: Unicode.Scalar?, end: Int) {
    if text[place + 1] == UInt8(ascii: "/") { return ("/", place + 2) }
    guard let unit = unit(at: place, of: text) else { return (nil, place + 2) }
    if let scalar = Unicode.Scalar(unit) { return (isShown(scalar) ? scalar : nil, place + 6) }
    guard 0xD800..<0xDC00 ~= unit, let low = self.unit(at: place + 6, of: text), 0xDC00..<0xE000 ~= low else {
      return (nil, place + 6)
    }
    let value = 0x1_0000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(low) - 0xDC00)
    return (Unicode.Scalar(value), place + 12)
  }

  /// Of `\u00e9`.
  private static func unit(at place: Int, of text: UnsafeRawBufferPointer) -> UInt16? {
    guard place + 6 <= text.count, text[place] == .backslash, text[place + 1] == UInt8(ascii: "u") else { return nil }
    return UInt16(String(decoding: text[place + 2..<place + 6], as: UTF8.self), radix: 16)
  }

  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x20 && scalar != "\"" && scalar != "\\" && !(0x7F..<0xA0).contains(scalar.value)
  }
}
