import ParleyEngine
import TerminalKit
import WorkbenchParts
import WorkbenchState

// What is looked through.
extension StepPane {
  /// The owner to which results of the body's effects go.
  var owner: (any BodyOwner)? { subject.map { StepBody(subject: $0) } }

  /// Asks for the lines in view that are not held.
  mutating func missing() -> [Effect] {
    guard edit == nil, request == nil, let owner else { return [] }
    return browser.fillUp(owner)
  }

  mutating func take(_ action: BodyBrowser.Action, of subject: StepSubject) -> [Effect] {
    guard subject == self.subject else { return [] }
    defer { fit() }
    return browser.update(action, of: StepBody(subject: subject))
  }

  /// A key.
  mutating func look(_ action: BodyBrowser.Action) -> [Effect] {
    guard let owner else { return [] }
    defer { fit() }
    if showsBody || action.isForBody { return browser.update(action, of: owner) }
    guard case .pick(.menu, _) = action else { return lines.update(action) }
    return picked(lines.cursor.selected).map { [.ask(ValueQuestion(value: $0, owner: owner))] } ?? []
  }

  /// A key of a text, or a paste.
  mutating func type(_ event: InputEvent) -> [Effect] {
    guard let owner else { return [] }
    defer { fit() }
    if showsBody || browser.prompt != nil { return browser.type(event, of: owner) }
    lines.type(event)
    return []
  }

  /// The value on a line; nil if there is none.
  private func picked(_ line: Int) -> PickedValue? {
    if var value = values[line] {
      value.line = line
      return value
    }
    return lines.text(of: line).map { PickedValue(line: line, text: $0) }
  }
}

extension BodyBrowser.Action {
  /// Whether the action is for a body only: the body of a request that is shown as lines is filtered too.
  fileprivate var isForBody: Bool {
    switch self {
    case .startFilter, .filter, .dropFilter: true
    default: false
    }
  }
}
