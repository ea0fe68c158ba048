/// The reason a text is not a path.
package struct ValuePathError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Stable.
  package static let code = "path.syntax"
  /// The text that should have been a path.
  package let text: String
  /// Unicode scalars before the place, from 1.
  package let column: Int
  /// The possible text at that place, in words.
  package let expected: String

  /// One sentence: the column, what was expected there, and how other names are written.
  package var description: String { "Column \(column) of `\(text)`: expected \(expected)." }
}

extension ValuePath {
  /// `.a.b[0]`, `a.b[0]`, `["odd key"]`, `."odd key"`, `.[-1]`; `.` is the value itself.
  package init(parsing text: String) throws(ValuePathError) {
    var reader = ValuePathReader(text)
    segments = try reader.readSegments()
  }
}

/// Reads a path from left to right.
private struct ValuePathReader {
  private let text: String
  private let bytes: [UInt8]
  private var index = 0

  init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
  }

  mutating func readSegments() throws(ValuePathError) -> [ValuePath.Segment] {
    if bytes == [.point] { return [] }
    var segments = [try readFirst()]
    while index < bytes.count { segments.append(try readNext()) }
    return segments
  }

  private mutating func readFirst() throws(ValuePathError) -> ValuePath.Segment {
    _ = take(.point)
    return try readSegment(expected: "a name, a quoted name or `[`")
  }

  private mutating func readNext() throws(ValuePathError) -> ValuePath.Segment {
    if take(.point) { return try readSegment(expected: "a name, a quoted name or `[`") }
    guard peek == .openBracket else { throw error(#"`.`, `[` or the end; other names are written ["a-b"]"#) }
    return try readBrackets()
  }

  private mutating func readSegment(expected: String) throws(ValuePathError) -> ValuePath.Segment {
    switch peek {
    case .openBracket?: return try readBrackets()
    case .quote?: return .key(try readQuoted())
    case let byte? where ValuePath.startsName(byte): return .key(readName())
    default: throw error(expected)
    }
  }

  private mutating func readName() -> String {
    let start = index
    while let byte = peek, ValuePath.continuesName(byte) { index += 1 }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func readBrackets() throws(ValuePathError) -> ValuePath.Segment {
    index += 1
    let segment: ValuePath.Segment = peek == .quote ? .key(try readQuoted()) : .index(try readIndex())
    guard take(.closeBracket) else { throw error("`]`") }
    return segment
  }

  private mutating func readIndex() throws(ValuePathError) -> Int {
    let start = index
    _ = take(.minus)
    while let byte = peek, byte &- .zero < 10 { index += 1 }
    guard let number = Int(String(decoding: bytes[start..<index], as: UTF8.self)) else {
      index = start
      throw error("an index or a quoted name")
    }
    return number
  }

  /// A name in quotes is a JSON string.
  private mutating func readQuoted() throws(ValuePathError) -> String {
    let start = index
    index += 1
    while let byte = peek, byte != .quote { index += byte == .backslash ? 2 : 1 }
    guard take(.quote), case .string(let name)? = try? JSONValue(parsing: Array(bytes[start..<index])) else {
      index = start
      throw error("a name in quotes, as JSON writes strings")
    }
    return name
  }

  private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    index += 1
    return true
  }

  private func error(_ expected: String) -> ValuePathError {
    let before = String(decoding: bytes[..<min(index, bytes.count)], as: UTF8.self)
    return ValuePathError(text: text, column: before.unicodeScalars.count + 1, expected: expected)
  }
}
