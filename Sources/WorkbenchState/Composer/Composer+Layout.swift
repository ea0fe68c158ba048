import ParleyModel
package import TerminalKit
import WorkbenchParts
import WorkbenchServices

/// The areas of the composer's parts in a pane of a given size.
struct ComposerLayout: Hashable {
  var url: Rect
  var tabs: Rect
  /// The line that says of which kind the body is.
  var kind: Rect
  /// Rows or text.
  var content: Rect
  /// The area of the problem, or of the help, under the cursor.
  var problem: Rect
  /// Width of what stands beside a line: values and their sources.
  var notes: Int

  /// - Parameters:
  ///   - words: lines wanted for the problem or the help.
  ///   - isOfText: whether they are about an error in the text.
  ///   - lines: rows of the content; nil for a text, which has all there is.
  init(_ rect: Rect, hasKind: Bool, words: Int, isOfText: Bool, lines: Int?, hasNotes: Bool) {
    let tallest = rect.height >= 20 ? 6 : rect.height >= 9 ? 3 : rect.height >= 6 ? 2 : rect.height >= 5 ? 1 : 0
    // Of a text more is to be seen than of what is wrong with it.
    let usual = isOfText ? min(tallest, max(1, (rect.height - 3 - (hasKind ? 1 : 0)) / 2)) : tallest
    // Rows that stay empty are the words' too.
    let most = max(usual, lines.map { min(4, rect.height - 2 - (hasKind ? 1 : 0) - max(1, $0)) } ?? 0)
    let rows = rect.rows(
      .fixed(1), .fixed(1), .fixed(hasKind && rect.height >= 4 ? 1 : 0), .weight(1),
      .fixed(min(words, most)))
    (url, tabs, kind, content, problem) = (rows[0], rows[1], rows[2], rows[3], rows[4])
    notes = hasNotes ? Self.notes(besideRowsOf: rect.width) : 0
  }

  static func notes(besideRowsOf width: Int) -> Int { width >= 72 ? width * 2 / 5 : width >= 40 ? width / 3 : 0 }
}

extension Composer {
  package func draw(into frame: inout Frame, in rect: Rect, isFocused: Bool, context: ViewContext) {
    guard !rect.isEmpty else { return }
    if let faulty = onDisk.faulty { return FaultyDrawing(file: faulty).draw(into: &frame, rect) }
    ComposerDrawing(composer: self, layout: layout(in: rect), isFocused: isFocused).draw(into: &frame, rect)
  }

  func layout(in rect: Rect) -> ComposerLayout {
    let contents = contents
    return ComposerLayout(
      rect, hasKind: tab == .body, words: wordLines(columns: rect.width),
      isOfText: contents.showsText && mistake != nil, lines: contents.showsRows ? cursor.count : nil,
      hasNotes: contents.hasNotes)
  }

  /// Lines wanted below the content. On a tab of settings a few are kept free, so that little jumps.
  private func wordLines(columns: Int) -> Int {
    let wanted = wordsBelow.map { TextWrap.lines(of: $0, width: max(8, columns - 2)).count } ?? 0
    return tab == .options && spot == .content ? max(3, wanted) : wanted
  }

  /// Lines of text that fit.
  var textHeight: Int {
    max(1, layout(in: Rect(origin: .zero, size: size)).content.height)
  }

  /// Columns in front of text: line numbers where there is room, else the mark of the cursor.
  var textGutter: Int {
    tab == .docs || size.width < 40 ? 1 : max(3, String(textLineCount).count + 1) + 1
  }

  /// Columns of text while it is edited.
  var textWidth: Int {
    max(1, size.width - textGutter - layout(in: Rect(origin: .zero, size: size)).notes)
  }

  var textLineCount: Int {
    if let notes = readNotes { return notes.count }
    return (text ?? "").utf8.reduce(1) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
  }

  /// Longer lines are tiresome to read.
  private static let widestNotes = 100

  /// The lines of the notes; nil on other tabs, and while the notes are typed.
  var readNotes: [MarkdownLines.Line]? {
    guard tab == .docs, field?.place != .text, !draft.docs.isEmpty else { return nil }
    return MarkdownLines(draft.docs, width: min(Self.widestNotes, textWidth)).lines
  }

  /// The line of the text that is shown in a row.
  func textLine(atRow row: Int) -> Int {
    guard let notes = readNotes else { return row }
    return notes.isEmpty ? 0 : notes[min(row, notes.count - 1)].place
  }

  /// The row that shows a line of the text.
  func row(ofTextLine line: Int) -> Int {
    readNotes.map { notes in notes.lastIndex { $0.place <= line } ?? 0 } ?? line
  }
}

// The places of its parts, for drawing, the mouse and jumping.
extension Composer {
  var tabLine: TabLine {
    let titles = tabs.map { TabLine.Title($0.title, count: contents.count(of: $0)) }
    return TabLine(titles, selected: tabs.firstIndex(of: tab) ?? 0, width: size.width - 1)
  }

  /// The columns of each tab from the left edge of the pane; none of those out of sight.
  var tabPlaces: [(tab: Tab, columns: Range<Int>)] {
    zip(tabs, tabLine.places).map { ($0, $1.isEmpty ? $1 : $1.lowerBound + 1..<$1.upperBound + 1) }
  }

  static let sendWords = "[ Send ]"

  /// The button that sends, at the end of the line of the URL; empty where there is no room, or nothing to send.
  func sendButton(in row: Rect) -> Rect {
    guard guest == nil, request.defaults == nil, row.width >= 48 else { return .zero }
    let width = Self.sendWords.count
    return Rect(x: row.maxX - width - 1, y: row.y, width: width, height: 1)
  }

  /// Method, URL, Send, the tabs, the kind of the body, and the rows of the tab.
  package var jumpPoints: [Point] {
    guard onDisk.faulty == nil else { return [] }
    let layout = layout(in: Rect(origin: .zero, size: size))
    let method = CellWidth.columns(of: draft.method.isEmpty ? "GET" : draft.method)
    let line = request.defaults == nil ? [Point(x: 1, y: layout.url.y), Point(x: method + 5, y: layout.url.y)] : []
    let button = sendButton(in: layout.url)
    let send = button.isEmpty ? [] : [button.origin.moved(right: 1)]
    let tabs = tabLine.jumpPoints.map { $0.moved(right: 1, down: layout.tabs.y) }
    let kind = tab == .body && !layout.kind.isEmpty ? [layout.kind.origin.moved(right: 1)] : []
    let rows = showsRows ? cursor.visible.map { layout.content.origin.moved(right: 1, down: $0 - cursor.top) } : []
    return line + send + tabs + kind + rows.filter(layout.content.contains)
  }

  package var scrollExtent: ScrollExtent? {
    guard showsText else { return showsRows ? cursor.extent : nil }
    return field?.area.editor?.extent
      ?? ScrollExtent(first: scroll.top, shown: textHeight, count: textLineCount)
  }
}
