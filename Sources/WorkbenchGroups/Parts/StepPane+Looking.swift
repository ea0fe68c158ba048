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

  /// Whether Enter edits what the file says of the step.
  var isAtDefinition: Bool { !showsBody && target == nil && tab == .definition }

  /// The place in the definition that the line under the cursor has.
  var definedPlace: DefinedPlace? {
    DefinedPlace(ofLine: lines.cursor.selected, in: lines.lines.indices.map { lines.text(of: $0) ?? "" })
  }

  /// The action of Esc. The body of a request that is shown as lines is filtered too.
  var wayBack: BodyBrowser.Action? {
    showsBody ? browser.wayBack : lines.wayBack ?? (browser.filter == nil ? nil : .dropFilter)
  }

  /// The wheel scrolls; a click chooses, a second one folds.
  mutating func handle(_ mouse: Mouse) -> [Effect] {
    guard showsBody, let owner else {
      lines.take(mouse, above: 1)
      return []
    }
    defer { fit() }
    return browser.take(mouse, above: 1 + above.count, of: owner)
  }
}

extension StepPane: GroupsPart {
  static var commands: [CommandRow] {
    BodyBrowser.commands(at: partPlace) + [
      row(
        .copyCurl, "groups.part.copyCurl", in: [.groupPart],
        disabledReason: { $0.groups.step.curl == nil ? "Only the Request part is a request." : nil }
      ) { screen, _ in
        screen.step.curl.map { [.terminal(.copy($0, of: "the request as curl"))] } ?? []
      },
      row(
        "part.editDefinition", "Edit the step", "Edits the line's field of the step in the file.", ["Enter"],
        in: [.groupDefinition], hint: .init("edit", rank: 15)
      ) { screen, _ in
        screen.editDefinition()
      },
    ]
  }

  private static var partPlace: BodyBrowser.Place {
    BodyBrowser.Place(
      id: "groups.part", context: .groupPart, body: .groupPart, menu: .groupValue, prompt: .groupPrompt,
      pageDownKeys: [], foldAllKeys: [],
      action: { .groups(.part(.look($0))) },
      browser: { state in state.groups.step.filterable },
      term: { state in state.groups.step.term },
      whyEmpty: { state in state.groups.step.isEmpty ? "There is nothing here." : nil })
  }
}

extension StepPane {
  /// The body of the part; of a request too, though that is shown as lines.
  fileprivate var filterable: BodyBrowser? { browser.pane.view == nil ? nil : browser }
  fileprivate var term: String { showsBody ? browser.pane.search.term : lines.search.term }
  fileprivate var isEmpty: Bool { showsBody ? browser.pane.page == nil : lines.lines.isEmpty }
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
