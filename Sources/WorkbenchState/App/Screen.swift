package import TerminalKit
package import WorkbenchServices

/// A screen: the panes that are seen at once, and everything that is particular to them.
///
/// Each lives in a folder of its own, and is shown because the workbench's `Screens.all` has a row for it.
package protocol Screen: CommandTarget {
  associatedtype Action: Sendable
  associatedtype Panes: PaneID

  init()

  /// The screen's name in commands, as in `screen.groups`.
  static var name: String { get }
  static var title: String { get }
  /// Its title where there is little room.
  static var shortTitle: String { get }
  /// Whether the newest lines of the log stand below it.
  static var hasStrip: Bool { get }
  /// Its rows of the one command table.
  static var commands: [CommandRow] { get }
  /// Every set of contexts that its panes can have.
  static var keyContextSets: [[KeyContext]] { get }
  static var words: ScreenWords { get }

  /// The deed of the key that sends while it is shown.
  static func sending(in state: State) -> SendDeed
  /// The reason why that key can do nothing.
  static func whyNotSent(in state: State) -> String?
  /// The key's word in the hint line.
  /// - Parameter room: the columns that a name may have.
  static func sendWord(in state: State, room: Int) -> String
  /// The word of another command in the hint line, where its own would not do.
  func word(of command: CommandID) -> String?

  mutating func update(_ action: Action, in context: ViewContext) -> [Effect]
  /// A key that no command claims, a paste, or the mouse at a point counted from the pane's own corner.
  mutating func handle(_ event: InputEvent, on pane: Panes, in context: ViewContext) -> [Effect]

  /// The view of a pane; nil if it has nothing to show.
  func view(of pane: Panes) -> (any PaneView)?
  /// Whether there is something in a pane that one could go to.
  func canFocus(_ pane: Panes) -> Bool
  mutating func resize(_ pane: Panes, to size: Size)
  /// Arranges its list as it was in an earlier session.
  mutating func arrange(_ list: ListArrangement)
  /// Whether long lines of what it shows go on in the next row. Comes before its panes are drawn.
  mutating func wrap(_ wraps: Bool)
  /// The areas of its panes when there is room for all of them.
  func places(in area: Rect) -> [Pane: Rect]
  /// The points where the borders of panes meet.
  func joints(of places: [Pane: Rect]) -> [BorderJoint]

  /// The effects it needs when it is shown.
  func appear() -> [Effect]
  /// The effects it needs when the log has new lines while it is shown.
  func logHasGrown() -> [Effect]
  /// Comes after everything that happens: asks for what is on screen and not held.
  mutating func loadIfNeeded(isShown: Bool, in context: ViewContext) -> [Effect]
  /// Whether what keys in a pane are meant for is still on its way: they wait for it.
  func isAwaited(in pane: Panes) -> Bool
  /// The question it asks in a pop-up as soon as none is shown.
  func ask() -> [Effect]

  /// The subject of the log strip below it; nil for the one of all screens.
  var logSubject: LogSubject? { get }

  /// Ctrl-C: stops what runs here; nil when nothing does.
  func interrupt() -> [Effect]?
  /// Esc: leaves what was entered last; nil when there is nothing to leave.
  func goBack(from focus: Pane) -> WayBack?
  /// Ctrl-S.
  func save() -> [Effect]
  /// The reason why Ctrl-S can do nothing.
  var whyNotSave: String? { get }
  /// A composer that stands in one of its panes, besides the one of requests.
  var guestComposer: Composer? { get }
  mutating func updateGuest(_ action: Composer.Action, in context: ViewContext) -> [Effect]
  /// The editor of many lines that is open in it.
  var openEditor: TextEditor? { get }
  mutating func changeEditor(_ body: (inout TextEditor) -> Void)
  /// The drafts of its open editors that hold typed text which is kept nowhere else.
  func editorDrafts(in environment: String?) -> [EditorDraft]
  /// Puts a text back into the editor that it was typed into.
  /// - Returns: whether that is open.
  mutating func fill(_ draft: EditorDraft, in environment: String?) -> Bool
  /// Sentences that say what quitting would end or lose.
  var losses: [String] { get }
  /// Whether time that passes shows.
  var needsClock: Bool { get }
}

