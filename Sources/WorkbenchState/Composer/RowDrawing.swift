import ParleyEngine
import ParleyModel
import TerminalKit
import WorkbenchParts
import WorkbenchServices

/// Draws the rows of a tab: a mark, name, value, and what the templates in the value mean.
struct RowDrawing {
  let composer: Composer
  let layout: ComposerLayout
  let isFocused: Bool

  func draw(into frame: inout Frame) {
    let area = layout.content
    guard !area.isEmpty else { return }
    let contents = composer.contents
    let (fixed, rows, inherited) = (contents.fixed, contents.rows, contents.inherited)
    if fixed.isEmpty, rows.isEmpty, inherited.isEmpty { return drawEmpty(into: &frame, area) }
    let names = fixed.map(\.label) + rows.map(\.name) + inherited.map(\.header.name)
    let groups = composer.tab == .options && area.width >= 48 ? RequestField.Group.columns : 0
    let columns = RowColumns(area, notes: layout.notes, names: names, values: widestValue, groups: groups)
    for line in composer.cursor.visible where line - composer.cursor.top < area.height {
      let rect = area.row(line - composer.cursor.top)
      let isSelected = isFocused && composer.spot == .content && line == composer.cursor.selected
      let row = line - fixed.count
      if fixed.indices.contains(line) {
        draw(fixed[line], into: &frame, columns.at(rect), isSelected)
        drawGroup(of: fixed, line, isFirst: line == composer.cursor.top, into: &frame, columns.at(rect))
      } else if rows.indices.contains(row) {
        draw(rows[row], row, into: &frame, columns.at(rect), isSelected)
      } else if inherited.indices.contains(row - rows.count) {
        draw(inherited[row - rows.count], into: &frame, columns.at(rect), isSelected)
      }
    }
  }

  /// Columns that the longest value takes. What is typed does not count before it is accepted, so that nothing moves.
  private var widestValue: Int {
    let own = composer.rows.enumerated().map { line, row in
      composer.field?.place == .cell(line, .value) ? composer.field?.opened ?? "" : row.value
    }
    let texts = composer.fixed.map(\.value) + own + composer.inherited.map(\.header.value)
    return texts.reduce(0) { max($0, CellWidth.columns(of: Sanitizer.visible($1))) }
  }

  private func drawEmpty(into frame: inout Frame, _ area: Rect) {
    let words =
      switch composer.tab {
      case .params: "No parameters. a adds one; so does a query or a :name in the URL."
      case .body where composer.draft.body.kind == .messages:
        "No messages. a adds one to send; Space makes it one to wait for."
      case .capture:
        "Shared keys that take a value of each successful response: none. a adds one; so does c on a value in the response."
      default: "Nothing here. a adds a row."
      }
    let ground: Role? = isFocused && composer.spot == .content ? .selection : nil
    frame.putHint(words, in: area.inset(horizontal: 1), on: ground)
  }

  private func draw(
    _ row: DraftRow, _ line: Int, into frame: inout Frame, _ columns: RowColumns, _ isSelected: Bool
  ) {
    let isEdited = isEditing(row: line)
    if isSelected, !isEdited { frame.fill(columns.rect, style: Style(.selectionUnfocused)) }
    frame.put(
      row.isOn ? "✓" : "~", at: columns.mark.origin, style: row.isOn ? Style(.success) : .muted,
      maxWidth: columns.mark.width)
    // A template that is being typed cannot be read yet, and is not wrong.
    let uses = composer.contents.uses(inRow: line, row).filter { !isEdited || !$0.expression.isEmpty }
    let hasNote = !uses.isEmpty || composer.tab == .capture
    let columns = hasNote || isEdited ? columns : columns.withoutNote
    drawCell(.name, row, line, [], into: &frame, columns.name, isSelected)
    drawCell(.value, row, line, uses, into: &frame, columns.value, isSelected)
    TemplateNote.draw(uses, into: &frame, columns.note)
    if composer.tab == .capture, row.isOn, let place = composer.preview.captures[row.name] {
      let note = columns.note
      frame.put("→ \(place)".fitted(to: note.width), at: note.origin, style: .muted, maxWidth: note.width)
    }
  }

