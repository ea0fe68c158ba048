/// Cuts a filter's text into tokens, one at a time, for inside of a string only the parser knows where it stands.
struct Lexer {
  let text: [UInt8]
  private(set) var position = 0

  init(_ text: [UInt8]) {
    self.text = text
  }

  /// The bytes of the token that begins at a place, for what points there; of a string the opening quote.
  static func token(at place: Int, in text: [UInt8]) -> Range<Int> {
    var lexer = Lexer(text)
    lexer.position = min(place, text.count)
    _ = try? lexer.next()
    return min(place, text.count)..<max(min(place + 1, text.count), lexer.position)
  }

  mutating func next() throws(JQCompileError) -> Token {
    skipSpaceAndComments()
    let start = position
    guard position < text.count else { return Token(kind: .end, start: start) }
    let byte = text[position]
    if byte.isLetter { return Token(kind: .identifier(qualifiedName()), start: start) }
    if byte.isDigit || byte == UInt8(ascii: ".") && peek(1).isDigit { return Token(kind: try number(), start: start) }
    switch byte {
    case UInt8(ascii: "\""):
      position += 1
      return Token(kind: .quote, start: start)
    case UInt8(ascii: ".") where peek(1).isLetter:
      position += 1
      return Token(kind: .field(name()), start: start)
    case UInt8(ascii: "$") where peek(1).isLetter:
      position += 1
      return Token(kind: .variable(qualifiedName()), start: start)
    case UInt8(ascii: "@") where peek(1).isLetter || peek(1).isDigit:
      position += 1
      return Token(kind: .format(name()), start: start)
    default: return Token(kind: .symbol(try symbol()), start: start)
    }
  }

  private func peek(_ distance: Int) -> UInt8 {
    position + distance < text.count ? text[position + distance] : 0
  }

  private mutating func skipSpaceAndComments() {
    while position < text.count {
      switch text[position] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): position += 1
      case UInt8(ascii: "#"): skipComment()
      default: return
      }
    }
  }

  private mutating func skipComment() {
    while position < text.count, text[position] != UInt8(ascii: "\n") { position += 1 }
  }

  private mutating func name() -> String {
    let start = position
    while peek(0).isLetter || peek(0).isDigit { position += 1 }
    return String(decoding: text[start..<position], as: UTF8.self)
  }

  /// A name that may stand in a module: `a::b`.
  private mutating func qualifiedName() -> String {
    var result = name()
    while peek(0) == UInt8(ascii: ":"), peek(1) == UInt8(ascii: ":"), peek(2).isLetter {
      position += 2
      result += "::" + name()
    }
    return result
  }

  private mutating func number() throws(JQCompileError) -> Token.Kind {
    let start = position
    skipDigits()
    if peek(0) == UInt8(ascii: ".") {
      position += 1
      skipDigits()
    }
    if peek(0) | 0x20 == UInt8(ascii: "e") { skipExponent() }
    return .number(String(decoding: text[start..<position], as: UTF8.self))
  }

  private mutating func skipExponent() {
    let hasSign = peek(1) == UInt8(ascii: "+") || peek(1) == UInt8(ascii: "-")
    guard peek(hasSign ? 2 : 1).isDigit else { return }
    position += hasSign ? 2 : 1
    skipDigits()
  }

  private mutating func skipDigits() {
    while peek(0).isDigit { position += 1 }
  }

  private static let symbols = [
    "?//=", "?//", "//=", "//", "|=", "+=", "-=", "*=", "/=", "%=", "==", "!=", "<=", ">=", "..",
    "?", "=", "<", ">", "+", "-", "*", "/", "%", "|", ",", ".", "[", "]", "(", ")", "{", "}", ":", ";", "$",
  ]

  private mutating func symbol() throws(JQCompileError) -> String {
    for symbol in Lexer.symbols where symbol != "?//=" && text[position...].starts(with: symbol.utf8) {
      position += symbol.utf8.count
      return symbol
    }
    let character = String(decoding: text[position...].prefix(32), as: UTF8.self).prefix(1)
    let range = position..<min(position + character.utf8.count, text.count)
    throw JQCompileError("unexpected “\(character)”", range: range, in: text)
  }
}

extension Lexer {
  /// A piece of a string.
  enum Segment {
    case text(String)
    /// `\(`: an expression follows.
    case interpolation
    case end
  }

  /// Reads on inside of the string that started at `start`.
  mutating func segment(of start: Int) throws(JQCompileError) -> Segment {
    var bytes: [UInt8] = []
    while position < text.count {
      switch text[position] {
      case UInt8(ascii: "\""):
        if !bytes.isEmpty { return .text(String(decoding: bytes, as: UTF8.self)) }
        position += 1
        return .end
      case UInt8(ascii: "\\") where peek(1) == UInt8(ascii: "("):
        if !bytes.isEmpty { return .text(String(decoding: bytes, as: UTF8.self)) }
        position += 2
        return .interpolation
      case UInt8(ascii: "\\"): try readEscape(into: &bytes)
      case let byte:
        bytes.append(byte)
        position += 1
      }
    }
    throw JQCompileError("the string has no closing quote", range: start..<start + 1, in: text)
  }

  private mutating func readEscape(into bytes: inout [UInt8]) throws(JQCompileError) {
    let start = position
    position += 2
    switch peek(-1) {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): bytes.append(peek(-1))
    case UInt8(ascii: "b"): bytes.append(8)
    case UInt8(ascii: "f"): bytes.append(12)
    case UInt8(ascii: "n"): bytes.append(10)
    case UInt8(ascii: "r"): bytes.append(13)
    case UInt8(ascii: "t"): bytes.append(9)
    case UInt8(ascii: "u"): bytes += String(try readScalar(start)).utf8
    default:
      throw JQCompileError(
        "unknown escape; expected one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u \\(",
        range: start..<min(position, text.count), in: text)
    }
  }

  private mutating func readScalar(_ start: Int) throws(JQCompileError) -> Character {
    let first = try readHexadecimal(start)
    if first & 0xFC00 == 0xD800, peek(0) == UInt8(ascii: "\\"), peek(1) == UInt8(ascii: "u") {
      position += 2
      let second = try readHexadecimal(start)
      let scalar = 0x10000 + (first & 0x3FF) << 10 + second & 0x3FF
      return Character(Unicode.Scalar(second & 0xFC00 == 0xDC00 ? scalar : 0xFFFD) ?? "\u{FFFD}")
    }
    return Character(Unicode.Scalar(first) ?? "\u{FFFD}")
  }

  private mutating func readHexadecimal(_ start: Int) throws(JQCompileError) -> UInt32 {
    let digits = text[position...].prefix(4)
    guard digits.count == 4, let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
      digits.first != UInt8(ascii: "+")
    else {
      let sentence = "expected four hexadecimal digits after \\u"
      throw JQCompileError(sentence, range: start..<min(position, text.count), in: text)
    }
    position += 4
    return value
  }
}

extension UInt8 {
  /// A letter of a name.
  fileprivate var isLetter: Bool { self | 0x20 &- UInt8(ascii: "a") < 26 || self == UInt8(ascii: "_") }
  fileprivate var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
}
