package import ParleyEngine

/// A run as the workbench holds it: the run itself, what stops it, and what it asks a person.
package final class LiveRun: Sendable {
  /// The group's name.
  package let group: String
  package let run: Run
  package let debugger: Debugger
  package let questions: RunQuestions
  /// Something to know of it: unsaved edits that it leaves out, or why its requests may be refused where it begins at a step of
  /// another.
  package let warning: String?
  private let condition: @Sendable (String) -> Debugger.Condition?

  /// - Parameters:
  ///   - warning: unsaved edits that it leaves out, or why its requests may be refused.
  ///   - condition: gives the meaning of a breakpoint's condition; nil for one that always holds.
  package init(
    _ group: String, _ run: Run, debugger: Debugger, questions: RunQuestions, warning: String? = nil,
    condition: @escaping @Sendable (String) -> Debugger.Condition?
  ) {
    self.group = group
    self.run = run
    self.debugger = debugger
    self.questions = questions
    self.warning = warning
    self.condition = condition
  }

  /// Stops at these from now on, and nowhere else.
  package func arm(_ breakpoints: [StepBreakpoint]) {
    let steps = run.group.outline
    debugger.setBreakpoints(
      breakpoints.compactMap { breakpoint in breakpoint.armed(in: steps).map { ($0, condition(of: breakpoint)) } })
  }

  /// A condition of a step that runs for each element of a list is about the elements.
  private func condition(of breakpoint: StepBreakpoint) -> Debugger.Condition? {
    guard breakpoint.moment != .shared, let holds = condition(breakpoint.condition) else { return nil }
    return { node in node.isList ? false : try await holds(node) }
  }

  package var id: String { run.groupID }
}
