import ParleyEngine
import TerminalKit
import WorkbenchParts
import WorkbenchServices

/// Draws the steps of a group as its file, or the draft, has them.
struct FileStepsDrawing {
  let tree: StepTree

  func draw(into frame: inout Frame, _ rect: Rect, isFocused: Bool) {
    let columns = FileColumns(
      rect, numbers: tree.rows.reduce(1) { max($0, $1.path.columns) },
      steps: longest { tree.label(of: tree.rows[$0]).text.columns },
      notes: longest { notes(of: tree.rows[$0].path, in: Self.mostNotes).columns },
      hasResults: !tree.results.isEmpty)
    if tree.finder.showsLine { tree.finder.draw(into: &frame, rect.row(0), isFocused: isFocused) }
    drawHead(into: &frame, columns.at(rect.row(tree.headLines - 1)))
    let lines = rect.inset(top: tree.headLines)
    if tree.rows.isEmpty { return drawNoSteps(into: &frame, lines) }
    for line in tree.cursor.visible where line - tree.cursor.top < lines.height {
      let row = lines.row(line - tree.cursor.top)
      let ground: Role? = line == tree.cursor.selected ? (isFocused ? .selection : .selectionUnfocused) : nil
      if let ground { frame.fill(row, style: Style(ground)) }
      draw(tree.rows[line], into: &frame, columns.at(row), ground)
    }
    tree.finder.drawCompletion(into: &frame, rect)
  }

  private func longest(_ columns: (Int) -> Int) -> Int {
    tree.cursor.visible.reduce(0) { max($0, columns($1)) }
  }

  private func drawHead(into frame: inout Frame, _ columns: FileColumns) {
    let names = [("step", columns.step), ("when / each / retry", columns.notes), ("gave last time", columns.gave)]
    for (name, rect) in names where rect.width >= name.count {
      frame.put(name, at: rect.origin, style: .muted)
    }
  }

  private func draw(_ row: StepRow, into frame: inout Frame, _ columns: FileColumns, _ ground: Role?) {
    if let mark = tree.marks[row.path] {
      frame.put(mark.glyph, at: columns.breakpoint.origin, style: mark.style.on(ground))
    }
    let isMarked = tree.marked.contains(row.path)
    if isMarked { frame.put("◆", at: columns.mark.origin, style: Style(.mark, on: ground)) }
    frame.put(
      "\(row.path)", at: columns.number.origin, style: Style(isMarked ? .mark : .muted, on: ground),
      maxWidth: columns.number.width)
    let label = tree.label(of: row).text(in: columns.step.width)
    frame.put(label, at: columns.step.origin, maxWidth: columns.step.width, on: ground)
    let room = columns.notes.width
    frame.put(notes(of: row.path, in: room), at: columns.notes.origin, maxWidth: room, on: ground)
    let name = StepName(of: row.path, in: tree.outline?.steps ?? [])
    guard let last = name.flatMap({ tree.results[$0] }) else { return }
    frame.put(last.words, at: columns.gave.origin, maxWidth: columns.gave.width, on: ground)
  }

  /// As much of a gist asks for room beside results.
  private static let mostNotes = 56
  private static let leastGist = 12

  /// A mistake takes the place of what the step says of itself. The gist of a job gives way to when and how often it runs.
  private func notes(of path: NodePath, in room: Int) -> StyledText {
    if let mistake = tree.signs.mistake(at: path) {
      return [
        Span("\(mistake.isWarning ? "⚠" : "✗") \(mistake.message)", Style(mistake.isWarning ? .warning : .failure))
      ]
    }
    guard let step = tree.outline(of: path) else { return "" }
    let notes = step.notes.joined(separator: "  ")
    guard let gist = tree.gist(of: path)?.text ?? step.means else { return StyledText(notes, .muted) }
    if notes.isEmpty { return StyledText(gist.fitted(to: room), .muted) }
    let left = max(Self.leastGist, room - CellWidth.columns(of: notes) - 2)
    return StyledText("\(gist.fitted(to: left))  \(notes)", .muted)
  }

  private func drawNoSteps(into frame: inout Frame, _ area: Rect) {
    guard tree.outline != nil else {
      let words = "This workspace has no file of the group, only its runs."
      frame.putHint(words, in: area.inset(left: 2, right: 1))
      return
    }
    if tree.finder.isFiltering {
      frame.put("No step matches.", at: area.row(0).origin.moved(right: 2), style: .muted)
      return
    }
    if tree.signs.errors > 0 || tree.outline?.hasMistake == true {
      frame.put("Its file has errors: F8 lists them.", at: area.row(0).origin.moved(right: 2), style: .muted)
      return
    }
    let lines: [StyledText] = [
      [Span("This group has no steps yet.", .text)], "",
      [Span("a", .hint), Span("  adds requests, filters and other groups, one after the other", .muted)],
      [Span("e", .hint), Span("  opens its file in your editor", .muted)],
    ]
    let width = max(0, area.width - 3)
    let wrapped = lines.flatMap { $0.wrapped(to: width, hanging: 3) }
    for (row, line) in wrapped.enumerated() where row + 1 < area.height {
      frame.put(line, at: area.row(row + 1).origin.moved(right: 2), maxWidth: width)
    }
  }
}
