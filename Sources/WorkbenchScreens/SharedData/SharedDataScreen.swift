package import ParleyEngine
import ParleyText
package import TerminalKit
package import WorkbenchParts
package import WorkbenchServices
package import WorkbenchState

/// Screen 5: what requests and people share by key, to be seen and edited by hand.
///
/// Four panes are about one key: the list it is chosen from, its value, its history, and the places that use it. Of a
/// secret only its value is held, from the moment it is revealed until the person leaves it.
package struct SharedDataScreen: Screen {
  package enum Panes: String, PaneID {
    case sharedKeys, sharedValue, sharedHistory, sharedUses

    package var title: String {
      switch self {
      case .sharedKeys: "Shared data"
      case .sharedValue: "Value"
      case .sharedHistory: "History of the key"
      case .sharedUses: "Used by"
      }
    }
  }

  package static let name = "shared"
  package static let title = "Shared data"
  package static let shortTitle = "Shared"

  @CopyOnWrite package var list = SharedList()
  @CopyOnWrite package var value = SharedValuePane()
  @CopyOnWrite var history = SharedHistory()
  @CopyOnWrite var uses = SharedUses()

  /// The key that value, history and uses are about, and whether they are out of date.
  package var current: String?
  var isStale = false
  /// The keys whose changes are reported on every screen, and alone in the log strip of this one.
  package var observed: Set<String> = []
  /// The observed keys that another writer has changed since this screen was last shown.
  package var announced: Set<String> = []
  /// The meaning of undo and redo, wherever the cursor goes, as long as nothing else is done.
  var undoable: SharedUndo? {
    didSet { undoableFilter = list.input.text }
  }
  /// The filter that was on when that was done: what it hid then was seen to go.
  private(set) var undoableFilter = ""
  /// The change of that key up to which undo knows of it: a key that is renamed takes along what others wrote.
  var undoableChange: Int64 = 0
  var comparing = SharedComparing()
  /// The work in progress on many keys.
  var work: SharedWork? {
    didSet { list.work = work }
  }
  /// The last batch that was done and not undone since.
  var lastBatch: SharedBatchUndo?

  package init() {}

  /// The last change of the key under the cursor, as far as it is known.
  var row: SharedRow? { value.row.map(\.key.name).isIdentical(to: current) ? value.row : list.selected }

  package var isEditing: Bool { value.edit != nil }
}

extension SharedDataScreen {
  package indirect enum Action: Sendable {
    // Answers and news from elsewhere.
    case refresh
    /// Keys have changed; with none it is not known which.
    case told([Event.SharedData])
    case keys(SharedKeysQuery, SharedKeysWindow)
    case values(SharedValuesQuery, SharedValuesFound)
    case detail(SharedKeyDetail?, of: String, at: ShownMoment?)
    /// About the group under the cursor.
    case facts(SharedGroupFacts, at: ShownMoment?)
    case answered(SharedDataIntent, SharedDataOutcome)
    case refused(SharedDataIntent)
    /// About the value of a change.
    case body(BodyBrowser.Action, of: Int64)
    /// A text lies ready for $EDITOR, and comes back from it.
    case staged(String, SharedValueEdit)
    case collected(String, SharedValueEdit)

    case move(Move)
    case sort(by: SharedSort.Field)
    /// Through the value.
    case look(BodyBrowser.Action)
    case filter
    case clearFilter
    case complete(FilterCompletion.Action)

    case key(KeyAction)
    case structure(SharedStructure.Action)
    case edit(EditAction)
    case many(ManyAction)
    case compare(SharedCompareAction)
  }

  /// Getting about.
  package enum Move: Sendable {
    case list(ListCursor.Step)
    case history(ListCursor.Step)
    case uses(ListCursor.Step)
  }

  /// About the key under the cursor.
  package enum KeyAction: Sendable {
    case askNew
    /// Begins with the value of a new key.
    case create(NewSharedKey)
    /// Finds the places that have to change when a key gets another name.
    case planRename(String, to: String)
    case perform(SharedDataIntent.Job)
    case intent(SharedDataIntent)
    case undo
  }

  /// While a value is edited.
  package enum EditAction: Sendable {
    /// Saves what was typed.
    case keep
    /// Gives up what was typed; asks first where that is something.
    case leave
    case discard
  }
}

// Where its panes stand, and what they show.
extension SharedDataScreen {
  package func view(of pane: Panes) -> (any PaneView)? {
    switch pane {
    case .sharedKeys: list
    case .sharedValue: value
    case .sharedHistory: history
    case .sharedUses: uses
    }
  }

