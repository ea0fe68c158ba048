import ParleyEngine
import ParleyModel
import TerminalKit
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

/// The steps of a group, as its file has them or as a run has run them, with one part of the step under the cursor.
package struct StepViewer: Sendable {
  @CopyOnWrite package var steps = StepTree()
  @CopyOnWrite var step = StepPane()
  /// The places one has jumped from, the last one last.
  var places: [StepPlace] = []
  /// Requests with unsaved edits, which no run sends.
  var drafted: Set<RequestID> = []

  var isEditing: Bool { isEditingAtPause || step.form.isOpen }
  var isEditingAtPause: Bool { step.edit != nil || step.request != nil }

  /// The step that waits and is worked on: the one under the cursor, or the one that stopped the run.
  var stop: Debugger.Stop? {
    guard let run = steps.run, run.isLive else { return nil }
    return run.stop(at: steps.selected?.path)
  }
}

// Getting about.
extension StepViewer {
  mutating func turnTab(_ distance: Int) -> [Effect] {
    let count = StepTab.allCases.count
    return show(StepTab(rawValue: (step.tab.rawValue + distance + count) % count) ?? .input)
  }

  mutating func show(_ tab: StepTab) -> [Effect] {
    (step.tab, step.isTabOfWhy, step.failedStep) = (tab, false, nil)
    return []
  }

  /// A request's exchange is on the first screen, what opens folds, and of a job its output is looked at.
  mutating func openStep() -> [Effect] {
    guard let row = steps.selected else { return [] }
    if steps.run == nil { return [.then(.navigation(.focus(.step)))] }
    if row.hasInner {
      steps.fold()
      return []
    }
    if let exchange = steps.selectedAttempt?.exchange ?? steps.record?.exchange, steps.record?.kind == .request {
      return [.perform(RequestEffect.exchange(exchange))]
    }
    if let request = steps.outline(of: row.path)?.request, steps.record?.kind != .job {
      return [.then(.request(.open(RequestID(rawValue: request), focus: .composer)))]
    }
    // Enter on a filter that dropped rows lists them.
    if steps.record?.made.rows?.dropped ?? 0 > 0 { step.tab = .rows }
    return [.then(.navigation(.focus(.step)))]
  }

  /// The mouse in the pane of a step.
  mutating func handleOnStep(_ mouse: Mouse) -> [Effect] {
    if isEditing {
      let area = Rect(origin: Point(x: 1, y: 0), size: step.editorSize)
      _ = step.edit?.editor.handle(mouse, in: area)
    } else if mouse.action == .press(.left), mouse.point.y == 0 {
      let places = step.tabLine(step.size.width - 1).places
      let hit = places.firstIndex { $0.contains(mouse.point.x - 1) }
      if let tab = hit.flatMap(StepTab.init) { return show(tab) }
    } else {
      return step.handle(mouse)
    }
    return []
  }
}
