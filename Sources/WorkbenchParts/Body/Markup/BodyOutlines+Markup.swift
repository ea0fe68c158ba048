import ParleyEngine
import ParleyText
import TerminalKit
import WorkbenchServices

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
    page.total = outline.visibleCount
    page.offset = max(0, min(query.lines.lowerBound, page.total))
    let range = page.offset..<max(page.offset, min(query.lines.upperBound, page.total))
    page.lines = try range.compactMap { place in
      try outline.lineNumber(ofVisible: place).map { try markupLine($0, of: outline, secrets) }
    }
  }

  private func markupLine(_ number: Int, of outline: MarkupOutline, _ secrets: Secrets) throws -> BodyLine {
    let line = outline.lines[number]
    var shown = MarkupColours.line(try maskedMarkup(line, secrets), line.kind)
    let isFolded = outline.folds.folded.contains(number)
    if isFolded {
      let end = outline.end(ofElement: number)
      shown.append(" … ", .muted)
      let last = outline.lines[end - 1]
      if last.kind == .end { shown = shown + MarkupColours.line(try maskedMarkup(last, secrets), last.kind) }
      shown.append("  \((end - number).counted("line"))", .muted)
    }
    return BodyLine(
      number: String(number + 1), indentation: 2 * min(Int(line.depth), BodyRenderer.deepestIndentation), text: shown,
      fold: isFolded ? .folded : outline.opens(number) ? .open : nil)
  }

  private func maskedMarkup(_ line: MarkupOutline.Line, _ secrets: Secrets) throws -> String {
    let text = try markupText(line)
    return secrets.isEmpty ? text : secrets.maskingForeign(text)
  }

  /// The line that shows a byte, unfolded if need be.
  mutating func revealMarkup(ofByte offset: Int) throws -> Int {
    guard var outline = try markupOutline() else { return 0 }
    let line = outline.line(ofByte: offset)
    outline.reveal(line)
    markup = outline
    return outline.folds.visible(ofLine: line)
  }

  /// Line breaks in a tag become spaces.
  private func markupText(_ line: MarkupOutline.Line) throws -> String {
    let bytes = try source.read(line.range.prefix(Self.longestLine))
    let text = String(decoding: bytes.map { $0.isBlank ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
    return line.range.count > Self.longestLine ? text + "…" : text
  }
}
