import ParleyEngine
import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

/// The steps of two runs in one tree: what became of each in both, and where they differ.
struct ComparedTree: PaneView {
  private let group: String
  private let numbers: (left: String, right: String)
  @CopyOnWrite private var runs: (left: ShownRun, right: ShownRun)
  @CopyOnWrite private var outlines: (left: RunRecording, right: RunRecording)
  private var compared: [NodePath: RunComparison.Row] = [:]
  private var forest = StepForest()
  private(set) var rows: [StepRow] = []
  private(set) var hidesSame = false
  var cursor = ListCursor()
  /// Of the paths that are left out.
  var ignoredCount = 0

  var keyContexts: [KeyContext] { [.comparedSteps, .comparison, .groups] }

  init(_ left: KeptRun, _ right: KeptRun, _ compared: ComparedRuns) {
    group = right.summary.group ?? ""
    numbers = ("\(left.sequence)", "\(right.sequence)")
    runs = (ShownRun(compared.left, number: left.sequence), ShownRun(compared.right, number: right.sequence))
    outlines = (compared.left, compared.right)
    show(compared.rows)
  }

  var selected: RunComparison.Row? {
    rows.indices.contains(cursor.selected) ? compared[rows[cursor.selected].path] : nil
  }

  mutating func resize(to size: Size) { cursor.height = max(0, size.height - 1) }

  /// The same runs, with other paths left out.
  mutating func show(_ rows: [RunComparison.Row]) {
    compared = Dictionary(rows.map { ($0.place, $0) }) { first, _ in first }
    forest = StepForest([NodePath](), rows.map(\.place))
    arrange()
  }

  mutating func turnSame() {
    hidesSame.toggle()
    arrange()
  }

  /// The cursor stays with its step.
  private mutating func arrange() {
    let place = selected?.place
    rows = forest.rows(folded: [], kept: hidesSame ? kept : nil)
    cursor.count = rows.count
    if let line = rows.firstIndex(where: { $0.path == place }) { cursor.select(line) }
  }

  private var kept: Set<NodePath> {
    let places = compared.values.filter { !$0.isSame }.map(\.place)
    return Set(places).union(places.flatMap(\.around))
  }

  /// Goes to the next step that differs, or the previous one.
  /// - Returns: whether there is one.
  @discardableResult mutating func goToDifference(_ direction: Int) -> Bool {
    let places = rows.indices.filter { difference(at: $0) }
    let next =
      direction > 0 ? places.first { $0 > cursor.selected } : places.last { $0 < cursor.selected }
    if let next { cursor.jump(to: next) }
    return next != nil
  }

  /// The first step that differs.
  mutating func goToFirstDifference() {
    if let first = rows.indices.first(where: { difference(at: $0) }) { cursor.jump(to: first) }
  }

  /// A list, or a group, differs because of what stands in it.
  private func difference(at line: Int) -> Bool {
    compared[rows[line].path].map { !$0.isSame && (!rows[line].hasInner || $0.difference != .different) } ?? false
  }

  var differences: Int { rows.indices.count { difference(at: $0) } }
}

// As it is drawn.
extension ComparedTree {
  func title(in context: ViewContext) -> PaneTitle {
    let count = compared.values.count { !$0.isSame && !forest.hasInner($0.place) }
    let words = count == 0 ? "all steps are the same" : "\(count.counted("step")) \(count == 1 ? "differs" : "differ")"
    let ignored = ignoredCount > 0 ? "≈ \(ignoredCount.counted("path")) ignored" : ""
    return PaneTitle(
      [
        Span("\(group.fitted(to: 24))   ", .title), Span("- run \(numbers.left)", .failure), Span("   "),
        Span("+ run \(numbers.right)", .success), Span("   \(words)", count == 0 ? Style(.success) : Style(.warning)),
      ], right: [Span(ignored, .muted)])
  }

  private struct Columns {
    var sign, number, step, left, right, places: Rect

    init(_ row: Rect, numbers: Int, steps: Int) {
      let hasPlaces = row.width >= 60
      let parts = row.inset(right: 1).columns(
        .fixed(1), .fixed(numbers), hasPlaces ? .fixed(max(12, min(steps, row.width * 2 / 5))) : .weight(1), .fixed(7),
        .fixed(7), .weight(hasPlaces ? 1 : 0), gap: 1)
      (sign, number, step, left, right) = (parts[0], parts[1], parts[2], parts[3], parts[4])
      places = hasPlaces ? parts[5] : .zero
    }
  }

  var scrollExtent: ScrollExtent? { cursor.extent }

  func draw(into frame: inout Frame, in rect: Rect, isFocused: Bool, context: ViewContext) {
    guard !rect.isEmpty else { return }
    let numbers = cursor.visible.reduce(1) { max($0, rows[$1].path.columns) }
    let steps = cursor.visible.reduce(0) { max($0, label(of: rows[$1]).text.columns) }
    let head = Columns(rect.row(0), numbers: numbers, steps: steps)
    for (name, place) in [
      ("step", head.step), ("- \(self.numbers.left)", head.left), ("+ \(self.numbers.right)", head.right),
    ] {
      frame.put(name.fitted(to: place.width), at: place.origin, style: .muted)
    }
    frame.put("where they differ".fitted(to: head.places.width), at: head.places.origin, style: .muted)
    if rows.isEmpty { frame.putHint("All steps are the same: f shows them.", in: rect.row(1)) }
    for line in cursor.visible where line - cursor.top + 1 < rect.height {
      let row = rect.row(line - cursor.top + 1)
      let ground: Role? = line == cursor.selected ? (isFocused ? .selection : .selectionUnfocused) : nil
      if let ground { frame.fill(row, style: Style(ground)) }
      draw(rows[line], into: &frame, Columns(row, numbers: numbers, steps: steps), ground)
    }
  }

  private func draw(_ row: StepRow, into frame: inout Frame, _ columns: Columns, _ ground: Role?) {
    guard let step = compared[row.path] else { return }
    let difference = step.difference
    frame.put(difference.sign, at: columns.sign.origin, style: difference.style.on(ground))
    frame.put("\(row.path)", at: columns.number.origin, style: Style.muted.on(ground), maxWidth: columns.number.width)
    let words = label(of: row).text(in: columns.step.width)
    frame.put(words, at: columns.step.origin, maxWidth: columns.step.width, on: ground)
    frame.put(
      state(step.left, step.isInLeft, runs.left), at: columns.left.origin, maxWidth: columns.left.width, on: ground)
    frame.put(
      state(step.right, step.isInRight, runs.right), at: columns.right.origin, maxWidth: columns.right.width, on: ground
    )
    frame.put(
      step.places.fitted(to: columns.places.width), at: columns.places.origin, style: difference.style.on(ground))
  }

  private func label(of row: StepRow) -> StepLabel {
    let step = compared[row.path]
    let outline =
      step?.right.flatMap { outlines.right.step(at: $0.path) }
      ?? step?.left.flatMap { outlines.left.step(at: $0.path) }
    return StepLabel(row, outline, step?.right ?? step?.left, isFolded: false)
  }

  /// In a word, as the steps of a run have it; `–` where the group had no such step.
  private func state(_ record: NodeRecord?, _ isInGroup: Bool, _ run: ShownRun) -> StyledText {
    guard isInGroup else { return StyledText("–", .muted) }
    return StepVerdict(record, nil, in: run, isWaiting: false, change: nil, at: run.summary.startedAt).state
  }
}
