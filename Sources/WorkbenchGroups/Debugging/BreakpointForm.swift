import ParleyEngine
internal import ParleyText
import TerminalKit
import WorkbenchParts
import WorkbenchServices
package import WorkbenchState

/// A breakpoint as a form asks for it: a new one, or another in the place of one of the list.
package struct BreakpointForm: PopupForm {
  let group: String
  /// In the list; nil for a new one.
  let place: Int?
  var breakpoint: StepBreakpoint
  /// Of the group, in order.
  let steps: [StepOutline]
  package var mistake: String?

  init(group: String, place: Int?, _ breakpoint: StepBreakpoint, _ steps: [StepOutline]) {
    self.group = group
    self.place = place
    self.breakpoint = breakpoint
    self.steps = steps
  }

  package var title: String { place == nil ? "New breakpoint" : "Breakpoint" }
  var hasCondition: Bool { breakpoint.moment != .shared && !breakpoint.condition.isEmpty }

  package var note: String {
    """
    Step: a name or number; empty is every step. Element: of a step with each, counted from 0. Condition: jq on the input \
    (before) or the output, such as .total > 100; or a filter such as status>=500 or shared:token; or the shared key's name.
    """
  }

  package var fields: [FormField] {
    [
      FormField("stops", choices: StepBreakpoint.Moment.allCases.map(\.words), chosen: breakpoint.moment.words),
      FormField("step", stepText), FormField("element", breakpoint.element.map { "\($0)" } ?? ""),
      FormField("condition", breakpoint.condition),
    ]
  }

  /// The name, or where several steps have it the number; of a step that is gone its name.
  private var stepText: String {
    guard let step = breakpoint.step else { return "" }
    let isShared = steps.count { $0.lastingName == step.name } > 1
    return isShared ? step.path(in: steps)?.description ?? step.name : step.name
  }

  /// The breakpoint as typed, whose condition is still to be checked.
  package func action(for answers: FormAnswers, in state: State) throws(FormMistake) -> Action {
    var form = self
    form.mistake = nil
    form.breakpoint.moment = StepBreakpoint.Moment.allCases.first { $0.words == answers[0] } ?? .before
    form.breakpoint.step = try step(answers[1].trimmed)
    form.breakpoint.element = try element(answers[2].trimmed)
    form.breakpoint.condition = answers[3].trimmed
    if form.breakpoint.moment == .shared, form.breakpoint.condition.isEmpty {
      throw FormMistake("Name the shared key as the condition, such as token.")
    }
    return .groups(.breakpoints(.check(form)))
  }

  private func step(_ text: String) throws(FormMistake) -> StepName? {
    guard !text.isEmpty else { return nil }
    if let path = NodePath(text), let step = StepName(of: path, in: steps) { return step }
    if let step = steps.first(where: { $0.name.isIdentical(to: text) }) { return StepName(of: step.path, in: steps) }
    if breakpoint.step?.name == text { return breakpoint.step }
    let nearest = steps.map(\.name).ranked(by: text, \.self).first.map { " Did you mean “\($0.element)”?" } ?? ""
    throw FormMistake("The group has no step “\(text.fitted(to: 40))”.\(nearest)")
  }

  private func element(_ text: String) throws(FormMistake) -> Int? {
    guard !text.isEmpty else { return nil }
    guard let index = Int(text), index >= 0 else {
      throw FormMistake("The element is a number from 0, or nothing for all.")
    }
    return index
  }
}

extension StepBreakpoint.Moment {
  /// As the form offers it.
  fileprivate var words: String {
    switch self {
    case .before: "before the step runs"
    case .after: "after it ran"
    case .failure: "when it failed"
    case .shared: "when a shared key is written"
    }
  }
}
