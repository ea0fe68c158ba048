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

extension GroupsScreen {
  mutating func change(_ action: BreakpointAction) -> [Effect] {
    switch action {
    case .loaded(let kept): breakpoints.load(kept)
    case .move(let step): breakpoints.cursor.move(step)
    case .select(let line): breakpoints.cursor.select(line)
    case .edit: return editBreakpoint()
    case .goTo: return goToStep()
    case .check(let form): return [.perform(BreakpointEffect.check(form))]
    case .set(let form): return set(form)
    }
    return []
  }

  /// At the step under the cursor.
  mutating func turnBreakpoint(_ moment: StepBreakpoint.Moment) -> [Effect] {
    guard let path = steps.selected?.path, let step = StepName(of: path, in: steps.outlines) else { return [] }
    return changeBreakpoints { $0.turn(moment, at: step) }
  }

  /// Runs in progress know it at once, and so does the store.
  mutating func changeBreakpoints(_ change: (inout [StepBreakpoint]) -> Void) -> [Effect] {
    guard let group = steps.group else { return [] }
    // A list that has not been read yet would be written over by this one.
    guard var list = breakpoints.known(of: group) else {
      return [.say(.refused("The breakpoints of the group have not been read yet."))]
    }
    change(&list)
    breakpoints.set(list, of: group)
    let runs = live.filter { $0.group.isIdentical(to: group) }
    return [.perform(BreakpointEffect.keep(list, of: group))] + runs.map { .steer($0.id, .breakpoints(list)) }
  }

  private var selectedBreakpoint: Int? {
    let place = breakpoints.cursor.selected
    return breakpoints[steps.group].indices.contains(place) ? place : nil
  }

  mutating func changeSelected(_ change: (inout [StepBreakpoint], Int) -> Void) -> [Effect] {
    guard let place = selectedBreakpoint else { return [] }
    return changeBreakpoints { change(&$0, place) }
  }

  func addBreakpoint() -> [Effect] {
    guard let group = steps.group else { return [] }
    let row = steps.selected
    let step = row.flatMap { StepName(of: $0.path, in: steps.outlines) }
    let element = row.flatMap { $0.path.isElement ? $0.path.innermostElement : nil }
    let form = BreakpointForm(
      group: group, place: nil, StepBreakpoint(.before, at: step, element: element), steps.outlines)
    return [.ask(form)]
  }

  private func editBreakpoint() -> [Effect] {
    guard let group = steps.group, let place = selectedBreakpoint else { return addBreakpoint() }
    let form = BreakpointForm(group: group, place: place, breakpoints[group][place], steps.outlines)
    return [.ask(form)]
  }

  private mutating func goToStep() -> [Effect] {
    guard let place = selectedBreakpoint, let step = breakpoints[steps.group][place].step,
      let path = step.path(in: steps.outlines)
    else { return [] }
    steps.follows = false
    steps.select(path)
    return [.then(.navigation(.focus(.steps)))]
  }

  private mutating func set(_ form: BreakpointForm) -> [Effect] {
    guard steps.group?.isIdentical(to: form.group) == true else { return [] }
    let effects = changeBreakpoints { list in
      if let place = form.place, list.indices.contains(place) {
        list[place] = form.breakpoint
      } else {
        list.append(form.breakpoint)
      }
    }
    breakpoints.cursor.select(form.place ?? breakpoints[form.group].count - 1)
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
