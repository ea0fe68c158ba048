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

extension GroupsScreen {
  static let isComparing = "Two runs are compared: Esc leaves the comparison."

  mutating func compare(_ action: CompareAction) -> [Effect] {
    switch action {
    case .shown(let shown): return show(shown)
    case .parts(let parts, let place): comparison?.pane.show(parts, of: place)
    case .unreadable(let problem, let place): comparison?.pane.fail(problem, of: place)
    case .leave: return leaveComparison()
    case .steps(let step): comparison?.tree.cursor.move(step)
    case .step(let step): comparison?.pane.move(step)
    case .open: return [.then(.navigation(.focus(.step)))]
    case .setPaths(let paths): return ignore(paths)
    }
    return []
  }

  /// One of the team's is brought here first.
  mutating func markRun() -> [Effect] {
    if let run = list.selected?.teamRun {
      return [.perform(TeamRunEffect(wish: .open(run.number, marks: true)))]
    }
    list.turnMark()
    return [.then(.groups(.move(.list(.lines(1)))))]
  }

  /// Two that are marked; else one with the run under the cursor, else with the run that it replays or forks, or the one before.
  var chosenRuns: (KeptRun, KeptRun)? {
    let marked = list.marked.compactMap(list.kept)
    if marked.count == 2 { return ordered(marked[0], marked[1]) }
    let shown = list.selected?.run ?? list.kept(steps.run?.id)
    guard let run = marked.first ?? shown else { return nil }
    if let shown, shown.id != run.id { return ordered(run, shown) }
    return list.runBeside(run).map { ordered($0, run) }
  }

  private func ordered(_ first: KeptRun, _ second: KeptRun) -> (KeptRun, KeptRun) {
    first.sequence <= second.sequence ? (first, second) : (second, first)
  }

  func beginComparison() -> [Effect] {
    guard let (left, right) = chosenRuns else { return [] }
    return [.perform(ComparisonEffect.compare(left, right, ignoring: nil))]
  }

  private mutating func show(_ shown: RunsComparison) -> [Effect] {
    if comparison?.isOf(shown) == true {
      comparison?.renew(shown)
      return []
    }
    guard !isEditing else { return [] }
    comparison = shown
    return [.then(.navigation(.focus(.steps)))]
  }

  /// In the run that is shown the cursor goes to the step that it was on in the comparison.
  private mutating func leaveComparison() -> [Effect] {
    if let comparison, let row = comparison.tree.selected {
      let path = steps.run?.id == comparison.left.id ? row.left?.path : row.right?.path
      let isShown = [comparison.left.id, comparison.right.id].contains(steps.run?.id ?? "")
      if isShown, let path {
        steps.follows = false
        steps.reveal(path)
      }
    }
    comparison = nil
    list.marked = []
    return []
  }

  /// In the part that is looked at, and from its last one on to the next step.
  mutating func goToDifference(_ direction: Int, inPart: Bool) {
    if inPart, comparison?.pane.goToDifference(direction) == true { return }
    comparison?.tree.goToDifference(direction)
  }

  /// Ignores the path under the cursor, or no longer.
  mutating func ignorePath() -> [Effect] {
    guard let comparison, let path = comparison.pane.selected?.path else { return [] }
    let text = IgnoredPaths.text(for: path)
    let name = comparison.pane.row?.name ?? ""
    let covering = comparison.ignored.filter { text in
      (try? IgnoredPaths([text]))?.of(step: name).cover(path) == true
    }
    return ignore(covering.isEmpty ? comparison.ignored + [text] : comparison.ignored.filter { !covering.contains($0) })
  }

  private func ignore(_ paths: [String]) -> [Effect] {
    guard let comparison else { return [] }
    return [.perform(ComparisonEffect.compare(comparison.left, comparison.right, ignoring: paths))]
  }

  /// Asks for what is to be seen of the step under the cursor.
  mutating func loadComparedStep() -> [Effect] {
    guard let row = comparison?.missing(), let runs = comparison?.runs else { return [] }
    return [.perform(ComparisonEffect.parts(row, in: runs))]
  }

  mutating func handleComparison(_ mouse: Mouse, on pane: Panes) -> [Effect] {
    if pane == .steps {
      guard let top = comparison?.tree.cursor.top else { return [] }
      let isSecond = comparison?.tree.cursor.take(mouse, from: top - 1) == true
      return isSecond ? [.then(.navigation(.focus(.step)))] : []
    }
    guard mouse.action == .press(.left), mouse.point.y == 0, let compared = comparison?.pane else {
      guard let top = comparison?.pane.cursor.top else { return [] }
      comparison?.pane.cursor.take(mouse, from: top - 1)
      return []
    }
    let places = compared.tabLine(max(1, step.size.width - 1)).places
    let hit = places.firstIndex { $0.contains(mouse.point.x - 1) }
    if let tab = hit.flatMap(ComparedPane.Tab.init) { comparison?.pane.show(tab) }
    return []
  }
}
