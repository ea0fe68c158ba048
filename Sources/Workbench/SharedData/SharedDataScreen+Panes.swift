import TerminalKit

// Where its panes stand, and what they show.
extension SharedDataScreen {
  func view(of pane: Panes) -> (any PaneView)? {
    switch pane {
    case .sharedKeys: list
    case .sharedValue: value
    case .sharedHistory: history
    case .sharedUses: uses
    }
  }

  func canFocus(_ pane: Panes) -> Bool {
    switch pane {
    case .sharedKeys, .sharedValue: true
    case .sharedHistory: !history.rows.isEmpty
    case .sharedUses: !uses.places.isEmpty
    }
  }

  mutating func resize(_ pane: Panes, to size: Size) {
    switch pane {
    case .sharedKeys: list.resize(to: size)
    case .sharedValue: value.resize(to: size)
    case .sharedHistory: history.resize(to: size)
    case .sharedUses: uses.resize(to: size)
    }
  }

  func places(in area: Rect) -> [Pane: Rect] {
    // Panes side by side and above each other share the line between them.
    let upper = max(6, area.height * 11 / 20)
    let lower = Rect(x: area.x, y: area.y + upper - 1, width: area.width, height: area.height - upper + 1)
    let history = max(22, min(48, area.width * 26 / 100))
    let uses = max(20, min(44, area.width * 24 / 100))
    let value = area.width - history - uses + 2
    return [
      .sharedKeys: Rect(x: area.x, y: area.y, width: area.width, height: upper),
      .sharedValue: Rect(x: lower.x, y: lower.y, width: value, height: lower.height),
      .sharedHistory: Rect(x: lower.x + value - 1, y: lower.y, width: history, height: lower.height),
      .sharedUses: Rect(x: lower.maxX - uses, y: lower.y, width: uses, height: lower.height),
    ]
  }

  func joints(of places: [Pane: Rect]) -> [BorderJoint] {
    guard let keys = places[.sharedKeys], let value = places[.sharedValue], let uses = places[.sharedUses] else {
      return BorderJoint.stacked(Self.panes, places)
    }
    let bottom = value.maxY - 1
    let joints = [
      (value.origin, "├", [Pane.sharedKeys, .sharedValue]),
      (Point(x: keys.maxX - 1, y: value.y), "┤", [.sharedKeys, .sharedUses]),
      (Point(x: value.maxX - 1, y: value.y), "┬", [.sharedKeys, .sharedValue, .sharedHistory]),
      (Point(x: uses.x, y: value.y), "┬", [.sharedKeys, .sharedHistory, .sharedUses]),
      (Point(x: value.maxX - 1, y: bottom), "┴", [.sharedValue, .sharedHistory]),
      (Point(x: uses.x, y: bottom), "┴", [.sharedHistory, .sharedUses]),
    ]
    return joints.map { BorderJoint(point: $0, sign: $1, panes: $2) }
  }

  func goBack(from focus: Pane) -> [Effect]? {
    if isEditing { return [.then(.shared(.edit(.leave)))] }
    if focus != .sharedKeys { return [.then(.navigation(.focus(.sharedKeys)))] }
    return list.showsFilter ? [.then(.shared(.clearFilter))] : nil
  }

  func save() -> [Effect] { [.then(.shared(.edit(.keep)))] }
  var whyNotSave: String? { isEditing ? nil : "Nothing is being edited." }

  var losses: [String] {
    guard let edit = value.edit, edit.hasChanged else { return [] }
    return ["Your edit of the shared key \(edit.name.fitted(to: 40)) is not saved."]
  }
}

extension Pane {
  static let sharedKeys = Pane(SharedDataScreen.Panes.sharedKeys)
  static let sharedValue = Pane(SharedDataScreen.Panes.sharedValue)
  static let sharedHistory = Pane(SharedDataScreen.Panes.sharedHistory)
  static let sharedUses = Pane(SharedDataScreen.Panes.sharedUses)
}

extension ScreenID {
  static let shared = ScreenID(SharedDataScreen.self)
}

extension Action {
  static func shared(_ action: SharedDataScreen.Action) -> Action { .on(SharedDataScreen.self, action) }
}

extension State {
  var shared: SharedDataScreen {
    get { screens[SharedDataScreen.self] }
    _modify { yield &screens[SharedDataScreen.self] }
  }
}