  private func drawCell(
    _ column: Composer.Column, _ row: DraftRow, _ line: Int, _ uses: [TemplateUse], into frame: inout Frame,
    _ rect: Rect, _ isSelected: Bool
  ) {
    if composer.field?.place == .cell(line, column), let area = composer.field?.area {
      // The cursor behind the last letter of a name stands in the gap between the columns.
      let open = Rect(origin: rect.origin, size: Size(width: rect.width + (column == .name ? 1 : 0), height: 1))
      frame.fill(open, style: Style(.text))
      return area.draw(into: &frame, open, isFocused: isFocused)
    }
    let isChosen = isSelected && composer.column == column && !composer.isTyping
    let ground: Role? = isChosen ? .selection : isSelected && !isEditing(row: line) ? .selectionUnfocused : nil
    if isChosen { frame.fill(rect, style: Style(.selection)) }
    var text =
      row.isOn
      ? column == .name ? StyledText(row.name, Style(.key)) : TemplateColours.field(row.value, uses: uses)
      : StyledText(row[column], .muted)
    if row.isOn, column == .value, row.value.isEmpty { text = StyledText(emptyValue, .muted) }
    if column == .value, composer.contents.isFilePart(line) { text = [Span("file ", .muted)] + text }
    frame.put(text, at: rect.origin, maxWidth: rect.width, on: ground)
  }

  private func isEditing(row: Int) -> Bool {
    if case .cell(row, _) = composer.field?.place { true } else { false }
  }

  private var emptyValue: String {
    switch composer.tab {
    case .expect: "(any value)"
    case .capture: "(a path such as .token)"
    case .body where composer.draft.body.kind == .messages: "(a text to send, or a filter to wait for)"
    default: "(empty)"
    }
  }

  private func draw(_ row: InheritedRow, into frame: inout Frame, _ columns: RowColumns, _ isSelected: Bool) {
    let ground: Role? = isSelected ? .selection : nil
    if let ground { frame.fill(columns.rect, style: Style(ground)) }
    let style = Style(.muted, row.isOverridden ? .dim : [], on: ground)
    frame.put(row.isOverridden ? "–" : "·", at: columns.mark.origin, style: style, maxWidth: columns.mark.width)
    frame.put(row.header.name, at: columns.name.origin, style: style, maxWidth: columns.name.width)
    let words = row.isOverridden ? "overridden" : "← \(row.header.origin)"
    // Without notes beside it, the origin stands at the end of the value's own column.
    let note =
      columns.note.isEmpty
      ? columns.value.suffix(min(columns.value.width / 2, CellWidth.columns(of: words))) : columns.note
    let room = columns.note.isEmpty ? columns.value.width - note.width - 1 : columns.value.width
    frame.put(row.header.value.fitted(to: room), at: columns.value.origin, style: style, maxWidth: room)
    frame.put(words.fitted(to: note.width), at: note.origin, style: style, maxWidth: note.width)
  }
}

// Lines that are always there.
extension RowDrawing {
  /// Names the group of options at its first line in view.
  private func drawGroup(
    of rows: [FixedRow], _ line: Int, isFirst: Bool, into frame: inout Frame, _ columns: RowColumns
  ) {
    guard !columns.group.isEmpty, let group = rows[line].group else { return }
    guard isFirst || line == 0 || rows[line - 1].group != group else { return }
    frame.put(group.rawValue, at: columns.group.origin, style: Style(.title), maxWidth: columns.group.width)
  }

  private func draw(
    _ row: FixedRow, into frame: inout Frame, _ columns: RowColumns, _ isSelected: Bool
  ) {
    let isEdited = composer.field?.place == .fixed(row.id)
    let ground: Role? = isSelected && !isEdited ? .selectionUnfocused : nil
    if let ground { frame.fill(columns.rect, style: Style(ground)) }
    let isOwn = !row.value.isEmpty
    let isWrong = isOwn && isWrong(row)
    frame.put(
      isWrong ? "✗" : isOwn ? "•" : "·", at: columns.mark.origin,
      style: Style(isWrong ? .failure : isOwn ? .accent : .muted, on: ground))
    frame.put(
      row.label.fitted(to: columns.name.width), at: columns.name.origin, style: Style(isOwn ? .key : .muted, on: ground)
    )
    if isEdited, let area = composer.field?.area {
      frame.fill(columns.value, style: Style(.text))
      return area.draw(into: &frame, columns.value, isFocused: isFocused)
    }
    drawValue(of: row, into: &frame, columns, isSelected && !composer.isTyping)
  }

