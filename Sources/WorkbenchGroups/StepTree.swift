package import ParleyEngine
import ParleyModel
package import TerminalKit
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

/// The steps of what is shown: of a group as its file has it, or of a run, with what became of each.
package struct StepTree: PaneView {
  var group: String? {
    didSet { if !group.isIdentical(to: oldValue) { (marked, results) = ([], ShownResults()) } }
  }
  @CopyOnWrite private(set) var outline: GroupOutline? = nil
  /// As the file has them; of a run that is shown, as they were when it ran.
  private var steps: [NodePath: StepOutline] = [:]
  /// Columns of the longest place among them.
  private(set) var outlineColumns = 1
  /// By what each is found in earlier runs.
  private(set) var stepKeys: [NodePath: UsualTimes.Key] = [:]
  /// The same, in order.
  private(set) var outlines: [StepOutline] = []
  /// Nil where only the file is shown.
  @CopyOnWrite private(set) var present: ShownRun? = nil
  /// The number of the run that it replays or forks.
  var parent: Int64?
  /// Nil at the present.
  @CopyOnWrite package private(set) var past: PastRun? = nil
  private var fileSteps: [NodePath: Int] = [:]
  /// The differences between the file and the run that is shown.
  private(set) var stale = StaleSteps()
  private(set) var rows: [StepRow] = []
  private(set) var forest = StepForest()
  /// Others after each change of what the steps are.
  private(set) var texts = StepCache<String>()
  private var gists = StepCache<StepGist?>()
  @CopyOnWrite private(set) var axis = RunAxis()
  /// Up to when its time is drawn.
  private(set) var moment = Timestamp(microseconds: 0)
  private var axisRevision = -1
  /// How its time is looked at.
  @CopyOnWrite var time = TimeView()
  /// The filter and the search in the tree.
  var finder = StepFinder()
  /// The steps that have to do with the one under the cursor.
  var links = StepLinks()
  var cursor = ListCursor()
  private(set) var width = 0
  /// Whether the mouse is held on the time axis.
  var isScrubbing = false
  private(set) var folded: Set<NodePath> = []
  private(set) var marks = BreakpointMarks()
  /// Steps of the file that the next change is about.
  var marked: Set<NodePath> = []
  /// The step of the file that the mouse holds.
  var held: HeldStep?
  /// The signs of a draft in the tree.
  var signs = DraftSigns()
  @CopyOnWrite var results = ShownResults()
  /// Whether the cursor goes along with what happens, until a person moves it.
  var follows = true
  /// The step that was continued last at a pause: the cursor stays there until another one pauses.
  private var continued: NodePath?
  /// The step at which the run began, or on which the cursor was then: it is there again at the end.
  private var begunAt: NodePath?

  package var keyContexts: [KeyContext] {
    finder.keyContexts ?? [.groupSteps, run == nil ? .groupFile : .groupRun, .groups]
  }
  package var isTyping: Bool { finder.isTyping }

  /// The run that is shown: as it is now, or as it was at a moment.
  var run: ShownRun? { past?.run ?? present }

  var isShowing: Bool { group != nil }
  var selected: StepRow? { rows.indices.contains(cursor.selected) ? rows[cursor.selected] : nil }
  var record: NodeRecord? { selected.flatMap { run?.records[$0.path] } }
  /// The attempt or hop under the cursor; nil where that is on a step.
  var selectedAttempt: AttemptRow? { selected.flatMap(attemptRow) }

  func attemptRow(of row: StepRow) -> AttemptRow? {
    guard let index = row.attempt, let rows = run?.records[row.path]?.attemptRows, rows.indices.contains(index) else {
      return nil
    }
    return rows[index]
  }

  func outline(of path: NodePath) -> StepOutline? { steps[path.withoutElements] }

  /// The content of a local job; nil of other steps, and where nothing says it.
  func gist(of path: NodePath) -> StepGist? {
    guard let outline = outline(of: path), outline.kind == .job else { return nil }
    return gists.value(of: outline.path) { outline.definition.flatMap(StepGist.init) }
  }

  /// The file's current outline of a step of the run that is shown; nil if the file no longer has that step.
  func outlineInFile(of path: NodePath) -> StepOutline? {
    guard let name = outline(of: path)?.name else { return nil }
    guard let place = fileSteps[path.withoutElements], let step = outline?.steps[place] else { return nil }
    return step.name == name ? step : nil
  }

  /// The name of a step for people: `4 pay`.
  func name(of path: NodePath) -> String {
    let outline = outline(of: path)
    let name = run?.records[path]?.name ?? outline?.name ?? ""
    // A list that nobody gave a name is called by the number that stands in front of it already.
    return "\(path) \(name == outline?.name ? outline?.lastingName ?? name : name)"
  }

  package mutating func resize(to size: Size) {
    width = size.width
    cursor.height = max(0, size.height - headLines)
  }

  /// The names of the columns, and what is looked for.
  var headLines: Int { finder.showsLine ? 2 : 1 }
}

