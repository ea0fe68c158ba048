import TerminalKit

// Rows: a mark, name, value, and what the templates in the value mean.
extension Composer {
  func drawRows(into frame: inout Frame, _ layout: ComposerLayout, _ isFocused: Bool) {
    let area = layout.content
    guard !area.isEmpty else { return }
    let (rows, inherited) = (rows, inherited)
    if rows.isEmpty, inherited.isEmpty { return drawEmpty(into: &frame, area.row(0), isFocused) }
    let columns = RowColumns(area, notes: layout.notes, names: rows.map(\.name) + inherited.map(\.header.name))
    for line in cursor.visible where line - cursor.top < area.height {
      let rect = area.row(line - cursor.top)
      let isSelected = isFocused && spot == .content && line == cursor.selected
      if rows.indices.contains(line) {
        draw(rows[line], line, into: &frame, columns.at(rect), isSelected, isFocused)
      } else if inherited.indices.contains(line - rows.count) {
        draw(inherited[line - rows.count], into: &frame, columns.at(rect), isSelected)
      }
    }
  }

  private func drawEmpty(into frame: inout Frame, _ row: Rect, _ isFocused: Bool) {
    let words =
      tab == .params ? "No parameters. a adds one; so does a query in the URL." : "Nothing here. a adds a row."
    let ground: Role? = isFocused && spot == .content ? .selection : nil
    frame.put(words.fitted(to: row.width - 2), at: row.origin.moved(right: 1), style: Style.muted.on(ground))
  }

  private func draw(
    _ row: DraftRow, _ line: Int, into frame: inout Frame, _ columns: RowColumns, _ isSelected: Bool, _ isFocused: Bool
  ) {
    let isEdited = isEditing(row: line)
    if isSelected, !isEdited { frame.fill(columns.rect, style: Style(.selectionUnfocused)) }
    frame.put(
      row.isOn ? "✓" : "~", at: columns.mark.origin, style: row.isOn ? Style(.success) : .muted,
      maxWidth: columns.mark.width)
    let uses = uses(inRow: line, row)
    drawCell(.name, row, line, [], into: &frame, columns.name, isSelected, isFocused)
    drawCell(.value, row, line, uses, into: &frame, columns.value, isSelected, isFocused)
    TemplateNote.draw(uses, into: &frame, columns.note)
  }

  private func drawCell(
    _ column: Column, _ row: DraftRow, _ line: Int, _ uses: [TemplateUse], into frame: inout Frame, _ rect: Rect,
    _ isSelected: Bool, _ isFocused: Bool
  ) {
    if field?.place == .cell(line, column), let area = field?.area {
      frame.fill(rect, style: Style(.text))
      return area.draw(into: &frame, rect, isFocused: isFocused)
    }
    let isChosen = isSelected && self.column == column && !isTyping
    let ground: Role? = isChosen ? .selection : isSelected && !isEditing(row: line) ? .selectionUnfocused : nil
    if isChosen { frame.fill(rect, style: Style(.selection)) }
    var text =
      row.isOn
      ? column == .name ? StyledText(row.name, Style(.key)) : TemplateColours.spans(of: row.value, uses: uses)
      : StyledText(row[column], .muted)
    if row.isOn, column == .value, row.value.isEmpty { text = StyledText("(empty)", .muted) }
    frame.put(text, at: rect.origin, maxWidth: rect.width, on: ground)
  }

  private func isEditing(row: Int) -> Bool {
    if case .cell(row, _) = field?.place { true } else { false }
  }

  private func draw(_ row: InheritedRow, into frame: inout Frame, _ columns: RowColumns, _ isSelected: Bool) {
    let ground: Role? = isSelected ? .selection : nil
    if let ground { frame.fill(columns.rect, style: Style(ground)) }
    let style = Style(.muted, row.isOverridden ? .dim : [], on: ground)
    frame.put(row.isOverridden ? "✗" : "·", at: columns.mark.origin, style: style, maxWidth: columns.mark.width)
    frame.put(row.header.name, at: columns.name.origin, style: style, maxWidth: columns.name.width)
    let origin = row.isOverridden ? "overridden" : row.header.origin
    // Without notes beside it, the origin stands at the end of the value's own column.
    let note =
      columns.note.isEmpty
      ? columns.value.suffix(min(columns.value.width / 2, CellWidth.columns(of: origin))) : columns.note
    let room = columns.note.isEmpty ? columns.value.width - note.width - 1 : columns.value.width
    frame.put(row.header.value.fitted(to: room), at: columns.value.origin, style: style, maxWidth: room)
    let words = columns.note.isEmpty || row.isOverridden ? origin : "← \(origin)"
    frame.put(words.fitted(to: note.width), at: note.origin, style: style, maxWidth: note.width)
  }
}

/// How the width of a row is divided.
struct RowColumns {
  var rect: Rect
  var mark: Rect
  var name: Rect
  var value: Rect
  var note: Rect

  init(_ area: Rect, notes: Int, names: [String]) {
    rect = area
    let longest = names.reduce(8) { max($0, CellWidth.columns(of: Sanitizer.visible($1))) }
    let nameWidth = min(longest, max(8, (area.width - notes) / 3))
    let parts = area.inset(left: 1, right: 1).columns(
      .fixed(1), .fixed(nameWidth), .weight(1), .fixed(notes), gap: 1)
    (mark, name, value, note) = (parts[0], parts[1], parts[2], parts[3])
  }

  func at(_ row: Rect) -> RowColumns {
    var copy = self
    copy.rect = row
    for path in [\RowColumns.mark, \.name, \.value, \.note] {
      copy[keyPath: path] = Rect(x: copy[keyPath: path].x, y: row.y, width: copy[keyPath: path].width, height: 1)
    }
    return copy
  }
}

extension Rect {
  /// The last columns.
  fileprivate func suffix(_ columns: Int) -> Rect {
    Rect(x: maxX - min(columns, width), y: y, width: min(columns, width), height: height)
  }
}
