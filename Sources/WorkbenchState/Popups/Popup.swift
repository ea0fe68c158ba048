package import ParleyEngine
package import TerminalKit
package import WorkbenchParts
package import WorkbenchServices

/// A sheet over the screen: it gets events before anything below.
package struct Popup: Layer {
  package private(set) var sheet: any Sheet
  /// The time from which its keys count, for a sheet that comes unasked; nil until it has been seen.
  private(set) var caution: Caution?
  private var appearance: Timestamp?

  package init(_ sheet: some Sheet) {
    self.sheet = sheet
  }

  package var keyContexts: [KeyContext] { [.popup] + sheet.keyContexts }

  package var acceptWord: String { sheet.acceptWord }
  package var closeWord: String { sheet.closeWord }
  package var confirmWord: String { sheet.confirmWord }

  /// Whether its keys do what they say.
  package func isSettled(at now: Timestamp) -> Bool {
    !sheet.comesUnasked || caution?.isOver(at: now) == true
  }

  /// Whether a key was pressed that does not count yet: that is said until it would.
  package func hasRefused(at now: Timestamp) -> Bool { !isSettled(at: now) && caution?.hasRefused == true }

  /// It is the topmost from now on, if it was not before.
  /// - Returns: whether keys that were typed before it came must not answer it, and it has not been seen before.
  package mutating func appear(at now: Timestamp) -> Bool {
    guard appearance == nil else { return false }
    appearance = now
    if sheet.comesUnasked { caution = Caution(since: now) }
    return sheet.comesUnasked || sheet.isDangerous
  }

  /// Changes a sheet of some kind, where it has to learn of something other than input.
  package mutating func change<Kind: Sheet>(_ kind: Kind.Type, _ change: (inout Kind) -> Void) {
    guard var sheet = sheet as? Kind else { return }
    change(&sheet)
    self.sheet = sheet
  }

  /// - Returns: whether the draft was typed into a pop-up like this one.
  package mutating func fill(_ draft: EditorDraft) -> Bool {
    guard var sheet = sheet as? any DraftedSheet, sheet.fill(draft) else { return false }
    self.sheet = sheet
    return true
  }

  /// Keys of the command table first; what has no meaning there is the sheet's.
  package mutating func handle(_ event: InputEvent, in state: State) -> LayerOutcome<Action> {
    if !isSettled(at: state.now), !isWayOut(event, in: state) {
      caution?.note(event, at: state.now)
      caution?.refuse(event)
      return .handled
    }
    if case .mouse(let mouse) = event {
      if isSecondPress(mouse, at: state.now) { return .handled }
      if mouse.action == .press(.left), sheet.isLeftByClick, isOutside(mouse.point, in: state) {
        return sheet.update(.close, in: state)
      }
      return sheet.handle(mouse, over: state.arrangement.popups, in: state)
    }
    guard case .key(let key) = event, !sheet.claims(key),
      case .command(let id) = state.commands.table.keymap.lookup([key], in: keyContexts),
      let action = state.commands.action(of: id)
    else { return sheet.handle(event, in: state) }
    guard case .popup(let action) = action else { return .act(action) }
    return sheet.update(action, in: state)
  }

  /// Whether a press belongs to the double click that brought a dangerous question up.
  private func isSecondPress(_ mouse: Mouse, at now: Timestamp) -> Bool {
    guard sheet.isDangerous, let appearance, mouse.action == .press(.left) else { return false }
    return now >= appearance && now < appearance.advanced(by: Caution.pause)
  }

  /// Whether a click hits what lies below. A sheet that draws no box has none.
  private func isOutside(_ point: Point, in state: State) -> Bool {
    var frame = Frame(size: state.size)
    sheet.draw(into: &frame, over: state.arrangement.popups, in: state)
    return frame.popupBox.map { !$0.contains(point) } ?? false
  }

  /// Whether an event waits until the sheet has what its keys act on.
  package func isTooEarly(_ event: InputEvent, in state: State) -> Bool {
    guard sheet.isAwaited(in: state), !isWayOut(event, in: state) else { return false }
    return switch event {
    case .key, .paste: true
    case .mouse, .resize, .resumed, .hangup, .terminate, .woken: false
    }
  }

  /// Whether it closes the pop-up: what loses nothing is never made to wait.
  private func isWayOut(_ event: InputEvent, in state: State) -> Bool {
    guard case .key(let key) = event else { return false }
    return state.commands.table.keymap.lookup([key], in: [.popup]) == .command("popup.close")
  }

  package func draw(into frame: inout Frame, rect: Rect, in state: State, isOnTop: Bool) {
    if isOnTop, sheet.dims { frame.restyle(frame.bounds) { $0 = .muted } }
    sheet.draw(into: &frame, over: rect, in: state)
  }
}