/// A sign over the corner that panes share.
package struct BorderJoint: Sendable {
  package let point: Point
  package let sign: String
  /// Lit when one of them has the focus.
  package let panes: [Pane]

  package init(point: Point, sign: String, panes: [Pane]) {
    self.point = point
    self.sign = sign
    self.panes = panes
  }
}

// What most screens have.
extension Screen {
  package static var shortTitle: String { title }
  package static var hasStrip: Bool { true }
  package static var panes: [Pane] { Panes.allCases.map { Pane($0) } }

  package static func sending(in state: State) -> SendDeed { .open }
  package static func whyNotSent(in state: State) -> String? { SeenRequest.whyNotSent(in: state) }
  package static func sendWord(in state: State, room: Int) -> String { SendDeed.word(in: state, room: room) }
  package func word(of command: CommandID) -> String? { nil }

  package func canFocus(_ pane: Panes) -> Bool { true }
  package mutating func arrange(_ list: ListArrangement) {}
  package mutating func wrap(_ wraps: Bool) {}
  package func places(in area: Rect) -> [Pane: Rect] { Self.panes.first.map { [$0: area] } ?? [:] }
  package func joints(of places: [Pane: Rect]) -> [BorderJoint] { BorderJoint.stacked(Self.panes, places) }
  package func appear() -> [Effect] { [] }
  package func logHasGrown() -> [Effect] { [] }
  package mutating func loadIfNeeded(isShown: Bool, in context: ViewContext) -> [Effect] { [] }
  package func isAwaited(in pane: Panes) -> Bool { false }
  package func ask() -> [Effect] { [] }
  package var logSubject: LogSubject? { nil }
  package func interrupt() -> [Effect]? { nil }
  package func goBack(from focus: Pane) -> WayBack? { nil }
  package func save() -> [Effect] { [] }
  package var whyNotSave: String? { "Only what is on screen can be saved: press 1 to show the request." }
  package var guestComposer: Composer? { nil }
  package mutating func updateGuest(_ action: Composer.Action, in context: ViewContext) -> [Effect] { [] }
  package var openEditor: TextEditor? { nil }
  package mutating func changeEditor(_ body: (inout TextEditor) -> Void) {}
  package func editorDrafts(in environment: String?) -> [EditorDraft] { [] }
  package mutating func fill(_ draft: EditorDraft, in environment: String?) -> Bool { false }
  package var losses: [String] { [] }
  package var needsClock: Bool { false }
}

// A screen of one pane is that pane.
extension Screen where Self: Component {
  package func view(of pane: Panes) -> (any PaneView)? { self }
  package mutating func resize(_ pane: Panes, to size: Size) { resize(to: size) }
  package mutating func handle(_ event: InputEvent, on pane: Panes, in context: ViewContext) -> [Effect] {
    handle(event, in: context)
  }
}

// By the pane of any screen: one of another screen's changes nothing.
extension Screen {
  package func view(of pane: Pane) -> (any PaneView)? { Panes(rawValue: pane.name).flatMap { view(of: $0) } }
  package func canFocus(_ pane: Pane) -> Bool { Panes(rawValue: pane.name).map { canFocus($0) } ?? false }

  package func isAwaited(in pane: Pane) -> Bool { Panes(rawValue: pane.name).map { isAwaited(in: $0) } ?? false }

  mutating func resize(_ pane: Pane, to size: Size) {
    if let pane = Panes(rawValue: pane.name) { resize(pane, to: size) }
  }

  package mutating func handle(_ event: InputEvent, on pane: Pane, in context: ViewContext) -> [Effect] {
    guard let pane = Panes(rawValue: pane.name) else { return [] }
    return handle(event, on: pane, in: context)
  }
}

extension BorderJoint {
  /// Of panes above each other, which share the line between them.
  package static func stacked(_ panes: [Pane], _ places: [Pane: Rect]) -> [BorderJoint] {
    panes.flatMap { above in
      panes.flatMap { below -> [BorderJoint] in
        guard let upper = places[above], let lower = places[below], upper.x == lower.x, lower.y == upper.maxY - 1
        else { return [] }
        let ends = [(lower.x, "├"), (lower.maxX - 1, "┤")]
        return ends.map { BorderJoint(point: Point(x: $0, y: lower.y), sign: $1, panes: [above, below]) }
      }
    }
  }
}
