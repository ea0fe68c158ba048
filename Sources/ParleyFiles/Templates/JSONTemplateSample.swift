package import ParleyText

/// A JSON text with a stand-in for each template, so that it can be parsed, and the origin of each of its pieces.
///
/// A stand-in is a whole value outside quotes and escaped text inside them.
package struct JSONTemplateSample {
  package private(set) var bytes: [UInt8] = []
  private var pieces: [(sample: Int, text: Range<Int>, isTemplate: Bool)] = []

  package init(_ parsed: TemplateText) {
    var quotes = JSONQuotes()
    var offset = 0
    for segment in parsed.segments {
      switch segment {
      case .literal(let literal):
        pieces.append((bytes.count, offset..<offset + literal.utf8.count, false))
        quotes.pass(literal)
        bytes += literal.utf8
        offset += literal.utf8.count
      case .template(let template):
        pieces.append((bytes.count, template.range, true))
        bytes += quotes.isInString ? [] : [UInt8(ascii: "0")]
        offset = template.range.upperBound
      }
    }
  }

  /// The offset in the text from which a byte of the sample comes.
  func offsetInText(of offset: Int) -> Int {
    guard let piece = pieces.last(where: { $0.sample <= offset }) else { return offset }
    return piece.text.lowerBound + offset - piece.sample
  }

  /// The range in the text from which a part of the sample comes. It covers templates as a whole.
  package func rangeInText(of range: Range<Int>) -> Range<Int> {
    guard let last = pieces.last(where: { $0.sample < range.upperBound }) else { return 0..<0 }
    let end = last.isTemplate ? last.text.upperBound : last.text.lowerBound + range.upperBound - last.sample
    return offsetInText(of: range.lowerBound)..<end
  }
}
