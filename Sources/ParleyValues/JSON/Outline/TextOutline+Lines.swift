/// One line of a text, or a piece of it, ready to be drawn.
package struct TextLine: Hashable, Sendable {
  /// The line's number, from 0.
  package let number: Int
  /// The piece that was asked for, without the line's end; invalid UTF-8 as U+FFFD. It may hold control characters:
  /// whoever draws it takes them out.
  package let text: String
  /// The bytes that `text` shows.
  package let shown: Range<Int>
  /// The bytes of the whole line, without its end.
  package let bytes: Range<Int>

  /// Whether the line goes on behind `text`.
  package var isTruncated: Bool { shown.upperBound < bytes.upperBound }
}

extension TextOutline {
  /// The lines of `range`, as far as there are such; of each at most `limit` bytes, from `skipping` bytes on.
  ///
  /// A piece begins and ends with whole characters, so it may be up to three bytes shorter at either side.
  /// Throws what the source throws.
  package func lines(in range: Range<Int>, skipping: Int = 0, limit: Int = 4096) throws -> [TextLine] {
    try zip(range.lowerBound..., ranges(from: range.lowerBound, to: range.upperBound)).map { number, bytes in
      let start = min(bytes.lowerBound + skipping, bytes.upperBound)
      let asked = start..<start + min(limit, bytes.upperBound - start)
      return try line(number, bytes, asked)
    }
  }

  private func line(_ number: Int, _ bytes: Range<Int>, _ asked: Range<Int>) throws -> TextLine {
    let read = try source.read(asked)
    let isCutBefore = asked.lowerBound > bytes.lowerBound
    let isCutAfter = asked.upperBound < bytes.upperBound
    let start = isCutBefore ? read.prefix(3).prefix { $0 & 0xC0 == 0x80 }.count : 0
    let end = isCutAfter ? JSONText.wholeCharacters(read[start...]).endIndex : read.endIndex
    return TextLine(
      number: number, text: String(decoding: read[start..<end], as: UTF8.self),
      shown: asked.lowerBound + start..<asked.lowerBound + end, bytes: bytes)
  }
}
