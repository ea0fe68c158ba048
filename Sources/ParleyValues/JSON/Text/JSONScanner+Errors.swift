extension JSONScanner {
  func unexpected(_ byte: UInt8, at index: Int, expected: String) -> JSONSyntaxError {
    error(.unexpected, at: index, found: describe(byte, at: index), expected: expected)
  }

  func trailing(_ byte: UInt8, at index: Int) -> JSONSyntaxError {
    error(.trailing, at: index, found: describe(byte, at: index), expected: "the end")
  }

  func tooDeep(_ limit: Int, at index: Int) -> JSONSyntaxError {
    error(.tooDeep, at: index, found: "another level", expected: "\(limit) levels")
  }

  func controlCharacter(_ byte: UInt8, at index: Int) -> JSONSyntaxError {
    error(.controlCharacter, at: index, found: describe(byte, at: index), expected: "an escape")
  }

  func badEscape(_ byte: UInt8, at index: Int, expected: String) -> JSONSyntaxError {
    error(.invalidEscape, at: index, found: describe(byte, at: index), expected: expected)
  }

  func badUTF8(_ byte: UInt8, at index: Int) -> JSONSyntaxError {
    error(.invalidUTF8, at: index, found: "byte 0x\(JSONBytes.hex(byte))", expected: "UTF-8")
  }

  func badNumber(_ byte: UInt8, at index: Int) -> JSONSyntaxError {
    let expected =
      switch phase {
      case .zero: "no digit after a leading zero"
      case .integer, .fraction, .exponent: "the number to end"
      default: "a digit"
      }
    return error(.invalidNumber, at: index, found: describe(byte, at: index), expected: expected)
  }

  /// The input ended too early.
  func unfinished() -> JSONSyntaxError {
    error(.unfinished, at: 0, found: "the end", expected: expectedNext)
  }

  private var expectedNext: String {
    switch phase {
    case .start, .byteOrderMark, .value: "a value"
    case .firstElement: "a value or `]`"
    case .firstKey: "a key in quotes or `}`"
    case .key: "a key in quotes"
    case .colon: "`:`"
    case .afterValue: containers.isInObject ? "`,` or `}`" : "`,` or `]`"
    case .string, .escape, .unicodeEscape, .utf8: "the closing quote"
    case .literal: "`\(literal.name)`"
    default: "a digit"
    }
  }

  private func error(_ code: JSONSyntaxError.Code, at index: Int, found: String, expected: String) -> JSONSyntaxError {
    let offset = offset + index
    let place = JSONPlace(offset: offset, line: line, column: offset - lineStart - continuationBytes + 1)
    return JSONSyntaxError(code: code, place: place, found: found, expected: expected)
  }

  private func describe(_ byte: UInt8, at index: Int) -> String {
    switch byte {
    case .lineFeed: return "a line break"
    case .tab: return "a tab"
    case 0x00 where offset + index < 4, 0xFE... where offset + index == 0:
      return "byte 0x\(JSONBytes.hex(byte)) (this looks like UTF-16 or UTF-32; JSON is UTF-8)"
    case ..<0x20, 0x7F: return "control character U+00\(JSONBytes.hex(byte))"
    case 0x80...: return "byte 0x\(JSONBytes.hex(byte))"
    default: return "`\(Character(Unicode.Scalar(byte)))`"
    }
  }
}
