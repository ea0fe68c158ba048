/// The layout of JSON: what stands between the tokens.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []
  private let indent: Int?
  private let lineBreak: [UInt8]
  private var depth = 0

  init(indent: Int?) {
    self.indent = indent
    lineBreak = [.lineFeed] + Array(repeating: .space, count: (indent ?? 0) * JSONPrinter.deepestIndent)
  }

  mutating func reserveCapacity(_ capacity: Int) {
    bytes.reserveCapacity(capacity)
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    bytes.append(byte)
  }

  @inline(__always)
  mutating func append(_ token: some Collection<UInt8>) {
    bytes += token
  }

  /// Some bytes of `source`, without a slice made of them.
  @inline(__always)
  mutating func append(_ range: Range<Int>, of source: [UInt8]) {
    source.span.extracting(range).withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
  }

  mutating func open(_ bracket: UInt8) {
    bytes.append(bracket)
    depth += 1
  }

  mutating func close(_ bracket: UInt8, isEmpty: Bool) {
    depth -= 1
    if !isEmpty { breakLine() }
    bytes.append(bracket)
  }

  /// Before the first member or element.
  mutating func breakLine() {
    guard let indent else { return }
    append(0..<1 + indent * min(depth, JSONPrinter.deepestIndent), of: lineBreak)
  }

  mutating func colon() {
    bytes.append(.colon)
    if indent != nil { bytes.append(.space) }
  }

  /// Before any other member or element.
  mutating func comma() {
    bytes.append(.comma)
    breakLine()
  }
}

extension JSONWriter {
  mutating func write(_ value: JSONValue) {
    switch value {
    case .null: append("null".utf8)
    case .bool(let flag): append((flag ? "true" : "false").utf8)
    case .number(let number): append(number.text.utf8)
    case .string(let text): write(text)
    case .array(let elements): write(elements)
    case .object(let members): write(members)
    }
  }

  private mutating func write(_ text: String) {
    JSONText.appendQuoted(text, to: &bytes)
  }

  private mutating func write(_ elements: [JSONValue]) {
    open(.openBracket)
    for (index, element) in elements.enumerated() {
      index == 0 ? breakLine() : comma()
      write(element)
    }
    close(.closeBracket, isEmpty: elements.isEmpty)
  }

  private mutating func write(_ members: JSONObject) {
    open(.openBrace)
    for (index, member) in members.enumerated() {
      index == 0 ? breakLine() : comma()
      write(member.key)
      colon()
      write(member.value)
    }
    close(.closeBrace, isEmpty: members.isEmpty)
  }
}