  private func isWrong(_ row: FixedRow) -> Bool {
    guard let field = row.id.field(in: composer.draft) else { return false }
    return composer.preview.problems.contains { $0.field == field }
  }

  private func drawValue(of row: FixedRow, into frame: inout Frame, _ columns: RowColumns, _ isSelected: Bool) {
    let ground: Role? = isSelected ? .selection : nil
    if isSelected { frame.fill(columns.value, style: Style(.selection)) }
    let field = row.id.field(in: composer.draft)
    let uses = composer.preview.uses.filter { $0.field == field }
    guard row.value.isEmpty else {
      let value =
        row.isHidden ? StyledText(Secrets.mask, Style(.secret)) : TemplateColours.spans(of: row.value, uses: uses)
      frame.put(value, at: columns.value.origin, maxWidth: columns.value.width, on: ground)
      return TemplateNote.draw(uses, into: &frame, columns.note)
    }
    let (value, origin) = (row.inherited?.value ?? "", row.inherited?.origin ?? "")
    let words = value.isEmpty ? missing(row) : origin.isEmpty ? value : "\(value)  ← \(origin)"
    // Nothing stands beside it.
    let room = columns.rect.maxX - 1 - columns.value.x
    if isSelected {
      frame.fill(Rect(origin: columns.value.origin, size: Size(width: room, height: 1)), style: Style(.selection))
    }
    frame.put(words.fitted(to: room), at: columns.value.origin, style: Style.muted.on(ground), maxWidth: room)
  }

  private func missing(_ row: FixedRow) -> String {
    switch row.id {
    case .path: "value missing"
    case .filter: "Enter adds a filter that must be true, such as .total > 0"
    case .setting(let key): key.field.standard.map { "\($0.words)  ← default" } ?? "–"
    }
  }
}

extension FixedRow.ID {
  /// The field of the draft that holds its templates.
  func field(in draft: RequestDraft) -> DraftField? {
    switch self {
    case .setting(let key): .setting(key)
    case .path(let name): draft.path.firstIndex { $0.name == name }.map(DraftField.path)
    case .filter: nil
    }
  }
}

extension StyledText {
  fileprivate static func + (left: [Span], right: StyledText) -> StyledText {
    StyledText(left + right.spans)
  }
}

/// How the width of a row is divided.
struct RowColumns {
  var rect: Rect
  /// The name of a group of rows; empty without groups.
  var group: Rect
  var mark: Rect
  var name: Rect
  var value: Rect
  var note: Rect

  /// Names have a third, and what the values leave of the rest.
  /// - Parameters:
  ///   - values: columns that the longest value takes.
  ///   - groups: columns of the names of groups.
  init(_ area: Rect, notes: Int, names: [String], values: Int, groups: Int = 0) {
    rect = area
    group = Rect(x: area.x + 1, y: area.y, width: groups, height: 1)
    let longest = names.reduce(8) { max($0, CellWidth.columns(of: Sanitizer.visible($1))) }
    let share = (area.width - notes - groups) * (groups > 0 ? 2 : 1) / (groups > 0 ? 5 : 3)
    let room = area.width - notes - groups - (groups > 0 ? 8 : 7)
    let nameWidth = min(longest, max(8, share, room - max(Self.leastValue, values)))
    let parts = area.inset(left: 1 + (groups > 0 ? groups + 1 : 0), right: 1).columns(
      .fixed(1), .fixed(nameWidth), .weight(1), .fixed(notes), gap: 1)
    (mark, name, value, note) = (parts[0], parts[1], parts[2], parts[3])
  }

  private static let leastValue = 12

  /// With the room of the note given to the value.
  var withoutNote: RowColumns {
    guard !note.isEmpty else { return self }
    var copy = self
    copy.value = Rect(x: value.x, y: value.y, width: note.maxX - value.x, height: 1)
    copy.note = .zero
    return copy
  }

  func at(_ row: Rect) -> RowColumns {
    var copy = self
    copy.rect = row
    for path in [\RowColumns.group, \.mark, \.name, \.value, \.note] {
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
