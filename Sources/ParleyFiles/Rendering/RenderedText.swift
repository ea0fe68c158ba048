internal import ParleyEngine

/// A text with its templates filled in, and what stands where in it.
package struct RenderedText: Sendable, Equatable {
  /// One filled-in value.
  package struct Fill: Sendable, Equatable {
    /// As UTF-8 offsets in `text`.
    package let range: Range<Int>
    /// The template, without its braces.
    package let template: String
    package let source: ValueSource
    package let isSecret: Bool
    /// JSON's `null` that nobody wrote, sent as the word.
    package internal(set) var isNull = false
  }

  package internal(set) var text: String
  /// In the order of the text.
  package internal(set) var fills: [Fill]

  package init(_ text: String = "", fills: [Fill] = []) {
    self.text = text
    self.fills = fills
  }

  package var isSecret: Bool { fills.contains(where: \.isSecret) }

  /// The place in the text as it is written, with its templates, of a byte of the filled-in one; nil where a value was filled in.
  func writtenPlace(of offset: Int) -> (line: Int, column: Int)? {
    guard !fills.contains(where: { $0.range.contains(offset) }) else { return nil }
    let filled = Array(text.utf8)
    var (written, start): ([UInt8], Int) = ([], 0)
    for fill in fills where fill.range.lowerBound >= start && fill.range.upperBound <= offset {
      written += filled[start..<fill.range.lowerBound] + Array("{{\(fill.template)}}".utf8)
      start = fill.range.upperBound
    }
    written += filled[start..<min(offset, filled.count)]
    let lines = written.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return (lines.count, String(decoding: lines.last ?? [], as: UTF8.self).unicodeScalars.count + 1)
  }

  /// The text with each secret value masked; an empty one is nothing to mask.
  package var masked: String {
    var bytes = Array(text.utf8)
    for fill in fills.reversed() where fill.isSecret && !fill.range.isEmpty {
      bytes.replaceSubrange(fill.range, with: Array(Secrets.mask.utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
