extension JSONScanner {
  @inline(__always)
  mutating func startString(isKey: Bool, _ index: inout Int) {
    tokenStart = offset + index
    tokenHasEscapes = false
    stringIsKey = isKey
    phase = .string
    index += 1
  }

  @inline(__always)
  mutating func scanString(
    _ bytes: Span<UInt8>, _ index: inout Int, into handler: inout some JSONEventHandler
  ) throws(JSONSyntaxError) {
    index = JSONBytes.endOfPlainText(bytes, from: index)
    guard index < bytes.count else { return }
    let byte = bytes[index]
    switch byte {
    case .quote:
      index += 1
      endString(at: offset + index, into: &handler)
    case .backslash:
      tokenHasEscapes = true
      phase = .escape
      index += 1
    case ..<0x20: throw controlCharacter(byte, at: index)
    default: try startSequence(byte, &index)
    }
  }

  @inline(__always)
  private mutating func endString(at end: Int, into handler: inout some JSONEventHandler) {
    let range = Range(uncheckedBounds: (tokenStart, end))
    handler.handle(JSONEvent(stringIsKey ? .key : .string, range, hasEscapes: tokenHasEscapes))
    phase = stringIsKey ? .colon : .afterValue
  }

  mutating func scanEscape(_ bytes: Span<UInt8>, _ index: inout Int) throws(JSONSyntaxError) {
    let byte = bytes[index]
    if phase == .unicodeEscape {
      guard JSONBytes.hexValue(byte) != nil else { throw badEscape(byte, at: index, expected: "a hexadecimal digit") }
      missing -= 1
      if missing == 0 { phase = .string }
    } else if byte == UInt8(ascii: "u") {
      (phase, missing) = (.unicodeEscape, 4)
    } else if JSONBytes.escaped(byte) != nil {
      phase = .string
    } else {
      throw badEscape(byte, at: index, expected: #"one of `"\/bfnrtu` after the backslash"#)
    }
    index += 1
  }

  /// The first byte of a scalar beyond ASCII.
  private mutating func startSequence(_ byte: UInt8, _ index: inout Int) throws(JSONSyntaxError) {
    if let sequence = UTF8Continuation(after: byte) {
      (continuation, missing) = (sequence, sequence.count)
      phase = .utf8
    } else if requiresUTF8 {
      throw badUTF8(byte, at: index)
    }
    index += 1
  }

  mutating func scanContinuation(_ bytes: Span<UInt8>, _ index: inout Int) throws(JSONSyntaxError) {
    while missing > 0, index < bytes.count {
      let byte = bytes[index]
      guard continuation.accepts(byte) else {
        if requiresUTF8 { throw badUTF8(byte, at: index) }
        break
      }
      continuation = .rest
      continuationBytes += 1
      missing -= 1
      index += 1
    }
    if missing == 0 || index < bytes.count { phase = .string }
  }
}

/// Which bytes may follow the first one of a UTF-8 sequence: RFC 3629 §4, without overlong forms and surrogates.
struct UTF8Continuation: Sendable {
  var count: Int
  private var lowest: UInt8
  private var highest: UInt8

  /// Any continuation byte.
  static let rest = UTF8Continuation()

  init() {
    (count, lowest, highest) = (0, 0x80, 0xBF)
  }

  /// `nil` for a byte that cannot start a sequence.
  init?(after first: UInt8) {
    switch first {
    case 0xC2...0xDF: (count, lowest, highest) = (1, 0x80, 0xBF)
    case 0xE0: (count, lowest, highest) = (2, 0xA0, 0xBF)
    case 0xED: (count, lowest, highest) = (2, 0x80, 0x9F)
    case 0xE1...0xEF: (count, lowest, highest) = (2, 0x80, 0xBF)
    case 0xF0: (count, lowest, highest) = (3, 0x90, 0xBF)
    case 0xF1...0xF3: (count, lowest, highest) = (3, 0x80, 0xBF)
    case 0xF4: (count, lowest, highest) = (3, 0x80, 0x8F)
    default: return nil
    }
  }

  func accepts(_ byte: UInt8) -> Bool {
    lowest <= byte && byte <= highest
  }
}
