import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

extension KeyContext {
  /// In the tree of what an import would make.
  static let importing: KeyContext = "import"
}

/// The planned result of an import, as a tree in which entries are included or left out.
struct ImportSheet: Sheet {
  var isLeftByClick: Bool { false }

  var keyContexts: [KeyContext] { [.importing, .sheet] }
  var acceptWord: String { "make it" }

  mutating func update(_ action: PopupAction, in state: State) -> LayerOutcome<Action> {
    switch action {
    case .close: .close(nil)
    case .accept:
      state.imports.draft.flatMap(\.whyNothing).map { .act(.notice(.refused($0))) } ?? .close(.importing(.make))
    case .move(let step): .act(.importing(.move(step)))
    case .next: .act(.importing(.unfold))
    case .previous: .act(.importing(.fold))
    case .copy, .turnKeeping, .acceptAll, .confirm: .handled
    }
  }

  mutating func handle(_ mouse: Mouse, over rect: Rect, in state: State) -> LayerOutcome<Action> {
    guard mouse.action == .press(.left), let draft = state.imports.draft else { return turn(mouse, in: state) }
    let list = Self.list(of: draft, over: rect)
    guard let line = list.line(at: mouse.point, over: rect) else { return .handled }
    return .act(line == list.cursor.selected ? .importing(.toggle) : .importing(.select(line)))
  }

  func draw(into frame: inout Frame, over rect: Rect, in state: State) {
    guard let draft = state.imports.draft else { return }
    let lines = ImportLines(draft)
    Self.list(of: draft, over: rect).draw(into: &frame, over: rect, title: lines.title, foot: lines.foot) {
      lines.line(draft.rows[$0])
    }
  }

  private static func list(of draft: ImportDraft, over rect: Rect) -> FootedList {
    FootedList(draft.cursor, of: draft.rows.count, foot: ImportLines.footHeight, widest: 92, over: rect)
  }
}

extension ImportOutline.Entry {
  fileprivate var isFolderFile: Bool { isNeeded && path.hasSuffix("/folder") }

  /// The reason why the rest cannot do without it; nil if it can.
  fileprivate var use: String? {
    guard isNeeded else { return nil }
    if isFolderFile { return "what the requests of the folder share" }
    return path.hasPrefix("openapi/") ? "the description, which the requests refer to" : "is needed by the rest"
  }
}

/// The lines of the sheet.
struct ImportLines {
  private let draft: ImportDraft
  static let footHeight = 2

  init(_ draft: ImportDraft) { self.draft = draft }

  var title: String {
    let (taken, all) = draft.requests
    let some = taken == all ? all.counted("request") : "\(taken) of \(all.counted("request"))"
    let count = all == 0 && draft.counts.unchanged > 0 ? "no new request" : some
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
      // Its name alone would be taken for the program, or for a request.
      let shown = entry.path == "parley" || entry.isFolderFile ? "\(name).yaml" : name
      line.append(shown, isLeft || entry.state == .kept ? .muted : .text)
      if let note = note(on: entry) { line.append("  \(note)", Style(entry.state == .kept ? .warning : .info)) }
      return line
    }
  }

  private func note(on entry: ImportOutline.Entry) -> String? {
    switch entry.state {
    case .new: entry.use
    case .extended: "exists: what is new is added"
    case .kept: "exists: stays unchanged"
    }
  }

  /// The parts that are not taken over, and where the rest goes.
  var foot: [StyledText] {
    let notes = draft.outline.notes
    let first = notes.first.map { Sanitizer.visible($0) } ?? ""
    let count = notes.count == 1 ? "1 note" : "\(notes.count) notes"
    let about: StyledText =
      notes.isEmpty
      ? [Span(draft.withoutNotes, draft.counts.unchanged == 0 ? Style(.success) : .muted)]
      : [Span("⚠ \(count), n lists them: ", Style(.warning)), Span(first, .muted)]
    let place: StyledText =
      draft.outline.makesWorkspace
      ? [Span("Makes a workspace in \(draft.outline.target).", .accent)] : [Span("\(draft.counts.words).", .muted)]
    return [about, place]
  }
}
