import ParleyEngine
import TerminalKit

/// The groups of the workspace, each with its newest runs below.
struct GroupList: PaneView {
  enum Row: Hashable, Sendable {
    case group(String, hasMistake: Bool)
    case run(RecordedRun)

    var id: String {
      switch self {
      case .group(let name, _): "group \(name)"
      case .run(let run): run.id
      }
    }

    var group: String {
      switch self {
      case .group(let name, _): name
      case .run(let run): run.summary.group ?? ""
      }
    }

    var run: RecordedRun? {
      if case .run(let run) = self { run } else { nil }
    }
  }

  /// How a run in progress is shown.
  enum Pace: Hashable, Sendable {
    case running, paused
  }

  private(set) var rows: [Row] = []
  private var outlines: [GroupOutline] = []
  private var kept: [ExactString: [RecordedRun]] = [:]
  /// Where each run stands among the others of its group.
  private var branches: [String: RunTree.Row] = [:]
  /// Runs that are to be compared, in the order in which they were marked.
  var marked: [String] = []
  var cursor = ListCursor()
  /// Whether the runs have to be read again.
  var isStale = true
  private(set) var hasLoaded = false
  /// Runs in progress, by their identifiers.
  var pace: [String: Pace] = [:]
  /// What the steps beside it are of.
  var shown: String?
  /// The row the cursor goes to as soon as it is there.
  var wanted: String?

  /// Older ones are listed by `parley runs`.
  static let runsOfEach = 12

  var keyContexts: [KeyContext] { [.groupList, .groups] }

  var selected: Row? { rows.indices.contains(cursor.selected) ? rows[cursor.selected] : nil }

  func kept(_ id: String?) -> RecordedRun? {
    rows.lazy.compactMap(\.run).first { $0.id == id }
  }

  func runs(of group: String) -> [RecordedRun] { kept[group] ?? [] }

  mutating func resize(to size: Size) { cursor.height = size.height }

  mutating func select(_ row: Row) {
    if let place = rows.firstIndex(where: { $0.id == row.id }) { cursor.select(place) }
  }

  /// The groups as the files have them now.
  /// - Returns: whether there are others than before.
  mutating func show(_ outlines: [GroupOutline]) -> Bool {
    guard outlines != self.outlines else { return false }
    self.outlines = outlines
    arrange()
    return true
  }

  mutating func show(_ kept: [ExactString: [RecordedRun]]) {
    self.kept = kept
    hasLoaded = true
    arrange()
  }

  /// The cursor stays with what it was on.
  private mutating func arrange() {
    let before = wanted ?? selected?.id
    let trees = outlines.map { RunTree(kept[$0.id] ?? []).rows }
    branches = Dictionary(trees.joined().map { ($0.run.id, $0) }) { first, _ in first }
    marked.removeAll { branches[$0] == nil }
    rows = zip(outlines, trees).flatMap { outline, runs in
      [.group(outline.id, hasMistake: outline.hasMistake)] + runs.map { Row.run($0.run) }
    }
    cursor.count = rows.count
    guard let place = rows.firstIndex(where: { $0.id == before }) else { return }
    wanted = nil
    cursor.select(place)
  }
}

extension GroupList {
  func title(in context: ViewContext) -> PaneTitle {
    let count = context.workspace.groups.count
    return PaneTitle([Span("Groups", .title)], right: count > 0 ? [Span("\(count)", .muted)] : "")
  }

  func draw(into frame: inout Frame, in rect: Rect, isFocused: Bool, context: ViewContext) {
    guard !rows.isEmpty else { return drawEmpty(into: &frame, rect) }
    for line in cursor.visible where line - cursor.top < rect.height {
      let row = rect.row(line - cursor.top)
      let ground: Role? = line == cursor.selected ? (isFocused ? .selection : .selectionUnfocused) : nil
      if let ground { frame.fill(row, style: Style(ground)) }
      let isShown = rows[line].id == shown
      frame.put(isShown ? "●" : " ", at: row.origin.moved(right: 1), style: Style(.accent, on: ground))
      if marked.contains(rows[line].id) { frame.put("◇", at: row.origin, style: Style(.mark, on: ground)) }
      let text = row.inset(left: 3, right: 1)
      frame.put(words(of: rows[line], text.width, context.now), at: text.origin, maxWidth: text.width, on: ground)
    }
  }

  private func drawEmpty(into frame: inout Frame, _ rect: Rect) {
    for (row, line) in ["No groups yet:", "a file under groups/", "creates one."].enumerated() {
      frame.put(line.fitted(to: rect.width - 2), at: rect.row(row).origin.moved(right: 1), style: .muted)
    }
  }

  private func words(of row: Row, _ columns: Int, _ now: Timestamp) -> StyledText {
    switch row {
    case .group(let name, let hasMistake):
      let mark: StyledText = hasMistake ? [Span(" ✗", .failure)] : ""
      return [Span(name.fitted(to: columns - mark.columns), .text, .bold)] + mark
        + chart(of: name, columns - mark.columns)
    case .run(let run): return words(of: run, columns, now)
    }
  }

  /// At the right edge, as far as there is room.
  private func chart(of group: String, _ columns: Int) -> StyledText {
    let room = columns - CellWidth.columns(of: group) - 1
    let chart = RunChart(runs(of: group)).text(columns: min(Self.runsOfEach, room))
    return chart.isEmpty ? "" : [Span(String(repeating: " ", count: 1 + room - chart.columns))] + chart
  }

  private func words(of run: RecordedRun, _ columns: Int, _ now: Timestamp) -> StyledText {
    let branch = RunBranch(run, depth: branches[run.id]?.depth ?? 0)
    let glyph = glyph(of: run)
    let time = pace[run.id] == nil ? run.summary.startedAt.shortClock(now: now) : "now"
    var words: StyledText = [
      Span(branch.sign, .border), Span(branch.number + " ", .text), glyph,
      Span(String(repeating: " ", count: max(1, 3 - CellWidth.columns(of: glyph.text)))), Span(time, .muted),
    ]
    if run.isPinned { words.append(" ◆", Style(.mark)) }
    if run.summary.imported != nil { words.append(" ⇣", Style(.info)) }
    words.append(branch.origin(in: columns - words.columns), .muted)
    return words
  }

  private func glyph(of run: RecordedRun) -> Span {
    switch pace[run.id] {
    case .running: Span("▶", .info)
    case .paused: Span("▮▮", .warning)
    case nil: run.summary.state.glyph
    }
  }
}

extension RunRecording.State {
  /// Tells without colour too.
  var glyph: Span {
    switch self {
    case .running: Span("▶", .info)
    case .succeeded: Span("✓", .success)
    case .failed: Span("✗", .failure)
    case .stopped: Span("■", .warning)
    case .interrupted: Span("⚡", .warning)
    }
  }

  var words: String {
    switch self {
    case .running: "running"
    case .succeeded: "done"
    case .failed: "failed"
    case .stopped: "stopped"
    case .interrupted: "interrupted: Parley ended during the run"
    }
  }
}
