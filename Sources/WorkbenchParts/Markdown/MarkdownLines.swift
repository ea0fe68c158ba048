import ParleyText
package import TerminalKit

/// A text in Markdown as it is read: headings, emphasis, lists, code, links and tables, broken at the width of a pane.
package struct MarkdownLines: Hashable, Sendable {
  package struct Line: Hashable, Sendable {
    package let text: StyledText
    /// The line of the text that it shows, counted from 0.
    package let place: Int
  }

  package private(set) var lines: [Line] = []

  /// More would take too long to read at each key.
  private static let longest = 64 << 10

  package init(_ text: String, width: Int) {
    guard text.utf8.count <= Self.longest else {
      let parts = text.split(separator: "\n", omittingEmptySubsequences: false)
      for (place, part) in parts.enumerated() { add(StyledText(String(part)).wrapped(to: width), at: place) }
      return
    }
    var blocks = MarkdownBlock.blocks(of: text)[...]
    while let block = blocks.first {
      let count = block.kind == .row ? blocks.prefix { $0.kind == .row }.count : 1
      if block.isApart { add([""], at: block.place) }
      if block.kind == .row {
        addTable(Array(blocks.prefix(count)), width)
      } else {
        add(Self.rows(of: block, width), at: block.place)
      }
      blocks = blocks.dropFirst(count)
    }
  }

  private mutating func add(_ rows: [StyledText], at place: Int) {
    lines += rows.map { Line(text: $0, place: place) }
  }

  private static func rows(of block: MarkdownBlock, _ width: Int) -> [StyledText] {
    let texts = block.lines.map(\.trimmed)
    switch block.kind {
    case .heading: return texts.flatMap { styled($0, Style(.title, .bold)).wrapped(to: width) }
    case .paragraph, .row: return texts.flatMap { styled($0).wrapped(to: width) }
    case .item(let depth, let sign): return item(texts, depth, sign, width)
    case .quote:
      return texts.flatMap { styled($0, .muted).wrapped(to: max(8, width - 2)).map { [Span("│ ", .muted)] + $0 } }
    case .code:
      return block.lines.flatMap { ([Span("  \($0)", Style(.string))] as StyledText).wrapped(to: width, hanging: 2) }
    case .rule: return [StyledText(String(repeating: "─", count: min(width, 40)), .muted)]
    }
  }

  private static func item(_ texts: [String], _ depth: Int, _ sign: String, _ width: Int) -> [StyledText] {
    let indent = String(repeating: " ", count: 2 * depth)
    let first = texts.first ?? ""
    let box = first.hasPrefix("[ ] ") ? "☐" : first.lowercased().hasPrefix("[x] ") ? "☑" : nil
    let mark = box ?? (sign == "-" ? "•" : sign)
    let hanging = indent.count + mark.count + 1
    return texts.enumerated().flatMap { index, text in
      let front: StyledText =
        index == 0
        ? [Span(indent), Span("\(mark) ", .accent)] : StyledText(String(repeating: " ", count: hanging))
      return (front + styled(index == 0 && box != nil ? String(text.dropFirst(4)) : text))
        .wrapped(to: width, hanging: hanging)
    }
  }
}

// Tables.
extension MarkdownLines {
  private mutating func addTable(_ rows: [MarkdownBlock], _ width: Int) {
    let cells = rows.map { Self.cells(of: $0.lines.joined()).map { Self.styled($0) } }
    let count = cells.map(\.count).max() ?? 0
    let columns = (0..<count).map { column in
      cells.map { column < $0.count ? $0[column].columns : 0 }.max() ?? 0
    }
    for (row, cells) in zip(rows, cells) {
      let line = cells.enumerated().reduce(into: StyledText()) { line, cell in
        if cell.offset > 0 { line.append("  ") }
        line = line + cell.element
        guard cell.offset + 1 < cells.count else { return }
        line.append(String(repeating: " ", count: max(0, columns[cell.offset] - cell.element.columns)))
      }
      add(line.wrapped(to: width, hanging: 2), at: row.place)
    }
  }

  private static func cells(of row: String) -> [String] {
    let inner = row.trimmed.drop { $0 == "|" }
    let parts = inner.split(separator: "|", omittingEmptySubsequences: false).map(\.trimmed)
    return parts.last == "" ? parts.dropLast() : parts
  }
}

// Pieces of a line.
extension MarkdownLines {
  private static func styled(_ text: String, _ style: Style = .text) -> StyledText {
    let runs = MarkdownRun.runs(of: text)
    return runs.indices.reduce(into: StyledText()) { line, index in
      let run = runs[index]
      line.append(run.text, Self.style(of: run, in: style))
      // Its address stands once, behind all pieces of its text.
      let isEnd = index + 1 == runs.count || runs[index + 1].link != run.link
      if let link = run.link, link != run.text, isEnd { line.append(" (\(link))", .muted) }
    }
  }

  private static func style(of run: MarkdownRun, in style: Style) -> Style {
    var style = run.marks.contains(.code) ? Style(.string) : style
    if run.link != nil { style = Style(.accent, .underline) }
    if run.marks.contains(.strong) { style = style.adding(.bold) }
    if run.marks.contains(.emphasis) { style = style.adding(.italic) }
    return style
  }
}
