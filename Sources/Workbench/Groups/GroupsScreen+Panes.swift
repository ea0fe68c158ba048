import TerminalKit

// Where its panes stand, and what they show.
extension GroupsScreen {
  func view(of pane: Panes) -> (any PaneView)? {
    switch pane {
    case .groups: list
    case .steps: steps
    case .step: step
    }
  }

  func canFocus(_ pane: Panes) -> Bool { pane == .groups || steps.isShowing }

  mutating func resize(_ pane: Panes, to size: Size) {
    switch pane {
    case .groups: list.resize(to: size)
    case .steps: steps.resize(to: size)
    case .step: step.resize(to: size)
    }
  }

  func places(in area: Rect) -> [Pane: Rect] {
    let left = max(22, min(34, area.width / 4))
    let columns = area.columns(.fixed(left), .weight(1))
    let right = columns[1]
    // One line between the two belongs to both.
    let upper = max(6, area.height * 3 / 5)
    return [
      .groups: columns[0], .steps: Rect(x: right.x, y: right.y, width: right.width, height: upper),
      .step: Rect(x: right.x, y: right.y + upper - 1, width: right.width, height: right.height - upper + 1),
    ]
  }

  func appear() -> [Effect] { [.then(.groups(.refresh))] }

  func goBack(from focus: Pane) -> [Effect]? {
    if isEditing { return [.then(.groups(.edit(.leave)))] }
    if focus == .groups { return nil }
    return [.then(.navigation(.focus(focus == .step ? .steps : .groups)))]
  }

  func save() -> [Effect] { [.then(.groups(.edit(.apply)))] }
  var whyNotSave: String? { isEditing ? nil : "Nothing is being edited." }
  var needsClock: Bool { isMoving }

  var losses: [String] {
    var losses: [String] = []
    let runs = liveCount
    if runs > 0 {
      losses.append("\(runs.counted("run")) \(runs == 1 ? "is" : "are") in progress and would be stopped.")
    }
    if let edit = step.edit, edit.hasChanged { losses.append("Your edit of \(edit.title) is not applied.") }
    return losses
  }
}

extension Pane {
  static let groups = Pane(GroupsScreen.Panes.groups)
  static let steps = Pane(GroupsScreen.Panes.steps)
  static let step = Pane(GroupsScreen.Panes.step)
}

extension ScreenID {
  static let groups = ScreenID(GroupsScreen.self)
}

extension Action {
  static func groups(_ action: GroupsScreen.Action) -> Action { .on(GroupsScreen.self, action) }
}

extension State {
  var groups: GroupsScreen {
    get { screens[GroupsScreen.self] }
    _modify { yield &screens[GroupsScreen.self] }
  }
}
