import ParleyEngine
import ParleyModel
import TerminalKit
import WorkbenchServices

/// Everything the workbench shows and knows, as one value.
struct State: Sendable {
  /// With the keys a person has given them.
  var commands: CommandSet
  var size: Size
  var now: Timestamp
  /// Nil until it has been read for the first time.
  var workspace: WorkspaceSnapshot?

  var screens = Screens()
  var navigation = ScreenFocus()

  var strip = LogStrip()

  var transfers = ActiveTransfers()
  var popups = LayerStack<Popup>()
  /// The items marked to become a group.
  var chains = Chains()
  var variables = VariableGrid()
  /// The import that is being prepared.
  var imports = ImportState()
  var signIn = SignInState()
  /// The work that is being done on several requests.
  var treeWork: TreeWork?
  /// The two responses that are compared.
  var comparison: ResponseComparison?
  var failure = LastFailure()
  /// Stands in the hint line until the next key.
  var notice: Notice?
  /// The keys of a sequence pressed so far.
  var keys = KeyReader()
  var escapes = EscapeGuard()
  var opening = RequestOpening()
  var files = FilesShown()
  /// The request that the command line gave, until the workspace is read.
  var given: String?
  /// The keys that were typed before they could act.
  var held = TypeAheadBuffer()
  /// The request that is kept as the one of the next session.
  var lastRequest: RequestID?
  var themes = Themes()
  /// The request that is sent again and again.
  var repeats: AutoRepeat?
  var editing = EditingStyle()
  var reading = ReadingStyle()
  /// The text of open editors that is not saved anywhere yet.
  var editors = EditorDrafts()
  /// Whether a key has been pressed yet.
  var hasInput = false
  var paneSizing = PaneSizing()
  /// The moment of a run that all screens show; nil for now.
  var moment: ShownMoment?
  /// The folder of the workspace to go on with; nil to leave the program.
  var nextWorkspace: String?
  var isEnding = false

  init(commands: CommandSet, size: Size, now: Timestamp) {
    self.commands = commands
    self.size = size
    self.now = now
    arrange()
  }

  /// The screen that is shown.
  var screen: ScreenID { navigation.screen }
  /// The pane that has the focus.
  var focus: Pane { navigation.pane }
  /// Whether that has the screen for itself.
  var isZoomed: Bool { navigation.isZoomed }

  /// The request that commands are about.
  var openRequest: RequestID? { tabs.open }

  /// Whether time that passes shows, so that the program must look at the clock.
  var needsClock: Bool {
    !transfers.isEmpty || repeats != nil || held.isAsking || screens[screen].needsClock
      || popups.top?.isSettled(at: now) == false || isReadingImport
  }

  var context: ViewContext {
    var context = ViewContext(
      now: now, workspace: workspace ?? WorkspaceSnapshot(name: ""), request: tabs.open, transfers: transfers.all)
    context.hasWorkspace = workspace != nil
    context.marks = chains.marks
    context.moment = moment
    return context
  }
}
