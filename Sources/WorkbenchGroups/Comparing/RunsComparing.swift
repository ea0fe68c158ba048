package import ParleyEngine
import ParleyModel
import TerminalKit
package import WorkbenchParts
package import WorkbenchServices
import WorkbenchState

/// Comparing two runs.
package indirect enum CompareAction: Sendable {
  case shown(RunsComparison)
  case parts(ComparedParts, of: NodePath)
  case unreadable(Problem, of: NodePath)
  case leave

  case steps(ListCursor.Step)
  case step(ListCursor.Step)
  case open
  case setPaths([String])
}

/// Comparing two runs, in the place of the steps and the step.
struct RunsComparing: Sendable {
  /// Nil while no runs are compared.
  @CopyOnWrite private(set) var shown: RunsComparison? = nil

  /// - Parameter viewer: shows the run that one comes back to.
  mutating func update(_ action: CompareAction, in viewer: inout StepViewer) -> [Effect] {
    switch action {
    case .shown(let comparison): return show(comparison, isEditing: viewer.isEditing)
    case .parts(let parts, let place): shown?.pane.show(parts, of: place)
    case .unreadable(let problem, let place): shown?.pane.fail(problem, of: place)
    case .leave: leave(to: &viewer.steps)
    case .steps(let step): shown?.tree.cursor.move(step)
    case .step(let step): shown?.pane.move(step)
    case .open: return [.then(.navigation(.focus(.step)))]
    case .setPaths(let paths): return ignore(paths)
    }
    return []
  }

  /// Compares nothing any more.
  mutating func end() { shown = nil }

  private mutating func show(_ comparison: RunsComparison, isEditing: Bool) -> [Effect] {
    if shown?.isOf(comparison) == true {
      shown?.renew(comparison)
      return []
    }
    guard !isEditing else { return [] }
    shown = comparison
    return [.then(.navigation(.focus(.steps)))]
  }

  /// In the run that is shown the cursor goes to the step that it was on in the comparison.
  private mutating func leave(to steps: inout StepTree) {
    if let shown, let row = shown.tree.selected {
      let path = steps.run?.id == shown.left.id ? row.left?.path : row.right?.path
      let isShown = [shown.left.id, shown.right.id].contains(steps.run?.id ?? "")
      if isShown, let path {
        steps.follows = false
        steps.reveal(path)
      }
    }
    end()
  }

  /// In the part that is looked at, and from its last one on to the next step.
  mutating func goToDifference(_ direction: Int, inPart: Bool) {
    if inPart, shown?.pane.goToDifference(direction) == true { return }
    shown?.tree.goToDifference(direction)
  }

  /// Ignores the path under the cursor, or no longer.
  func ignorePath() -> [Effect] {
    guard let shown, let path = shown.pane.selected?.path else { return [] }
    let text = IgnoredPaths.text(for: path)
    let name = shown.pane.row?.name ?? ""
    let covering = shown.ignored.filter { text in
      (try? IgnoredPaths([text]))?.of(step: name).cover(path) == true
    }
    return ignore(covering.isEmpty ? shown.ignored + [text] : shown.ignored.filter { !covering.contains($0) })
  }

  private func ignore(_ paths: [String]) -> [Effect] {
    guard let shown else { return [] }
    return [.perform(ComparisonEffect.compare(shown.left, shown.right, ignoring: paths))]
  }

  /// Asks for what is to be seen of the step under the cursor.
  mutating func loadStep() -> [Effect] {
    guard let row = shown?.missing(), let runs = shown?.runs else { return [] }
    return [.perform(ComparisonEffect.parts(row, in: runs))]
  }

  mutating func turnTab(_ distance: Int) { shown?.pane.turnTab(distance) }
  mutating func moveAcross(_ distance: Int) { shown?.pane.moveAcross(distance) }
  mutating func turnSame() { shown?.tree.turnSame() }

  mutating func resizeTree(to size: Size) { shown?.tree.resize(to: size) }
  mutating func resizePane(to size: Size) { shown?.pane.resize(to: size) }
}

// The mouse.
extension RunsComparing {
  mutating func handleOnSteps(_ mouse: Mouse) -> [Effect] {
    guard let top = shown?.tree.cursor.top else { return [] }
    let isSecond = shown?.tree.cursor.take(mouse, from: top - 1) == true
    return isSecond ? [.then(.navigation(.focus(.step)))] : []
  }

  mutating func handleOnStep(_ mouse: Mouse, width: Int) -> [Effect] {
    guard mouse.action == .press(.left), mouse.point.y == 0, let compared = shown?.pane else {
      guard let top = shown?.pane.cursor.top else { return [] }
      shown?.pane.cursor.take(mouse, from: top - 1)
      return []
    }
    let places = compared.tabLine(max(1, width - 1)).places
    let hit = places.firstIndex { $0.contains(mouse.point.x - 1) }
    if let tab = hit.flatMap(ComparedPane.Tab.init) { shown?.pane.show(tab) }
    return []
  }
}

// The choice of two runs.
extension GroupList {
  /// Marks the run under the cursor, or no longer. One of the team's is brought here first.
  mutating func markRun() -> [Effect] {
    if let run = selected?.teamRun {
      return [.perform(TeamRunEffect(wish: .open(run.number, marks: true)))]
    }
    turnMark()
    return [.then(.groups(.move(.list(.lines(1)))))]
  }

  /// Two that are marked; else one with the run under the cursor, else with the run that it replays or forks, or the one before.
  /// - Parameter shown: the run whose steps are shown.
  func chosenRuns(besides shown: String?) -> (KeptRun, KeptRun)? {
    let marked = marked.compactMap(kept)
    if marked.count == 2 { return ordered(marked[0], marked[1]) }
    let shown = selected?.run ?? kept(shown)
    guard let run = marked.first ?? shown else { return nil }
    if let shown, shown.id != run.id { return ordered(run, shown) }
    return runBeside(run).map { ordered($0, run) }
  }

  private func ordered(_ first: KeptRun, _ second: KeptRun) -> (KeptRun, KeptRun) {
    first.sequence <= second.sequence ? (first, second) : (second, first)
  }

  func beginComparison(besides shown: String?) -> [Effect] {
    guard let (left, right) = chosenRuns(besides: shown) else { return [] }
    return [.perform(ComparisonEffect.compare(left, right, ignoring: nil))]
  }
}
