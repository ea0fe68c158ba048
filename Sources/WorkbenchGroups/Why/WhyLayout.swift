import ParleyEngine
import ParleyText
import TerminalKit

/// The lines of a chain as they are drawn: long sentences on several rows.
struct WhyLayout {
  struct Row {
    /// The line that the cursor goes to; nil for a heading.
    let line: Int?
    let text: StyledText
  }

  let rows: [Row]
  let top: Int
  let size: Size

  private static let widest = 116

  init(_ place: WhyPlace, over rect: Rect) {
    let width = max(20, min(Self.widest, rect.width - 8))
    rows = Self.chain(place, width) + Self.changes(place, width) + Self.trial(place, width)
    let height = max(1, min(rows.count, rect.height - 5))
    let first = rows.firstIndex { $0.line == place.cursor } ?? 0
    let last = rows.lastIndex { $0.line == place.cursor } ?? 0
    // The selected line is in view as a whole, with what stands before it as far as there is room; what was tried too.
    let end = place.trial != nil && rows.count - first <= height ? rows.count - 1 : last
    top = max(0, min(first, end - height + 1))
    size = Size(width: width, height: height + 2)
  }

  private static func chain(_ place: WhyPlace, _ width: Int) -> [Row] {
    place.chain.links.enumerated().flatMap { index, item -> [Row] in
      let front = String(repeating: "  ", count: min(item.indent, 8)) + (index == 0 ? "" : "\(item.link.sign) ")
      let style: Style = index == 0 ? Style(.title) : item.link.style
      let unknown = item.link.end == .unknown ? "(unknown: nothing more was recorded)" : nil
      let note = [item.link.evidence.map { Printable.text($0) }, unknown].compactMap(\.self).joined(separator: "   ")
      return rows(item.link.sentence, note, front: front, style, line: index, width)
    }
  }

  private static func changes(_ place: WhyPlace, _ width: Int) -> [Row] {
    guard let changes = place.changes else { return [] }
    let start = place.chain.links.count
    let lines = changes.onTheWay.enumerated().flatMap { index, change in
      rows(change.sentence, change.evidence ?? "", front: "≠ ", Style(.warning), line: start + index, width)
    }
    return heading(changes.title) + lines + [Row(line: nil, text: StyledText(changes.rest, .muted))]
  }

  private static func trial(_ place: WhyPlace, _ width: Int) -> [Row] {
    guard let trial = place.trial else { return [] }
    let none =
      trial.steps.isEmpty ? [Row(line: nil, text: StyledText("No filter or condition depends on it.", .muted))] : []
    let lines = trial.steps.flatMap { step in
      rows(step.sentence, "", front: "→ ", step.isUnknown ? .muted : Style(.info), line: nil, width)
    }
    return heading("Try \(trial.words.fitted(to: max(8, width - 24)))  (nothing is sent)") + lines + none
  }

  private static func heading(_ text: String) -> [Row] {
    [Row(line: nil, text: ""), Row(line: nil, text: StyledText(Printable.text(text), Style(.title)))]
  }

  private static func rows(
    _ sentence: String, _ note: String, front: String, _ style: Style, line: Int?, _ width: Int
  ) -> [Row] {
    let blank = String(repeating: " ", count: front.count)
    let room = max(10, width - front.count)
    var rows = TextWrap.lines(of: Printable.text(sentence), width: room).enumerated().map { index, words in
      Row(line: line, text: [Span(index == 0 ? front : blank, .muted), Span(words, style)])
    }
    guard !note.isEmpty else { return rows }
    if let last = rows.last, last.text.columns + CellWidth.columns(of: note) + 3 <= width {
      rows[rows.count - 1] = Row(line: line, text: last.text + [Span("   \(note)", .muted)])
    } else {
      rows += lines(of: Printable.text(note), room).prefix(3).map {
        Row(line: line, text: [Span("\(blank)\($0)", .muted)])
      }
    }
    return rows
  }

  /// The parts of a note stay apart: those that fit beside each other do so, any other begins a line.
  private static func lines(of note: String, _ room: Int) -> [String] {
    let parts = note.split(separator: "  ").map { String($0.drop { $0 == " " }) }
    return parts.reduce(into: []) { lines, part in
      if let last = lines.last, CellWidth.columns(of: last) + 3 + CellWidth.columns(of: part) <= room {
        lines[lines.count - 1] = "\(last)   \(part)"
      } else {
        lines += TextWrap.lines(of: part, width: room)
      }
    }
  }
}

extension WhyLink {
  /// A first cause, a change and a doubt each stand out.
  fileprivate var style: Style {
    switch meaning {
    case .change: Style(.warning)
    case .doubt: .muted
    case .cause: causes.isEmpty ? Style(.mark) : .text
    @unknown default: .text
    }
  }
}
