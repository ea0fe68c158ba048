internal import ParleyEngine
internal import ParleyText

/// A word of a filter. Comments and blanks are none.
struct JQToken: Equatable, Sendable {
  enum Kind: Equatable, Sendable {
    /// `map`, `if`, `a::b`
    case name
    /// `.name`
    case field
    case number
    /// With its quotes, and with all that is interpolated in it.
    case string
    /// Everything else: brackets, operators, `@base64`.
    case sign
  }

  let kind: Kind
  let text: String
  /// As UTF-8 offsets in the filter.
  let range: Range<Int>
  /// Of a string: the words of each `\(…)` in it.
  var interpolated: [[JQToken]] = []

  /// - Throws: for a string that does not end.
  static func tokens(of text: String) throws(JQMistake) -> [JQToken] {
    var scanner = JQScanner(text)
    var tokens: [JQToken] = []
    while let token = try scanner.next() { tokens.append(token) }
    return tokens
  }
}

extension [JQToken] {
  /// These, and the words of everything that is interpolated in them, each for itself.
  var withInterpolated: [[JQToken]] {
    [self] + flatMap { $0.interpolated.flatMap(\.withInterpolated) }
  }

  /// The name of the variable that begins at a token.
  func variable(at index: Int) -> String? {
    guard self[index].text == "$", index + 1 < count, self[index + 1].kind == .name else { return nil }
    return self[index + 1].text
  }

  func has(_ text: String, at index: Int) -> Bool {
    indices.contains(index) && self[index].text == text
  }
}

/// Takes a filter apart as jq's own lexer does.
private struct JQScanner {
  private let bytes: [UInt8]
  private var index = 0

  private static let signs = ["?//", "//=", "==", "!=", "//", "|=", "+=", "-=", "*=", "/=", "%=", "<=", ">=", ".."].map
  {
    Array($0.utf8)
  }

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  mutating func next() throws(JQMistake) -> JQToken? {
    skipBlanks()
    guard index < bytes.count else { return nil }
    let start = index
    var interpolated: [[JQToken]] = []
    let kind = try advance(collecting: &interpolated)
    return JQToken(
      kind: kind, text: String(decoding: bytes[start..<index], as: UTF8.self), range: start..<index,
      interpolated: interpolated)
  }

  private mutating func skipBlanks() {
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "#") {
        while index < bytes.count, bytes[index] != .newline { index += 1 }
      } else if bytes[index].isBlank || bytes[index] == .newline || bytes[index] == .carriageReturn {
        index += 1
      } else {
        return
      }
    }
  }

  private mutating func advance(collecting interpolated: inout [[JQToken]]) throws(JQMistake) -> JQToken.Kind {
    let byte = bytes[index]
    if byte == UInt8(ascii: "\"") {
      interpolated = try passString()
      return .string
    }
    if startsName(at: index) {
      passName()
      return .name
    }
    if byte == UInt8(ascii: "."), startsName(at: index + 1) {
      index += 1
      passName(withColons: false)
      return .field
    }
    if isDigit(at: index) || byte == UInt8(ascii: ".") && isDigit(at: index + 1) {
      passNumber()
      return .number
    }
    passSign()
    return .sign
  }

  private mutating func passSign() {
    if let sign = Self.signs.first(where: { bytes[index...].starts(with: $0) }) {
      index += sign.count
    } else if bytes[index] == UInt8(ascii: "@"), startsName(at: index + 1) {
      index += 1
      passName(withColons: false)
    } else {
      index += 1
      while index < bytes.count, bytes[index].isContinuation { index += 1 }
    }
  }

  private mutating func passName(withColons: Bool = true) {
    while index < bytes.count {
      if startsName(at: index) || isDigit(at: index) {
        index += 1
      } else if withColons, bytes[index...].starts(with: [UInt8(ascii: ":"), UInt8(ascii: ":")]),
        startsName(at: index + 2)
      {
        index += 2
      } else {
        return
      }
    }
  }

  private mutating func passNumber() {
    while isDigit(at: index) || at(index, isOneOf: ".") { index += 1 }
    guard at(index, isOneOf: "eE") else { return }
    let sign = at(index + 1, isOneOf: "+-") ? 1 : 0
    guard isDigit(at: index + 1 + sign) else { return }
    index += 1 + sign
    while isDigit(at: index) { index += 1 }
  }

  /// - Returns: the words of what is interpolated in it.
  private mutating func passString() throws(JQMistake) -> [[JQToken]] {
    var interpolated: [[JQToken]] = []
    let start = index
    index += 1
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        index += 1
        return interpolated
      case UInt8(ascii: "\\"):
        index += 2
        if bytes.has(UInt8(ascii: "("), at: index - 1) { interpolated.append(try passInterpolation(of: start)) }
      default: index += 1
      }
    }
    index = bytes.count
    throw JQMistake("the string does not end", at: start..<bytes.count)
  }

  private mutating func passInterpolation(of start: Int) throws(JQMistake) -> [JQToken] {
    var tokens: [JQToken] = []
    var depth = 1
    while let token = try next() {
      if token.text == "(" { depth += 1 }
      if token.text == ")" { depth -= 1 }
      if depth == 0 { return tokens }
      tokens.append(token)
    }
    throw JQMistake("the string does not end", at: start..<bytes.count)
  }

  private func startsName(at index: Int) -> Bool {
    index < bytes.count && (bytes[index] | 0x20 &- UInt8(ascii: "a") < 26 || bytes[index] == UInt8(ascii: "_"))
  }

  private func isDigit(at index: Int) -> Bool {
    index < bytes.count && bytes[index].isDigit
  }

  private func at(_ index: Int, isOneOf characters: StaticString) -> Bool {
    index < bytes.count && characters.withUTF8Buffer { $0.contains(bytes[index]) }
  }
}
