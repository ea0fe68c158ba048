import ParleyEngine
import TerminalKit
package import WorkbenchParts
package import WorkbenchServices
import WorkbenchState

/// An action on the breakpoints of the group that is shown.
package enum BreakpointAction: Sendable {
  /// Those that are kept have been read.
  case loaded([String: [StepBreakpoint]])
  // In the list.
  case move(ListCursor.Step)
  case select(Int)
  case edit
  case goTo
  /// The contents of a form: they are checked, and then replace another breakpoint, or are added.
  case check(BreakpointForm)
  case set(BreakpointForm)
}

extension Breakpoints {
  /// - Parameters:
  ///   - viewer: what is shown of the group that they are of.
  ///   - live: the runs in progress, which know a change at once.
  mutating func update(_ action: BreakpointAction, in viewer: inout StepViewer, live: [ShownRun]) -> [Effect] {
    switch action {
    case .loaded(let kept): load(kept)
    case .move(let step): cursor.move(step)
    case .select(let line): cursor.select(line)
    case .edit: return edit(in: viewer.steps)
    case .goTo: return goToStep(in: &viewer.steps)
    case .check(let form): return [.perform(BreakpointEffect.check(form))]
    case .set(let form): return set(form, in: viewer.steps, live: live)
    }
    return []
  }

  /// Sets or clears one at the step under the cursor.
  mutating func turn(_ moment: StepBreakpoint.Moment, in steps: StepTree, live: [ShownRun]) -> [Effect] {
    guard let path = steps.selected?.path, let step = StepName(of: path, in: steps.outlines) else { return [] }
    return change(of: steps.group, live: live) { $0.turn(moment, at: step) }
  }

  /// Runs in progress know it at once, and so does the store.
  mutating func change(
    of group: String?, live: [ShownRun], _ change: (inout [StepBreakpoint]) -> Void
  ) -> [Effect] {
    guard let group else { return [] }
    // A list that has not been read yet would be written over by this one.
    guard var list = known(of: group) else {
      return [.say(.refused("The breakpoints of the group have not been read yet."))]
    }
    change(&list)
    set(list, of: group)
    let runs = live.filter { $0.group.isIdentical(to: group) }
    return [.perform(BreakpointEffect.keep(list, of: group))] + runs.map { .steer($0.id, .breakpoints(list)) }
  }

  private func selected(of group: String?) -> Int? {
    self[group].indices.contains(cursor.selected) ? cursor.selected : nil
  }

  mutating func changeSelected(
    in steps: StepTree, live: [ShownRun], _ change: (inout [StepBreakpoint], Int) -> Void
  ) -> [Effect] {
    guard let place = selected(of: steps.group) else { return [] }
    return self.change(of: steps.group, live: live) { change(&$0, place) }
  }

  func add(in steps: StepTree) -> [Effect] {
    guard let group = steps.group else { return [] }
    let row = steps.selected
    let step = row.flatMap { StepName(of: $0.path, in: steps.outlines) }
    let element = row.flatMap { $0.path.isElement ? $0.path.innermostElement : nil }
    let form = BreakpointForm(
      group: group, place: nil, StepBreakpoint(.before, at: step, element: element), steps.outlines)
    return [.ask(form)]
  }

  private func edit(in steps: StepTree) -> [Effect] {
    guard let group = steps.group, let place = selected(of: group) else { return add(in: steps) }
    return [.ask(BreakpointForm(group: group, place: place, self[group][place], steps.outlines))]
  }

  private func goToStep(in steps: inout StepTree) -> [Effect] {
    guard let place = selected(of: steps.group), let step = self[steps.group][place].step,
      let path = step.path(in: steps.outlines)
    else { return [] }
    steps.follows = false
    steps.select(path)
    return [.then(.navigation(.focus(.steps)))]
  }

  private mutating func set(_ form: BreakpointForm, in steps: StepTree, live: [ShownRun]) -> [Effect] {
    guard steps.group?.isIdentical(to: form.group) == true else { return [] }
    let effects = change(of: steps.group, live: live) { list in
      if let place = form.place, list.indices.contains(place) {
        list[place] = form.breakpoint
      } else {
        list.append(form.breakpoint)
      }
    }
    cursor.select(form.place ?? self[form.group].count - 1)
    return effects
  }
}

/// Reads, keeps and checks breakpoints.
enum BreakpointEffect: ServiceEffect {
  case load
  case keep([StepBreakpoint], of: String)
  case check(BreakpointForm)

  var lane: Lane? {
    switch self {
    case .load: Lane("breakpoints of the workspace", keepsOnlyNewest: true)
    case .keep: Lane("breakpoints", outlivesTheScreen: true)
    case .check: nil
    }
  }

  var isAskedFor: Bool { if case .load = self { false } else { true } }

  func perform(with services: Services) async throws -> [Action] {
    switch self {
    case .load: return [.groups(.breakpoints(.loaded(try await services.groups.breakpoints())))]
    case .keep(let breakpoints, let group):
      try await services.groups.keep(breakpoints, of: group)
      return []
    case .check(let form):
      do {
        if form.hasCondition { _ = try await services.groups.language(ofCondition: form.breakpoint.condition) }
        return [.groups(.breakpoints(.set(form)))]
      } catch {
        let problem = Problem(error, hiding: services.secrets)
        var again = form
        again.mistake = problem.summary
        return [.ask(again)]
      }
    }
  }
}
