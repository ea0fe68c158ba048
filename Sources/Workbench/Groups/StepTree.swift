import ParleyEngine
import TerminalKit

/// The steps of what is shown: of a group as its file has it, or of a run, with what became of each.
struct StepTree: PaneView {
  var group: String?
  private(set) var outline: GroupOutline?
  /// As the file has them; of a run that is shown, as they were when it ran.
  private var steps: [NodePath: StepOutline] = [:]
  /// Nil where only the file is shown.
  private(set) var run: ShownRun?
  private(set) var rows: [StepRow] = []
  private(set) var axis = RunAxis()
  /// Up to when its time is drawn.
  private(set) var moment = Timestamp(microseconds: 0)
  private var axisRevision = -1
  var cursor = ListCursor()
  private(set) var folded: Set<NodePath> = []
  var breakpoints: Set<Debugger.Breakpoint> = []
  /// Whether the cursor goes along with what happens, until a person moves it.
  var follows = true

  var keyContexts: [KeyContext] { [.groupSteps, run == nil ? .groupFile : .groupRun, .groups] }

  var isShowing: Bool { group != nil }
  var selected: StepRow? { rows.indices.contains(cursor.selected) ? rows[cursor.selected] : nil }
  var record: NodeRecord? { selected.flatMap { run?.records[$0.path] } }

  func outline(of path: NodePath) -> StepOutline? { steps[path.withoutElements] }

  /// What the file says now of a step of the run that is shown, where it has that step still.
  func outlineInFile(of path: NodePath) -> StepOutline? {
    guard let name = outline(of: path)?.name else { return nil }
    return outline?.steps.first { $0.path == path.withoutElements && $0.name == name }
  }

  /// Whether what the file says of a step has changed since the run that is shown.
  func isStale(_ path: NodePath) -> Bool {
    guard run != nil, let recorded = outline(of: path)?.definition, let now = outlineInFile(of: path)?.definition else {
      return false
    }
    return !recorded.isIdentical(to: now)
  }

  /// The first of them in the order of the group.
  var firstStale: NodePath? { rows.map(\.path).first { !$0.isElement && isStale($0) } }

  /// The next row that failed by itself, behind the cursor and then from the top.
  var nextFailure: NodePath? {
    let order = Array(rows[min(cursor.selected + 1, rows.count)...] + rows.prefix(cursor.selected + 1))
    return order.first { !$0.hasInner && run?.records[$0.path]?.state == .failed }?.path
  }

  /// What people call a step: `4 pay`.
  func name(of path: NodePath) -> String {
    let name = run?.records[path]?.name ?? outline(of: path)?.name ?? ""
    return "\(path) \(name)"
  }

  mutating func resize(to size: Size) { cursor.height = max(0, size.height - Self.headLines) }

  /// The names of the columns.
  static let headLines = 1
}

extension StepTree {
  /// Shows another group, or the same as its file has it now.
  mutating func show(file outline: GroupOutline?) {
    guard outline != self.outline else { return }
    self.outline = outline
    describe()
    arrange()
  }

  /// - Parameter step: where the cursor goes, if there is such a step.
  mutating func show(_ run: ShownRun?, at step: NamedStep? = nil) {
    let isOther = run?.id != self.run?.id
    self.run = run
    if isOther {
      folded = []
      follows = true
      cursor.select(0)
    }
    axisRevision = -1
    describe()
    arrange()
    follow()
    if let step { goBack(to: step) }
  }

  private mutating func describe() {
    let file = outline?.steps ?? []
    steps = run?.steps(besides: file) ?? Dictionary(file.map { ($0.path, $0) }) { first, _ in first }
  }

  /// Changes the run that is shown, and moves along with it.
  mutating func take(_ news: RunNews) {
    guard run?.take(news) == true else { return follow() }
    arrange()
    follow()
  }

  /// What a person has typed in place of what a step has, or has taken back.
  mutating func edit(_ edit: EditedStep?, at path: NodePath) {
    run?.edited[path] = edit
  }

  mutating func answered(_ id: String) {
    if run?.id == id { run?.answered() }
  }

  mutating func number(_ number: Int64?) {
    if let number { run?.number = number }
  }

  mutating func fold() {
    guard let row = selected else { return }
    let path = row.hasInner ? row.path : row.path.parent ?? row.path
    guard path != .root else { return }
    if folded.remove(path) == nil { folded.insert(path) }
    arrange()
    if let place = rows.firstIndex(where: { $0.path == path }) { cursor.select(place) }
  }

  mutating func select(_ path: NodePath) {
    for place in path.around where folded.remove(place) != nil { arrange() }
    if let place = rows.firstIndex(where: { $0.path == path }) { cursor.select(place) }
  }

  /// Draws time again, where something has changed or goes on.
  mutating func tell(_ now: Timestamp) {
    guard let run else {
      axis = RunAxis()
      return
    }
    guard run.isMoving || run.revision != axisRevision else { return }
    axisRevision = run.revision
    moment = run.end(at: now)
    axis = RunAxis(run.records.values, until: moment)
  }

  /// The cursor goes to what waits, else to what runs, else to what has failed.
  private mutating func follow() {
    guard follows, let run else { return }
    if let stop = run.focus { return select(stop.node.path) }
    let leaves = run.records.values.lazy.filter {
      ($0.kind == .request || $0.kind == .job) && run.lists[$0.path] == nil
    }
    let state: NodeRecord.State = run.isLive ? .running : .failed
    if let path = leaves.filter({ $0.state == state }).map(\.path).min() { select(path) }
  }

  /// The cursor stays with its step.
  private mutating func arrange() {
    let path = selected?.path
    rows = StepRows(Array(steps.keys), run?.records.keys.map(\.self) ?? [], folded: folded).rows
    cursor.count = rows.count
    if let place = rows.firstIndex(where: { $0.path == path }) { cursor.select(place) }
  }
}

extension NodePath {
  /// What it stands in, from the inside out.
  fileprivate var around: [NodePath] {
    var places: [NodePath] = []
    var place = parent
    while let next = place, next != .root {
      places.append(next)
      place = next.parent
    }
    return places
  }
}
