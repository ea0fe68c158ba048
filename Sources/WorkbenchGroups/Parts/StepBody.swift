import ParleyEngine
import ParleyModel
import TerminalKit
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

/// A part of a step, such as its response.
struct StepBody: BodyOwner {
  let subject: StepSubject

  var lane: String { "\(subject.run) \(subject.path) \(subject.tab)" }
  var isResponse: Bool { subject.tab == .response }

  func deliver(_ action: BodyBrowser.Action) -> Action { .groups(.part(.body(action, of: subject))) }

  func deliver(_ picked: PickedValue, for purpose: PickPurpose) -> Action {
    .groups(.part(.picked(picked, for: purpose, of: subject)))
  }

  func browser(in state: State) -> BodyBrowser? { state.groups.step.browser }

  func request(in state: State) -> RequestID? {
    state.groups.steps.outline(of: subject.path)?.request.map { RequestID(rawValue: $0) }
  }

  func items(on value: PickedValue, in state: State) -> [ValueMenu.Item] {
    guard subject.record != nil else { return [] }
    return [source(of: value, in: state), template(of: value, in: state)].compactMap(\.self)
  }

  private func source(of value: PickedValue, in state: State) -> ValueMenu.Item? {
    guard subject.tab.part != nil else { return nil }
    var label = "go to its source"
    let finding = ValueProvenance(of: subject.path, in: state.groups.steps)?.source(of: value, in: subject.tab)
    if case .steps(let places)? = finding, let first = places.first {
      label += places.count == 1 ? " (\(state.groups.steps.name(of: first.step)))" : "…"
    }
    return ValueMenu.Item(
      key: "g", label: label, action: .groups(.part(.goToSource(value, of: subject))),
      disabledReason: finding == .unknown && value.literal == nil
        ? "The recording does not say where it comes from." : nil)
  }

  /// The item that copies the template by which later steps of the group read the value.
  private func template(of value: PickedValue, in state: State) -> ValueMenu.Item? {
    guard let text = StepTemplate(of: value, in: subject, state.groups.steps)?.text else { return nil }
    return ValueMenu.Item(key: "s", label: "copy \(text.fitted(to: 40))", action: .terminal(.copy(text, of: text)))
  }
}
