import ParleyEngine
import TerminalKit

// XML and HTML, laid out.
extension BodyOutlines {
  private static let longestLine = 4096

  /// Nil until the body is whole, and for one that is too large: then it is shown as it is.
  mutating func markupOutline() throws -> MarkupOutline? {
    if let markup { return markup }
    guard case .markup(let language) = try currentKind(), source.isComplete, source.count <= MarkupOutline.largest
    else { return nil }
    markup = MarkupOutline(try source.read(at: 0, count: source.count), language)
    return markup
  }

  mutating func fillMarkup(_ page: inout BodyPage, _ query: BodyPage.Query, _ secrets: Secrets) throws {
    guard let outline = try markupOutline() else { return }
    page.total = outline.lines.count
    page.offset = max(0, min(query.lines.lowerBound, page.total))
    let range = page.offset..<max(page.offset, min(query.lines.upperBound, page.total))
    page.lines = try range.map { place in
      let line = outline.lines[place]
      var text = try markupText(line)
      if !secrets.isEmpty { text = secrets.maskingForeign(text) }
      let indentation = 2 * min(Int(line.depth), BodyRenderer.deepestIndentation)
      return BodyLine(
        number: String(place + 1), indentation: indentation, text: MarkupColours.line(text, line.kind))
    }
  }

  /// Line breaks in a tag become spaces.
  private func markupText(_ line: MarkupOutline.Line) throws -> String {
    let bytes = try source.read(line.range.prefix(Self.longestLine))
    let text = String(decoding: bytes.map { $0.isBlank ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
    return line.range.count > Self.longestLine ? text + "…" : text
  }
}