  package func canFocus(_ pane: Panes) -> Bool {
    switch pane {
    case .sharedKeys, .sharedValue: true
    case .sharedHistory: !history.rows.isEmpty
    case .sharedUses: !uses.places.isEmpty
    }
  }

  package mutating func resize(_ pane: Panes, to size: Size) {
    switch pane {
    case .sharedKeys: list.resize(to: size)
    case .sharedValue: value.resize(to: size)
    case .sharedHistory: history.resize(to: size)
    case .sharedUses: uses.resize(to: size)
    }
  }

  package mutating func wrap(_ wraps: Bool) { value.browser.wraps = wraps }

  package func places(in area: Rect) -> [Pane: Rect] {
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

  package var openEditor: TextEditor? { value.edit?.editor }
  package mutating func changeEditor(_ body: (inout TextEditor) -> Void) {
    let room = value.editorSize
    value.edit?.change(in: room, body)
  }

  package func joints(of places: [Pane: Rect]) -> [BorderJoint] {
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

  /// Whether keys wait for the pane: those typed after saving are meant for the state after that.
  package func isAwaited(in pane: Panes) -> Bool {
    value.edit?.isKeeping == true || value.leaves.isChanging || pane == .sharedKeys && list.isMarking
  }

  package func goBack(from focus: Pane) -> WayBack? {
    if let stopped = work?.stop() { return WayBack(effects: stopped) }
    if isEditing { return .closing(.shared(.edit(.leave))) }
    if focus == .sharedValue, value.showsStructure, !value.term.isEmpty { return .closing(.shared(.look(.leave))) }
    if focus == .sharedValue, let way = value.browser.wayBack { return .closing(.shared(.look(way))) }
    if focus != .sharedKeys { return .to(.sharedKeys) }
    if !list.marked.isEmpty { return .closing(.shared(.many(.clear)), .tookMarks(off: list.marked.count)) }
    return list.showsFilter ? .closing(.shared(.clearFilter)) : nil
  }

  package func save() -> [Effect] { [.then(.shared(.edit(.keep)))] }
  package var whyNotSave: String? { isEditing ? nil : "Nothing is being edited." }

  package func editorDrafts(in environment: String?) -> [EditorDraft] { value.editorDrafts(in: environment) }
  package mutating func fill(_ draft: EditorDraft, in environment: String?) -> Bool {
    value.fill(draft, in: environment)
  }

  /// Whether something counts down, such as the time left for the keys in view.
  package var needsClock: Bool {
    work != nil || value.row?.expires != nil || value.decoded?.moment != nil || list.filled.expiries
  }

  package var losses: [String] { unsaved + (work.map { ["Many keys: \($0.words) is not done."] } ?? []) }

  private var unsaved: [String] {
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
  package static let shared = ScreenID(SharedDataScreen.self)
}

extension Action {
  package static func shared(_ action: SharedDataScreen.Action) -> Action { .on(SharedDataScreen.self, action) }
}

extension State {
  package var shared: SharedDataScreen {
    get { screens[SharedDataScreen.self] }
    _modify { yield &screens[SharedDataScreen.self] }
  }
}

// Keys that no command claims, pastes, and the mouse.
extension SharedDataScreen {
  package mutating func handle(_ event: InputEvent, on pane: Panes, in context: ViewContext) -> [Effect] {
    if case .mouse(let mouse) = event { return handle(mouse, on: pane) }
    if pane == .sharedKeys, list.isFiltering {
      list.type(event, in: context)
    } else if pane == .sharedValue, isEditing {
      type(event)
    } else if pane == .sharedValue, value.isLooking {
      return value.type(event)
    }
    return []
  }

  private mutating func handle(_ mouse: Mouse, on pane: Panes) -> [Effect] {
    switch pane {
    case .sharedKeys:
      // First what is being edited is left.
      if isEditing { return mouse.action == .press(.left) ? edit(.leave) : [] }
      if mouse.action == .press(.left), let effects = list.clickAbove(mouse.point) { return effects }
      let first = list.cursor.top - SharedList.headLines - (list.showsFilter ? 1 : 0)
      guard list.cursor.take(mouse, from: first) else { return [] }
      guard list.selected == nil else { return [.then(.navigation(.focus(.sharedValue)))] }
      list.fold(.turn)
    case .sharedHistory: history.cursor.take(mouse, from: history.cursor.top)
    case .sharedUses: uses.cursor.take(mouse, from: uses.cursor.top)
    case .sharedValue where isEditing:
      let area = Rect(origin: Point(x: 1, y: 0), size: value.editorSize)
      _ = value.edit?.editor.handle(mouse, in: area)
    case .sharedValue: return value.handle(mouse)
    }
    return []
  }
}
