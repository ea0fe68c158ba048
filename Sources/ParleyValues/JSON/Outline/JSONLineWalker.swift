/// Reads the lines of a document one after the other, from a checkpoint on.
///
/// The scanner has accepted every byte it reads, so it need not judge, only tell tokens apart.
struct JSONLineWalker {
  private(set) var line: Int
  private(set) var depth: Int
  private var offset: Int

  private var window: ByteWindow
  private let longRuns: [Range<Int>]
  /// The token that the scanner is inside of, as far as it has come.
  private let unfinished: Range<Int>?
  /// The start of a key whose colon has not arrived yet; nil if there is none.
  private let loneKey: Int?

  init(_ outline: JSONOutline, offset: Int, line: Int, depth: Int) {
    (self.offset, self.line, self.depth) = (offset, line, depth)
    window = ByteWindow(outline.source, end: outline.readableEnd)
    longRuns = outline.index.longRuns
    unfinished = outline.unfinishedToken
    loneKey = outline.loneKey
  }

  /// The next line; nil where the document ends, so far.
  mutating func next() throws -> JSONLineSpan? {
    guard let byte = try passWhiteSpace() else { return nil }
    if byte == .closeBrace || byte == .closeBracket { depth -= 1 }
    var span = JSONLineSpan(line: line, depth: depth, start: offset)
    try readItem(byte, into: &span)
    if span.role != .opens { span.comma = try takeComma() }
    line += 1
    return span
  }

  /// The bytes of `range`, at best those it has just read.
  func read(_ range: Range<Int>) throws -> [UInt8] {
    try window.read(range)
  }

  private mutating func readItem(_ byte: UInt8, into span: inout JSONLineSpan) throws {
    switch byte {
    case .closeBrace, .closeBracket:
      span.role = .closes
      span.value = bracket()
    case .openBrace, .openBracket: try readContainer(into: &span)
    case .quote:
      let text = try readString()
      if span.key == nil, try text.range.lowerBound == loneKey || takeColon() {
        span.key = JSONTokenSpan(kind: .key, range: text.range, isFinished: text.isFinished)
        if let next = try passWhiteSpace() { try readItem(next, into: &span) }
      } else {
        span.value = text
      }
    default: span.value = try readWord(byte)
    }
  }

  /// A container's bracket; both, if it is empty.
  private mutating func readContainer(into span: inout JSONLineSpan) throws {
    let start = offset
    span.value = bracket()
    let after = try passWhiteSpace()
    if after == .closeBrace || after == .closeBracket {
      offset += 1
      span.value?.range = start..<offset
    } else {
      span.role = .opens
      depth += 1
    }
  }

  private mutating func bracket() -> JSONTokenSpan {
    offset += 1
    return JSONTokenSpan(kind: .punctuation, range: offset - 1..<offset)
  }

  private mutating func takeColon() throws -> Bool {
    guard try passWhiteSpace() == .colon else { return false }
    offset += 1
    return true
  }

  private mutating func takeComma() throws -> Int? {
    guard try passWhiteSpace() == .comma else { return nil }
    offset += 1
    return offset - 1
  }
}

// Tokens.

extension JSONLineWalker {
  private mutating func readString() throws -> JSONTokenSpan {
    if let known = passKnownToken(.string) { return known }
    let start = offset
    offset += 1
    while let mark = try window.nextMark(from: offset) {
      offset = mark.offset + 1
      if mark.byte == .quote { break }
      offset += 1
    }
    return JSONTokenSpan(kind: .string, range: start..<offset)
  }

  private mutating func readWord(_ first: UInt8) throws -> JSONTokenSpan {
    let kind: JSONToken.Kind = first == .minus || first &- .zero < 10 ? .number : .literal
    if let known = passKnownToken(kind) { return known }
    let start = offset
    repeat { offset += 1 } while try window.byte(at: offset).map(JSONBytes.continuesWord) ?? false
    return JSONTokenSpan(kind: kind, range: start..<offset)
  }

  /// A token whose end need not be looked for: it is noted as long, or has not ended.
  private mutating func passKnownToken(_ kind: JSONToken.Kind) -> JSONTokenSpan? {
    let isUnfinished = unfinished?.lowerBound == offset
    guard let range = isUnfinished ? unfinished : longRun(from: offset) else { return nil }
    offset = range.upperBound
    return JSONTokenSpan(kind: kind, range: range, isFinished: !isUnfinished)
  }

  /// The next byte that is no white space.
  private mutating func passWhiteSpace() throws -> UInt8? {
    let start = offset
    while let byte = try window.byte(at: offset) {
      guard byte == .space || byte == .lineFeed || byte == .carriageReturn || byte == .tab else { return byte }
      offset += 1
      if offset == start + JSONLineIndex.longRun { offset = longRun(from: start)?.upperBound ?? offset }
    }
    return nil
  }

  private func longRun(from start: Int) -> Range<Int>? {
    guard let index = lastIndex(in: longRuns, where: \.lowerBound, isAtMost: start) else { return nil }
    return longRuns[index].lowerBound == start ? longRuns[index] : nil
  }
}
