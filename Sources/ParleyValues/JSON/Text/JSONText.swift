/// Between the text of a string and the way JSON writes it.
package enum JSONText {
  /// How many members a document writes, repeated ones too: the colons outside of its strings.
  package static func countOfColons(in document: [UInt8]) -> Int {
    var (count, isString, isEscaped) = (0, false, false)
    for byte in document {
      switch byte {
      case _ where isEscaped: isEscaped = false
      case .backslash where isString: isEscaped = true
      case .quote: isString.toggle()
      case UInt8(ascii: ":") where !isString: count += 1
      default: break
      }
    }
    return count
  }

  /// The text of a string's bytes without their quotes. A lone surrogate becomes U+FFFD.
  static func unescape(_ bytes: ArraySlice<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var rest = bytes
    while let backslash = rest.firstIndex(of: .backslash) {
      text += rest[..<backslash]
      rest = rest[(backslash + 1)...]
      appendEscape(&rest, to: &text)
    }
    text += rest
    return String(decoding: text, as: UTF8.self)
  }

  /// Takes the rest of an escape from the front of `bytes`.
  private static func appendEscape(_ bytes: inout ArraySlice<UInt8>, to text: inout [UInt8]) {
    guard let letter = bytes.popFirst() else { return }
    if let byte = JSONBytes.escaped(letter) {
      text.append(byte)
    } else {
      text += String(takeScalar(&bytes)).utf8
    }
  }

  /// Takes the digits of a `\u` escape, and the low surrogate after a high one.
  static func takeScalar(_ bytes: inout ArraySlice<UInt8>) -> Unicode.Scalar {
    let replacement: Unicode.Scalar = "\u{FFFD}"
    let unit = takeUnit(&bytes)
    guard UTF16.isLeadSurrogate(unit) else { return Unicode.Scalar(unit) ?? replacement }
    var after = bytes
    guard after.popFirst() == .backslash, after.popFirst() == UInt8(ascii: "u"), after.count >= 4 else {
      return replacement
    }
    let second = takeUnit(&after)
    guard UTF16.isTrailSurrogate(second) else { return replacement }
    bytes = after
    return UTF16.decode(UTF16.EncodedScalar([unit, second]))
  }

  private static func takeUnit(_ bytes: inout ArraySlice<UInt8>) -> UInt16 {
    let digits = bytes.prefix(4)
    bytes = bytes.dropFirst(4)
    return digits.reduce(0) { $0 << 4 | UInt16(JSONBytes.hexValue($1) ?? 0) }
  }

  /// Appends `text` in quotes, with no more escapes than RFC 8259 §7 asks for.
  static func appendQuoted(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    bytes.append(.quote)
    text.withUTF8 { appendEscaped($0.span, to: &bytes) }
    bytes.append(.quote)
  }

  private static func appendEscaped(_ text: Span<UInt8>, to bytes: inout [UInt8]) {
    var start = 0
    for index in 0..<text.count where needsEscape(text[index]) {
      append(text, start..<index, to: &bytes)
      appendEscape(of: text[index], to: &bytes)
      start = index + 1
    }
    append(text, start..<text.count, to: &bytes)
  }

  private static func append(_ text: Span<UInt8>, _ range: Range<Int>, to bytes: inout [UInt8]) {
    text.extracting(range).withUnsafeBufferPointer { bytes += $0 }
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == .quote || byte == .backslash
  }

  private static func appendEscape(of byte: UInt8, to bytes: inout [UInt8]) {
    switch byte {
    case .quote, .backslash: bytes += [.backslash, byte]
    case 0x08: bytes += #"\b"#.utf8
    case 0x0C: bytes += #"\f"#.utf8
    case .lineFeed: bytes += #"\n"#.utf8
    case .carriageReturn: bytes += #"\r"#.utf8
    case .tab: bytes += #"\t"#.utf8
    default: bytes += (#"\u00"# + JSONBytes.hex(byte)).utf8
    }
  }
}