/// The meaning of a key in every pop-up.
package enum PopupAction: Hashable, Sendable {
  case close, accept, copy
  /// Accepts a form, whichever field the cursor is in.
  case acceptAll
  /// Does what is dangerous.
  case confirm
  case move(ListCursor.Step)
  case next, previous
  /// Another time for which answers are kept.
  case turnKeeping
}

/// The content of a pop-up: the text it shows, or the question it asks.
package protocol Sheet: ScreenQuestion {
  /// Whether a text field has the keys, so that letters are text.
  var isTyping: Bool { get }
  /// The contexts of its keys, besides those of all pop-ups.
  var keyContexts: [KeyContext] { get }
  /// Whether it asks about something that cannot be undone, so that no key may answer it by accident.
  var isDangerous: Bool { get }
  /// Whether it may come up while somebody types, so that its keys count only after a moment in which nothing is typed.
  var comesUnasked: Bool { get }
  /// Whether what lies below is dimmed.
  var dims: Bool { get }
  /// Whether a click beside it closes it, because nothing would be lost.
  var isLeftByClick: Bool { get }
  /// The hint's word for Enter.
  var acceptWord: String { get }
  /// The hint's word for Esc.
  var closeWord: String { get }
  /// The hint's word for the key that gives a dangerous answer; empty while none is chosen.
  var confirmWord: String { get }
  /// Whether what its keys act on is still being read: they wait for it.
  func isAwaited(in state: State) -> Bool
  /// Whether a key means something of the sheet's own, such as the letter of a choice, before the command table is asked.
  func claims(_ key: Key) -> Bool

  mutating func update(_ action: PopupAction, in state: State) -> LayerOutcome<Action>
  mutating func handle(_ event: InputEvent, in state: State) -> LayerOutcome<Action>
  /// - Parameter rect: over which it is drawn.
  mutating func handle(_ mouse: Mouse, over rect: Rect, in state: State) -> LayerOutcome<Action>
  func draw(into frame: inout Frame, over rect: Rect, in state: State)
}

extension Sheet {
  package var isTyping: Bool { false }
  package var keyContexts: [KeyContext] { isTyping ? [] : isDangerous ? [.sheet, .danger] : [.sheet] }
  package var isDangerous: Bool { false }
  package var comesUnasked: Bool { false }
  package var dims: Bool { true }
  package var isLeftByClick: Bool { true }
  package var acceptWord: String { "accept" }
  package var closeWord: String { "close" }
  package var confirmWord: String { "" }
  package func isAwaited(in state: State) -> Bool { false }
  package func claims(_ key: Key) -> Bool { false }

  package mutating func handle(_ event: InputEvent, in state: State) -> LayerOutcome<Action> { .ignored }

  package mutating func handle(_ mouse: Mouse, over rect: Rect, in state: State) -> LayerOutcome<Action> {
    turn(mouse, in: state)
  }

  /// The wheel goes up and down.
  package mutating func turn(_ mouse: Mouse, in state: State) -> LayerOutcome<Action> {
    switch mouse.action {
    case .wheelUp: update(.move(.lines(-3)), in: state)
    case .wheelDown: update(.move(.lines(3)), in: state)
    case .press, .release: .handled
    }
  }
}

extension KeyContext {
  /// In pop-ups without a text field.
  package static let sheet: KeyContext = "sheet"
  /// In forms of several fields.
  package static let form: KeyContext = "popup.form"
  /// In questions whose answers may be kept.
  package static let question: KeyContext = "question"
  /// The context of keys in questions about things that cannot be undone.
  package static let danger: KeyContext = "danger"
}

extension PopupAction {
  package static var commands: [CommandRow] { everywhere + withoutField + [acceptingAll, keeping] + inQuestions }

  private static var acceptingAll: CommandRow {
    CommandRow(
      "popup.acceptAll", "Accept the form", help: "Accepts all fields as they are, from any of them.",
      keys: ["Ctrl-S"], in: [.form], hint: .init("accept all", rank: 2), does: .popup(.acceptAll))
  }

