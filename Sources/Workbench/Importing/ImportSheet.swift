import ParleyText
import TerminalKit

extension KeyContext {
  /// In the tree of what an import would make.
  static let importing: KeyContext = "import"
}

/// What an import would make, as a tree in which one takes and leaves.
struct ImportSheet: Sheet {
  var keyContexts: [KeyContext] { [.importing, .sheet] }
  var acceptWord: String { "make it" }

  mutating func update(_ action: PopupAction, in state: State) -> LayerOutcome<Action> {
    switch action {
    case .close: .close(nil)
    case .accept:
      state.imports.draft?.makesSomething == true
        ? .close(.importing(.make))
        : .act(.notice(.refused("There is nothing to make: everything is left out or there.")))
    case .move(let step): .act(.importing(.move(step)))
    case .next: .act(.importing(.unfold))
    case .previous: .act(.importing(.fold))
    case .copy, .turnKeeping, .confirm: .handled
    }
  }

  mutating func handle(_ mouse: Mouse, over rect: Rect, in state: State) -> LayerOutcome<Action> {
    guard mouse.action == .press(.left), let layout = Layout(state, over: rect) else { return turn(mouse, in: state) }
    let inside = rect.insidePopup(layout.size)
    let line = layout.cursor.top + mouse.point.y - inside.y
    guard inside.contains(mouse.point), mouse.point.y - inside.y < layout.list, layout.cursor.visible.contains(line)
    else { return .handled }
    return .act(line == layout.cursor.selected ? .importing(.toggle) : .importing(.select(line)))
  }

  func draw(into frame: inout Frame, over rect: Rect, in state: State) {
    guard let layout = Layout(state, over: rect) else { return }
    let lines = ImportLines(layout.draft)
    let inside = frame.popup(layout.size, over: rect, title: lines.title.fitted(to: layout.size.width - 4))
    for line in layout.cursor.visible {
      let row = inside.row(line - layout.cursor.top)
      let ground: Role? = line == layout.cursor.selected ? .selection : nil
      if let ground { frame.fill(row, style: Style(ground)) }
      frame.put(lines.line(layout.draft.rows[line]), at: row.origin, maxWidth: row.width, on: ground)
    }
    frame.popupScrollBar(layout.cursor.extent, beside: inside.top(layout.list))
    for (index, line) in lines.foot.enumerated() where layout.list + 1 + index < inside.height {
      frame.put(line, at: inside.row(layout.list + 1 + index).origin, maxWidth: inside.width)
    }
  }

  private struct Layout {
    let draft: ImportDraft
    let cursor: ListCursor
    /// Lines of the tree.
    let list: Int
    let size: Size

    /// The tree, a blank line, and what is to be known of it.
    init?(_ state: State, over rect: Rect) {
      guard let draft = state.imports.draft else { return nil }
      self.draft = draft
      let foot = ImportLines.footHeight + 1
      list = max(1, min(draft.rows.count, rect.height - 2 - foot))
      var cursor = draft.cursor
      cursor.height = list
      self.cursor = cursor
      size = Size(width: max(20, min(92, rect.width - 6)), height: list + foot)
    }
  }
}

/// The lines of the sheet.
struct ImportLines {
  private let draft: ImportDraft
  static let footHeight = 3

  init(_ draft: ImportDraft) { self.draft = draft }

  var title: String {
    let (taken, all) = draft.requests
    let count = taken == all ? all.counted("request") : "\(taken) of \(all.counted("request"))"
    return "Import \(draft.outline.format): \(count) into \(draft.outline.target)"
  }

  func line(_ row: ImportDraft.Tree.Row) -> StyledText {
    let indent = String(repeating: "  ", count: row.depth)
    return [Span(indent), mark(of: row)] + words(of: row)
  }

  private func mark(of row: ImportDraft.Tree.Row) -> Span {
    switch draft.mark(of: row) {
    case .taken: Span("[x] ", Style(.success))
    case .left: Span("[ ] ", .muted)
    case .partly: Span("[-] ", Style(.success))
    case .fixed: Span("    ", .muted)
    }
  }

  private func words(of row: ImportDraft.Tree.Row) -> StyledText {
    let name = Sanitizer.visible(row.name)
    switch row.content {
    case .folder(let isFolded): return [Span(isFolded ? "▸ " : "▾ ", .muted), Span("\(name)/", .text, .bold)]
    case .leaf(let entry):
      let isLeft = draft.mark(of: row) == .left
      var line: StyledText =
        entry.method.map { [Span(MethodStyle.column($0), isLeft ? .muted : MethodStyle.style($0))] } ?? ""
      line.append(name, isLeft || entry.state == .kept ? .muted : .text)
      if let note = note(on: entry) { line.append("  \(note)", Style(entry.state == .kept ? .warning : .info)) }
      return line
    }
  }

  private func note(on entry: ImportOutline.Entry) -> String? {
    switch entry.state {
    case .new: entry.isNeeded ? "is needed by the rest" : nil
    case .extended: "is there, gets what it lacks"
    case .kept: "is there, stays as it is"
    }
  }

  /// What is not taken over, and what keys do.
  var foot: [StyledText] {
    let notes = draft.outline.notes
    let first = notes.first.map { Sanitizer.visible($0) } ?? ""
    let count = notes.count == 1 ? "1 note" : "\(notes.count) notes"
    let about: StyledText =
      notes.isEmpty
      ? [Span("Everything is taken over.", Style(.success))]
      : [Span("⚠ \(count), n lists them: ", Style(.warning)), Span(first, .muted)]
    let place: StyledText =
      draft.outline.makesWorkspace ? [Span("Makes a workspace in \(draft.outline.target).", .accent)] : [Span("")]
    return [about, place, StyledText("Space take or leave   * all   i folder   Enter make it   Esc leave", .muted)]
  }
}
