package import ParleyEngine
import ParleyModel
package import TerminalKit
package import WorkbenchServices

/// Everything the workbench shows and knows, as one value.
package struct State: Sendable {
  /// With the keys a person has given them.
  package var commands: CommandSet
  package var size: Size
  package var now: Timestamp
  /// Nil until it has been read for the first time.
  package var workspace: WorkspaceSnapshot?

  package var screens = Screens()
  package var navigation = ScreenFocus()

  package var strip = LogStrip()

  package var transfers = ActiveTransfers()
  package var popups = LayerStack<Popup>()
  /// The items marked to become a group.
  package var chains = Chains()
  package var variables = VariableGrid()
  /// The import that is being prepared.
  package var imports = ImportState()
  package var signIn = SignInState()
  /// The work that is being done on several requests.
  package var treeWork: TreeWork?
  /// The two responses that are compared.
  var comparison: ResponseComparison?
  package var failure = LastFailure()
  /// Stands in the hint line until the next key.
  package var notice: Notice?
  package var input = KeyInput()
  package var opening = RequestOpening()
  package var files = FilesShown()
  package var themes = Themes()
  /// The request that is sent again and again.
  package var repeats: AutoRepeat?
  package var editing = EditingStyle()
  package var reading = ReadingStyle()
  /// The text of open editors that is not saved anywhere yet.
  package var editors = EditorDrafts()
  package var paneSizing = PaneSizing()
  /// The moment of a run that all screens show; nil for now.
  package var moment: ShownMoment?
  package var end = ProgramEnd()

  package init(commands: CommandSet, size: Size, now: Timestamp) {
    self.commands = commands
    self.size = size
    self.now = now
    arrange()
  }

  /// The screen that is shown.
  package var screen: ScreenID { navigation.screen }
  /// The pane that has the focus.
  package var focus: Pane { navigation.pane }
  /// Whether that has the screen for itself.
  package var isZoomed: Bool { navigation.isZoomed }

  /// The request that commands are about.
  var openRequest: RequestID? { tabs.open }

  /// Whether time that passes shows, so that the program must look at the clock.
  package var needsClock: Bool {
    !transfers.isEmpty || repeats != nil || input.held.isAsking || screens[screen].needsClock
      || popups.top?.isSettled(at: now) == false || popups.top?.isReadingImport == true
  }

  package var context: ViewContext {
    var context = ViewContext(
      now: now, workspace: workspace ?? WorkspaceSnapshot(name: ""), request: tabs.open, transfers: transfers.all)
    context.hasWorkspace = workspace != nil
    context.marks = chains.marks
    context.drafted = sidebar.edited
    context.moment = moment
    return context
  }
}

// Shown by any action.
extension State {
  /// Shows a pop-up over everything else.
  @discardableResult
  package mutating func ask(_ question: any ScreenQuestion) -> [Effect] {
    if let sheet = question.sheet(in: self) { popups.push(Popup(sheet)) }
    return []
  }

  /// Says something in the hint line.
  package mutating func show(_ notice: Notice) -> [Effect] {
    self.notice = notice
    return notice.isLogged ? [.perform(WorkspaceEffect.log(notice))] : []
  }
}
