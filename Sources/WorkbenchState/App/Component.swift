package import ParleyEngine
package import ParleyModel
package import TerminalKit
package import WorkbenchServices

/// A pane: a value that changes only in `update` and `handle`, and that draws itself from what it holds.
///
/// A component `X` is a folder of `X.swift` (state and actions), `X+Update.swift`, `X+Draw.swift`, `X+Commands.swift`
/// (its rows of the one command table) and, if it has effects, `X+Effects.swift` (its `ServiceEffect`). Large things
/// are held as windows, which effects fill: drawing reads no store, file or body.
package protocol Component: PaneView {
  associatedtype Action: Sendable

  static var commands: [CommandRow] { get }

  /// Every value `keyContexts` can have, as the shell completes it.
  static var keyContextSets: [[KeyContext]] { get }

  mutating func update(_ action: Action, in context: ViewContext) -> [Effect]
  /// A key that no command claims, a paste, or the mouse at a point counted from the pane's own corner.
  mutating func handle(_ event: InputEvent, in context: ViewContext) -> [Effect]
}

/// The shell's view of a pane: the contexts of its keys, and how it is drawn.
package protocol PaneView: Sendable {
  /// The contexts in which its keys are valid now, the narrowest first. The shell adds `.browsing` (unless it is
  /// typing) and `.always`.
  var keyContexts: [KeyContext] { get }
  /// Whether a text field has the keys, so that letters are text.
  var isTyping: Bool { get }

  /// Tells how much room there is. Comes before drawing, whenever the room changes.
  mutating func resize(to size: Size)
  /// The title in the upper edge of its box, which the screen draws.
  func title(in context: ViewContext) -> PaneTitle
  /// The places inside of it that one can go to besides the pane itself, such as its tabs, by what a click there does.
  var jumpPoints: [Point] { get }
  /// The part that is in view, where there is more; drawn in the right edge of its box.
  var scrollExtent: ScrollExtent? { get }
  /// The rows inside of a box of so many that scroll: a scroll bar stands beside these.
  func scrolledRows(of height: Int) -> Range<Int>
  /// Draws what is inside the box.
  func draw(into frame: inout Frame, in rect: Rect, isFocused: Bool, context: ViewContext)
}

/// The words in the upper edge of a pane.
package struct PaneTitle: Hashable, Sendable {
  package var left: StyledText
  /// Left out where there is no room for both.
  package var right: StyledText
  /// In its place where there is room for this.
  package var short: StyledText

  package init(_ left: StyledText, right: StyledText = "", short: StyledText = "") {
    self.left = left
    self.right = right
    self.short = short
  }
}

extension PaneView {
  package var isTyping: Bool { false }
  package var scrollExtent: ScrollExtent? { nil }
  package func scrolledRows(of height: Int) -> Range<Int> { 0..<max(0, height) }
  package var jumpPoints: [Point] { [] }
  package mutating func resize(to size: Size) {}
}

extension Component {
  package mutating func handle(_ event: InputEvent, in context: ViewContext) -> [Effect] { [] }
}

/// The state of the rest of the program that a component may read.
package struct ViewContext: Sendable {
  package var now: Timestamp
  package var workspace: WorkspaceSnapshot
  /// The request the composer and the response are about.
  var request: RequestID?
  /// Requests that are in flight.
  var transfers: [ActiveTransfer]
  /// Whether the workspace has been read.
  var hasWorkspace = true
  /// The items marked to become a group.
  package var marks: [ChainItem] = []
  /// Requests with unsaved edits.
  package var drafted: Set<RequestID> = []
  /// The moment of a run that all screens show; nil for now.
  package var moment: ShownMoment?
  /// The exchanges that are marked.
  package var markedExchanges: [ExchangeID] {
    marks.compactMap { mark in
      if case .exchange(let id) = mark { id } else { nil }
    }
  }
  /// The time by which ages and times left are told.
  package var shownTime: Timestamp { moment?.time ?? now }

  init(
    now: Timestamp, workspace: WorkspaceSnapshot, request: RequestID? = nil, transfers: [ActiveTransfer] = []
  ) {
    self.now = now
    self.workspace = workspace
    self.request = request
    self.transfers = transfers
  }
}

/// A request in flight.
package struct ActiveTransfer: Hashable, Sendable, Identifiable {
  package var id: ExchangeID
  package var request: RequestID
  package var method: String
  package var startedAt: Timestamp
  package var progress = TransferProgress()
  package var isPaused = false
  /// Whether the head of its response is here.
  package var isAnswered = false
  /// How long it may take before it holds the person; nil does not, and neither does one they have put off.
  package var hold: Duration?
  /// The WebSocket channel that the request opens; nil for any other request.
  package var webSocket: WebSocketChannel?
  /// The expected effects of a successful send.
  package var outline = SendingOutline()
  /// The intent, for sending it again; nil if that is not possible.
  package var intent: SendIntent?
  /// How it goes about it, and where to.
  package var options: TransferOptions?
  package var url = ""

  package init(id: ExchangeID, request: RequestID, method: String, startedAt: Timestamp) {
    self.id = id
    self.request = request
    self.method = method
    self.startedAt = startedAt
  }
}