  private static var keeping: CommandRow {
    CommandRow(
      "popup.keeping", "How long the answer is kept",
      help: "Chooses how long the answer is kept: once, for this session, or encrypted on this machine.",
      keys: ["Alt-k"], in: [.question], hint: .init("how long", rank: 0), does: .popup(.turnKeeping))
  }

  private static var everywhere: [CommandRow] {
    [
      CommandRow(
        "popup.accept", "Accept", help: "Accepts the choice, or moves to the next field.", keys: ["Enter"],
        in: [.popup], hint: .init("accept", rank: 0), does: .popup(.accept)),
      CommandRow(
        "popup.close", "Close", help: "Closes the pop-up without doing anything.", keys: ["Esc", "Ctrl-C"],
        in: [.popup],
        hint: .init("close", rank: 1), does: .popup(.close)),
      CommandRow(
        "popup.down", "Down", help: "Moves down.", keys: ["Down", "Ctrl-N"], in: [.popup],
        does: .popup(.move(.lines(1)))),
      CommandRow(
        "popup.up", "Up", help: "Moves up.", keys: ["Up", "Ctrl-P"], in: [.popup], does: .popup(.move(.lines(-1)))),
      CommandRow(
        "popup.pageDown", "Page down", help: "Moves a page down in the pop-up.", keys: ["PageDown"], in: [.popup],
        does: .popup(.move(.pages(1)))),
      CommandRow(
        "popup.pageUp", "Page up", help: "Moves a page up in the pop-up.", keys: ["PageUp"], in: [.popup],
        does: .popup(.move(.pages(-1)))),
      CommandRow(
        "popup.next", "Next field", help: "Moves to the next field or choice.", keys: ["Tab"], in: [.popup],
        does: .popup(.next)),
      CommandRow(
        "popup.previous", "Previous field", help: "Moves to the previous field or choice.", keys: ["Shift-Tab"],
        in: [.popup], does: .popup(.previous)),
    ]
  }

  private static var inQuestions: [CommandRow] {
    [
      CommandRow(
        "danger.confirm", "Do it",
        help: "Confirms the question: allows, deletes, overwrites, sends. Enter never does.",
        keys: ["Ctrl-T"], in: [.danger], hint: .init("do it", rank: 0), does: .popup(.confirm))
    ]
  }

  private static var withoutField: [CommandRow] {
    [
      CommandRow(
        "sheet.close", "Close", help: "Closes a pop-up that only shows something.", keys: ["q"], in: [.sheet],
        does: .popup(.close)),
      CommandRow(
        "sheet.down", "Down", help: "Moves down where no text is typed.", keys: ["j"], in: [.sheet],
        does: .popup(.move(.lines(1)))),
      CommandRow(
        "sheet.up", "Up", help: "Moves up where no text is typed.", keys: ["k"], in: [.sheet],
        does: .popup(.move(.lines(-1)))),
      CommandRow(
        "sheet.first", "First", help: "Moves to the top.", keys: ["g", "Home"], in: [.sheet],
        does: .popup(.move(.first))),
      CommandRow(
        "sheet.last", "Last", help: "Moves to the end.", keys: ["G", "End"], in: [.sheet], does: .popup(.move(.last))),
      CommandRow(
        "sheet.pageDown", "Page down", help: "Moves a page down where no text is typed.", keys: ["Ctrl-D"],
        in: [.sheet],
        does: .popup(.move(.pages(1)))),
      CommandRow(
        "sheet.pageUp", "Page up", help: "Moves a page up where no text is typed.", keys: ["Ctrl-U"], in: [.sheet],
        does: .popup(.move(.pages(-1)))),
      CommandRow(
        "sheet.next", "Next choice", help: "Moves to the choice on the right.", keys: ["Right", "l"], in: [.sheet],
        does: .popup(.next)),
      CommandRow(
        "sheet.previous", "Previous choice", help: "Moves to the choice on the left.", keys: ["Left", "h"],
        in: [.sheet],
        does: .popup(.previous)),
      CommandRow(
        "sheet.copy", "Copy", help: "Copies the text.", keys: ["y"], in: [.sheet], hint: .init("copy", rank: 5),
        does: .popup(.copy)),
    ]
  }
}