extension StepTree {
  /// Shows another group, or the same as its file has it now.
  mutating func show(file outline: GroupOutline?) {
    guard outline != self.outline else { return }
    self.outline = outline
    describe()
    arrange()
  }

  /// - Parameters:
  ///   - step: the step that the cursor goes to, if it exists.
  ///   - begunAt: the step under the cursor when the run began.
  mutating func show(_ run: ShownRun?, at step: NamedStep? = nil, begunAt: NodePath? = nil) {
    let isOther = run?.id != present?.id
    (present, past) = (run, nil)
    if isOther {
      folded = []
      (follows, continued) = (true, nil)
      self.begunAt = run?.summary.origin?.from ?? begunAt
      time.reset()
      cursor.select(0)
    }
    axisRevision = -1
    describe()
    arrange()
    // Steps before it were not run.
    if isOther, let origin = run?.summary.origin { select(origin.from) }
    follow()
    if let step { goBack(to: step) }
  }

  /// Finds what has to do with the step under the cursor.
  mutating func link() {
    let forest = forest
    links.update(selected?.path, in: run) { forest.paths }
  }

  /// The run as it is now, in order.
  var recording: RunRecording? { links.recording ?? run?.recording }

  /// Shows what the filter lets through, or all.
  mutating func filterChanged() { arrange() }

  private mutating func describe() {
    let file = outline?.steps ?? []
    fileSteps = Dictionary(file.indices.map { (file[$0].path, $0) }) { first, _ in first }
    steps = run?.steps(besides: file) ?? Dictionary(file.map { ($0.path, $0) }) { first, _ in first }
    outlineColumns = steps.keys.reduce(1) { max($0, $1.columns) }
    // Those of a file are in order, and sorting what is in order takes one walk.
    outlines = (run == nil ? file : Array(steps.values)).sorted { $0.path < $1.path }
    stepKeys = UsualTimes.keys(of: outlines)
    forest = StepForest(outlines.map(\.path), run?.records.keys.map(\.self) ?? [])
    (texts, gists) = (StepCache(), StepCache())
    stale =
      run?.hasOutline == true
      ? StaleSteps(outlines, now: file, isConcurrent: run?.summary.isConcurrent == true) : StaleSteps()
    marks.show(marks.breakpoints, in: outlines)
  }

  mutating func show(_ breakpoints: [StepBreakpoint]) {
    if breakpoints != marks.breakpoints { marks.show(breakpoints, in: outlines) }
  }

  /// Changes the run that is shown, and moves along with it.
  mutating func take(_ news: RunNews) {
    let added = present?.take(news) ?? []
    guard past == nil else { return }
    for path in added {
      forest.add(path)
      texts.forget(path)
    }
    if !added.isEmpty || finder.isFiltering || news.records.contains(where: \.hasAttemptRows) { arrange() }
    follow()
  }

  /// Replaces the edit of a step that waits; nil takes it back.
  /// - Parameter listWas: the value before the edit, for a list.
  mutating func edit(_ edit: EditedStep?, at path: NodePath, listWas: JSONValue? = nil) {
    present?.edited[path] = edit
    if present?.listsBefore[path] == nil { present?.listsBefore[path] = listWas }
  }

  mutating func answered(_ id: String) {
    if present?.id == id { present?.answered() }
  }

  mutating func number(_ number: Int64?) {
    if let number { present?.number = number }
  }

