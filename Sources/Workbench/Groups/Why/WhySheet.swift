import ParleyEngine
import ParleyText
import TerminalKit

/// The way from an effect back to its first causes: a line for each link, the nearest first.
struct WhySheet: Sheet {
  private let place: WhyPlace
  private let run: String
  private let links: [(indent: Int, link: WhyLink)]
  private var cursor = ListCursor()

  init(_ place: WhyPlace, run: String) {
    (self.place, self.run, links) = (place, run, place.chain.links)
    cursor.count = links.count
    cursor.height = max(1, links.count)
    cursor.select(place.selected)
  }

  var acceptWord: String { "go there" }

  private var here: WhyPlace {
    var place = place
    place.selected = cursor.selected
    return place
  }

  mutating func update(_ action: PopupAction, in state: State) -> LayerOutcome<Action> {
    switch action {
    case .close: return .close(nil)
    case .accept: return .close(.groups(.why(.go(here, run: run))))
    case .copy: return .act(.terminal(.copy(place.chain.description, of: "the chain")))
    case .move(let step): cursor.move(step)
    case .next: cursor.move(.lines(1))
    case .previous: cursor.move(.lines(-1))
    case .turnKeeping, .acceptAll, .confirm: break
    }
    return .handled
  }

  func claims(_ key: Key) -> Bool { key.typed == "F" }

  mutating func handle(_ event: InputEvent, in state: State) -> LayerOutcome<Action> {
    guard case .key(let key) = event, key.typed == "F" else { return .ignored }
    return .close(.groups(.why(.fork(here))))
  }

  mutating func handle(_ mouse: Mouse, over rect: Rect, in state: State) -> LayerOutcome<Action> {
    guard mouse.action == .press(.left) else { return turn(mouse, in: state) }
    let layout = layout(over: rect)
    let inside = rect.insidePopup(layout.size)
    let row = layout.top + mouse.point.y - inside.y
    guard inside.contains(mouse.point), layout.rows.indices.contains(row) else { return .handled }
    if layout.rows[row].link == cursor.selected { return .close(.groups(.why(.go(here, run: run)))) }
    cursor.select(layout.rows[row].link)
    return .handled
  }
}

// How it looks.
extension WhySheet {
  private struct Row {
    let link: Int
    let text: StyledText
  }

  private struct Layout {
    let rows: [Row]
    let top: Int
    let size: Size
  }

  func draw(into frame: inout Frame, over rect: Rect, in state: State) {
    let layout = layout(over: rect)
    let title = Printable.text(place.chain.question).fitted(to: max(8, layout.size.width - 2))
    let inside = frame.popup(layout.size, over: rect, title: title)
    let list = inside.inset(bottom: 2)
    for (line, row) in layout.rows.dropFirst(layout.top).prefix(list.height).enumerated() {
      let area = list.row(line)
      let ground: Role? = row.link == cursor.selected ? .selection : nil
      if let ground { frame.fill(area, style: Style(ground)) }
      frame.put(row.text, at: area.origin, maxWidth: area.width, on: ground)
    }
    let extent = ScrollExtent(first: layout.top, shown: list.height, count: layout.rows.count)
    frame.popupScrollBar(extent, beside: list)
    let foot = "Enter go there, Backspace back   F fork from there   y copy"
    frame.put(foot.fitted(to: inside.width), at: inside.row(inside.height - 1).origin, style: .muted)
  }

  private func layout(over rect: Rect) -> Layout {
    let width = max(20, min(Self.widest, rect.width - 8))
    let rows = links.indices.flatMap { self.rows(of: $0, width) }
    let height = max(1, min(rows.count, rect.height - 5))
    let first = rows.firstIndex { $0.link == cursor.selected } ?? 0
    let last = rows.lastIndex { $0.link == cursor.selected } ?? 0
    // The selected link is in view as a whole, with what stands before it as far as there is room.
    let top = max(0, min(first, last - height + 1))
    return Layout(rows: rows, top: top, size: Size(width: width, height: height + 2))
  }

  private static let widest = 116

  private func rows(of index: Int, _ width: Int) -> [Row] {
    let (indent, link) = links[index]
    let front = String(repeating: "  ", count: min(indent, 8)) + (index == 0 ? "" : "▲ ")
    let blank = String(repeating: " ", count: front.count)
    let style: Style = index == 0 ? Style(.title) : link.causes.isEmpty ? Style(.mark) : .text
    let room = max(10, width - front.count)
    let lines = TextWrap.lines(of: Printable.text(link.sentence), width: room)
    var rows = lines.enumerated().map { line, words in
      Row(link: index, text: [Span(line == 0 ? front : blank, .muted), Span(words, style)])
    }
    let unknown = link.end == .unknown ? "unknown: nothing more was recorded" : nil
    let note = [link.evidence.map(Printable.text), unknown].compactMap(\.self).joined(separator: "   ")
    guard !note.isEmpty else { return rows }
    if let last = rows.last, last.text.columns + CellWidth.columns(of: note) + 3 <= width {
      rows[rows.count - 1] = Row(link: index, text: last.text + [Span("   \(note)", .muted)])
    } else {
      rows += TextWrap.lines(of: note, width: room).prefix(2).map {
        Row(link: index, text: [Span("\(blank)\($0)", .muted)])
      }
    }
    return rows
  }
}
