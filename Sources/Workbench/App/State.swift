import ParleyEngine
import TerminalKit

/// Everything the workbench shows and knows, as one value.
struct State: Sendable {
  /// With the keys a person has given them.
  var commands: CommandSet
  var size: Size
  var now: Timestamp
  /// Nil until it has been read for the first time.
  var workspace: WorkspaceSnapshot?

  var screens = Screens()
  /// The one that is shown.
  var screen = ScreenID.requests
  /// The pane that had the focus last, for each screen.
  var focused: [ScreenID: Pane] = [:]
  /// Whether the focused pane has the whole screen.
  var isZoomed = false

  var strip = LogStrip()

  var transfers: [ActiveTransfer] = []
  var popups = LayerStack<Popup>()
  /// The last failure whole, for `!`.
  var lastProblem: Problem?
  /// Whether `!` has shown it.
  var hasSeenProblem = true
  /// Stands in the hint line until the next key.
  var notice: Notice?
  /// The keys of a sequence pressed so far.
  var keys = KeyReader()
  /// Whether a person has opened something; until then the log strip tells of everything.
  var hasOpened = false
  /// What was typed before it could act.
  var held = TypeAheadBuffer()
  /// What is sent as soon as it has been loaded.
  var sendsWhenLoaded: RequestID?
  var isEnding = false

  init(commands: CommandSet, size: Size, now: Timestamp) {
    self.commands = commands
    self.size = size
    self.now = now
    arrange()
  }

  /// The pane that has the focus.
  var focus: Pane {
    get { focused[screen] ?? screen.panes[0] }
    set { focused[screen] = newValue }
  }

  /// The request that commands are about.
  var openRequest: RequestID? { tabs.open }

  /// Whether time that passes shows, so that the program must look at the clock.
  var needsClock: Bool {
    !transfers.isEmpty || screens[screen].needsClock || popups.top?.isSettled(at: now) == false
  }

  var context: ViewContext {
    var context = ViewContext(
      now: now, workspace: workspace ?? WorkspaceSnapshot(name: ""), request: tabs.open, transfers: transfers)
    context.hasWorkspace = workspace != nil
    return context
  }
}
