import ParleyEngine
import TerminalKit

extension SharedList {
  func title(in context: ViewContext) -> PaneTitle {
    var left: StyledText = [Span("Shared data", .title)]
    if let environment = context.workspace.environment {
      let style = context.workspace.environments.first { $0.name.isIdentical(to: environment) }?.style ?? .text
      left.append(" ▸ ", .muted)
      left.append(environment.fitted(to: 24), style)
    }
    return PaneTitle(left, right: [Span(window.total.counted("key"), .muted)])
  }

  func draw(into frame: inout Frame, in rect: Rect, isFocused: Bool, context: ViewContext) {
    var area = rect
    if showsFilter {
      drawFilter(into: &frame, rect.row(0))
      area = rect.inset(top: 1)
    }
    guard !area.isEmpty else { return }
    let columns = SharedColumns(area.row(0))
    columns.drawHead(into: &frame)
    let lines = area.inset(top: Self.headLines)
    guard window.total > 0 else { return drawEmpty(into: &frame, lines) }
    for line in cursor.visible where line - cursor.top < lines.height {
      draw(
        line, into: &frame, columns.at(lines.row(line - cursor.top)), isFocused: isFocused && !isFiltering,
        context.now)
    }
  }

  private func drawEmpty(into frame: inout Frame, _ area: Rect) {
    guard !area.isEmpty, requested == nil else { return }
    let words = input.isEmpty ? "No shared keys yet. a creates one; requests capture into them." : "No key matches."
    frame.put(words.fitted(to: area.width - 3), at: area.origin.moved(right: 3), style: .muted)
  }

  private func draw(_ line: Int, into frame: inout Frame, _ columns: SharedColumns, isFocused: Bool, _ now: Timestamp) {
    let ground: Role? = line == cursor.selected ? (isFocused ? .selection : .selectionUnfocused) : nil
    if let ground { frame.fill(columns.row, style: Style(ground)) }
    guard let row = row(at: line) else {
      frame.put("…", at: columns.key.origin, style: Style.muted.on(ground))
      return
    }
    let isChanged = changed.contains(row.key)
    frame.put(
      isChanged ? "●" : observed.contains(row.key.name) ? "◉" : " ", at: columns.mark.origin,
      style: Style(isChanged ? .mark : .accent, on: ground))
    let name = Style(isChanged ? .mark : .key, on: ground)
    frame.put(row.key.name.fitted(to: columns.key.width), at: columns.key.origin, style: name)
    frame.put(
      row.shown(columns: columns.value.width), at: columns.value.origin, maxWidth: columns.value.width, on: ground)
    let facts = [
      (row.kind?.rawValue ?? "", columns.type), (row.cipher ?? "–", columns.cipher),
      (row.key.environment ?? "all", columns.scope), (row.writer ?? "–", columns.writer),
    ]
    for (text, rect) in facts where rect.width > 0 {
      frame.put(text.fitted(to: rect.width), at: rect.origin, style: Style.muted.on(ground))
    }
    let time = row.at.shortClock(now: now)
    frame.put(time.fitted(to: columns.when.width), at: columns.when.origin, style: Style.muted.on(ground))
  }

  private func drawFilter(into frame: inout Frame, _ row: Rect) {
    frame.put("/", at: row.origin.moved(right: 1), style: Style(.hint))
    input.draw(into: &frame, rect: row.inset(left: 3, right: 1), isFocused: isFiltering)
  }
}

/// Where the columns of the list stand: what there is no room for is left out, the least important first.
struct SharedColumns {
  var row: Rect
  var mark: Rect, key: Rect, value: Rect, type: Rect, cipher: Rect, scope: Rect, writer: Rect, when: Rect

  init(_ row: Rect) {
    self.row = row
    let width = row.width
    mark = Rect(x: row.x + 1, y: row.y, width: min(1, width), height: 1)
    let parts = row.inset(left: 3, right: 1).columns(
      .weight(2), .weight(width >= 110 ? 4 : 3), .fixed(width >= 70 ? 5 : 0),
      .fixed(width >= 50 ? (width >= 110 ? 10 : 7) : 0), .fixed(width >= 110 ? 10 : 0),
      .fixed(width >= 60 ? (width >= 110 ? 22 : 13) : 0), .fixed(width >= 40 ? 8 : 0), gap: width >= 90 ? 2 : 1)
    (key, value, type, cipher) = (parts[0], parts[1], parts[2], parts[3])
    (scope, writer, when) = (parts[4], parts[5], parts[6])
  }

  func at(_ row: Rect) -> SharedColumns {
    var copy = self
    copy.row = row
    for path in Self.all { copy[keyPath: path].origin.y = row.y }
    return copy
  }

  func drawHead(into frame: inout Frame) {
    let names = ["", "key", "value", "type", "cipher", "scope", "written by", "when"]
    for (name, path) in zip(names, Self.all) {
      let rect = self[keyPath: path]
      frame.put(name.fitted(to: rect.width), at: rect.origin, style: .muted)
    }
  }

  private static var all: [WritableKeyPath<SharedColumns, Rect>] {
    [\.mark, \.key, \.value, \.type, \.cipher, \.scope, \.writer, \.when]
  }
}

extension SharedRow {
  /// The value as a list shows it.
  func shown(columns: Int) -> StyledText {
    if kind == nil { return StyledText("removed", .muted) }
    if isSecret { return StyledText(Secrets.mask, Style(.secret)) }
    if let problem { return StyledText("✗ \(problem)".fitted(to: columns), Style(.failure)) }
    return StyledText((preview ?? "").fitted(to: columns), kind == .text ? Style(.string) : .text)
  }
}

extension Timestamp {
  /// The time of a day that is today, otherwise the day: in eight columns.
  func shortClock(now: Timestamp) -> String {
    localDate == now.localDate ? localClock : localDay
  }
}
