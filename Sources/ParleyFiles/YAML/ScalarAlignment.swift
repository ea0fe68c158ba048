import ParleyEngine
import ParleyText

/// Finds where in a file a part of a scalar's text stands: quotes, escapes, indentation and folded lines lie between.
struct ScalarAlignment {
  private let bytes: [UInt8]
  private let range: Range<Int>
  /// The source offset of each byte of the text, and of its end.
  private(set) var offsets: [Int] = []

  /// - Parameter text: the text that libyaml read from the bytes in `range`.
  init(of text: String, in source: SourceText, range: Range<Int>) {
    bytes = source.bytes
    self.range = range.clamped(to: 0..<source.bytes.count)
    offsets.reserveCapacity(text.utf8.count + 1)
    align(Array(text.utf8))
  }

  /// The source range of a part of the text, given in UTF-8 offsets; the whole scalar where they do not match.
  func sourceRange(of part: Range<Int>) -> Range<Int> {
    guard part.lowerBound >= 0, part.upperBound < offsets.count, !part.isEmpty else { return range }
    let start = offsets[part.lowerBound]
    return start..<max(start, offsets[part.upperBound - 1] + 1)
  }

  private mutating func align(_ text: [UInt8]) {
    guard let first = bytes[range].first else { return }
    switch first {
    case UInt8(ascii: "|"), UInt8(ascii: ">"): alignBlock(text)
    case UInt8(ascii: "'"), UInt8(ascii: "\""): alignFlow(text, from: range.lowerBound + 1, quote: first)
    default: alignFlow(text, from: range.lowerBound, quote: nil)
    }
  }

  // MARK: Plain and quoted

  private mutating func alignFlow(_ text: [UInt8], from start: Int, quote: UInt8?) {
    var position = start
    var index = 0
    while index < text.count {
      if isBreakAhead(at: position), text[index] == .space || text[index] == .newline {
        position = endOfFold(at: position)
        while index < text.count, text[index] == .newline || (offsets.count == index && text[index] == .space) {
          offsets.append(position)
          index += 1
        }
        continue
      }
      let length = escapeLength(at: position, quote: quote)
      let scalarEnd = length == 1 ? index + 1 : endOfScalar(text, at: index)
      while index < scalarEnd {
        offsets.append(position)
        index += 1
      }
      position += length
    }
    offsets.append(position)
  }

  /// Blanks may stand in front of the line break that is folded.
  private func isBreakAhead(at position: Int) -> Bool {
    var position = position
    while position < range.upperBound, bytes[position].isBlank { position += 1 }
    return position < range.upperBound && (bytes[position] == .newline || bytes[position] == .carriageReturn)
  }

  private func endOfFold(at position: Int) -> Int {
    var position = position
    while position < range.upperBound,
      bytes[position].isBlank || bytes[position] == .newline || bytes[position] == .carriageReturn
    {
      position += 1
    }
    return position
  }

  private func escapeLength(at position: Int, quote: UInt8?) -> Int {
    guard position + 1 < range.upperBound else { return 1 }
    if quote == UInt8(ascii: "'"), bytes[position] == UInt8(ascii: "'") { return 2 }
    guard quote == UInt8(ascii: "\""), bytes[position] == UInt8(ascii: "\\") else { return 1 }
    switch bytes[position + 1] {
    case UInt8(ascii: "x"): return 4
    case UInt8(ascii: "u"): return 6
    case UInt8(ascii: "U"): return 10
    default: return 2
    }
  }

  private func endOfScalar(_ text: [UInt8], at index: Int) -> Int {
    var end = index + 1
    while end < text.count, text[end].isContinuation { end += 1 }
    return end
  }

  // MARK: Block scalars

  private mutating func alignBlock(_ text: [UInt8]) {
    var position = endOfLine(from: range.lowerBound)
    let indentation = blockIndentation(from: position, text)
    var isLineStart = true
    for byte in text {
      if isLineStart { position = skipIndentation(indentation, from: position) }
      offsets.append(position)
      isLineStart =
        bytes.indices.contains(position) && (bytes[position] == .newline || bytes[position] == .carriageReturn)
      position = isLineStart ? endOfLine(from: position) : position + 1
      if byte == .newline, !isLineStart { break }
    }
    offsets.append(position)
  }

  private func endOfLine(from position: Int) -> Int {
    var position = position
    while position < range.upperBound, bytes[position] != .newline, bytes[position] != .carriageReturn { position += 1 }
    if bytes.has(.carriageReturn, at: position), bytes.has(.newline, at: position + 1) { return position + 2 }
    return min(position + 1, range.upperBound)
  }

  /// The indentation in the file of the first line with text, beyond that in the text.
  private func blockIndentation(from start: Int, _ text: [UInt8]) -> Int {
    let firstLine = text.drop { $0 == .newline }
    let own = firstLine.prefix { $0 == .space }.count
    var position = start
    while position < range.upperBound {
      let end = endOfLine(from: position)
      let spaces = bytes[position..<end].prefix { $0 == .space }.count
      if position + spaces < end, !bytes[position + spaces].isLineBreak { return max(0, spaces - own) }
      position = end
    }
    return 0
  }

  private func skipIndentation(_ indentation: Int, from start: Int) -> Int {
    let spaces = bytes[start..<max(start, range.upperBound)].prefix(indentation).prefix { $0 == .space }.count
    return start + spaces
  }
}

extension SourceText {
  /// The place of a part of a value's text, given in UTF-8 offsets.
  package func place(of part: Range<Int>, in value: Located<String>) -> SourcePlace? {
    guard let whole = value.place else { return nil }
    let alignment = ScalarAlignment(of: value.value, in: self, range: whole.range)
    return place(alignment.sourceRange(of: part))
  }
}