  mutating func fold() {
    guard let row = selected else { return }
    let path =
      row.hasInner || row.attempt != nil || run?.records[row.path]?.hasAttemptRows == true
      ? row.path : row.path.parent ?? row.path
    guard path != .root else { return }
    if folded.remove(path) == nil { folded.insert(path) }
    arrange()
    if let place = rows.firstIndex(where: { $0.path == path }) { cursor.select(place) }
  }

  /// Goes to a step, even where a filter hides it: then all are shown again.
  mutating func reveal(_ path: NodePath) {
    select(path)
    guard selected?.path != path, finder.isFiltering else { return }
    let lines = headLines
    finder.clear()
    cursor.height += lines - headLines
    arrange()
    select(path)
  }

  mutating func select(_ path: NodePath) {
    let hidden = folded.intersection(path.around)
    if !hidden.isEmpty {
      folded.subtract(hidden)
      arrange()
    }
    if let place = rows.firstIndex(where: { $0.path == path }) { cursor.jump(to: place) }
  }

  /// Computes the time axis again, if something has changed or is in progress.
  mutating func tell(_ now: Timestamp) {
    guard let present else {
      axis = RunAxis()
      return
    }
    guard past == nil else { return }
    guard present.isMoving || present.revision != axisRevision else { return }
    axisRevision = present.revision
    moment = present.end(at: now)
    axis = RunAxis(present.tally.busy, until: moment)
    if time.showsCriticalPath { time.critical = CriticalPath(of: present.records.values, until: moment) }
  }

  /// Shows the run as it was at another moment; past the last one as it is now. The axis stays that of the whole run.
  mutating func moveInTime(by count: Int) {
    guard let present else { return }
    if past == nil, count < 0 {
      past = PastRun(present)
      follows = true
    } else if past?.move(by: count) == false, count > 0 {
      past = nil
    }
    showPast()
  }

  /// Shows the run as it was at the nearest moment of a kind.
  /// - Returns: whether there is one.
  mutating func moveInTime(to landmark: PastRun.Landmark, _ direction: Int) -> Bool {
    guard let present else { return false }
    let isNew = past == nil
    guard var run = past ?? PastRun(present), run.move(to: landmark, direction, countingOwn: isNew) else {
      return false
    }
    if isNew { follows = true }
    past = run
    showPast()
    return true
  }

  /// Shows the run as it was at a time.
  mutating func moveInTime(to time: Timestamp) {
    guard let present, var run = past ?? PastRun(present) else { return }
    if past == nil { follows = true }
    run.move(to: time)
    past = run
    showPast()
  }

  mutating func returnToNow() {
    past = nil
    showPast()
  }

  private mutating func showPast() {
    moment = past?.time ?? moment
    if past == nil { axisRevision = -1 }
    describe()
    arrange()
    follow()
  }

  /// The run goes on behind a step that waited: the cursor is on it until another one waits.
  mutating func goOn(from path: NodePath?) { (follows, continued) = (true, path) }

  /// The cursor goes to what waits, else to what was continued or runs, and at the end to what has failed, or back to
  /// where it was.
  private mutating func follow() {
    guard follows, let run else { return }
    if let past { return select(past.moment.main.path) }
    if let stop = run.focus {
      if stop.node.path != continued { continued = nil }
      return select(stop.node.path)
    }
    let place = run.isLive ? continued ?? run.tally.running.min() : failures.first ?? continued ?? begunAt
    if let place { select(place) }
  }

  /// The cursor stays with its step.
  private mutating func arrange() {
    let old = selected
    rows = withAttempts(forest.rows(folded: folded, kept: kept))
    cursor.count = rows.count
    let place =
      rows.firstIndex { $0.path == old?.path && $0.attempt == old?.attempt }
      ?? rows.firstIndex { $0.path == old?.path }
    if let place { cursor.select(place) }
  }

  /// With the attempts and hops of steps that were sent more than once.
  private func withAttempts(_ rows: [StepRow]) -> [StepRow] {
    guard let run, !run.tally.triedAgain.isEmpty else { return rows }
    return rows.flatMap { row in
      guard run.tally.triedAgain.contains(row.path), let record = run.records[row.path], !folded.contains(row.path)
      else { return [row] }
      return [row] + record.attemptRows.indices.map { row.attempt($0) }
    }
  }
}
