package import ParleyEngine
package import TerminalKit
import WorkbenchParts
package import WorkbenchServices

/// Everything that can happen to the workbench. One goes in, `State.update` changes the state and names effects.
package indirect enum Action: Sendable {
  /// The terminal reports a key, a paste, the mouse, a resize.
  case input(InputEvent)
  /// The wall clock, sent before anything else that happens at that moment.
  case clock(Timestamp)
  /// The engine has delivered events, which are in the log.
  case delivered
  /// A call in flight has news.
  case transfer(ExchangeID, TransferNews)
  /// An action failed: it gets a row in the log and the card of `!`, which is shown at once if a person asked for the
  /// action.
  case failed(Problem, isAskedFor: Bool = true)

  /// The store has reported a problem: it gets a card only, because the log has it already.
  case told(Problem)
  /// Work that could bring up a question has ended; its results were sent before.
  case settled
  /// An action is done whose result is not visible otherwise.
  case notice(Notice)

  /// Getting about, and out.
  case navigation(NavigationAction)
  /// Help and other pop-ups that explain the program, over any screen.
  case overlay(OverlayAction)
  case workspace(WorkspaceAction)
  case opening(OpeningAction)
  case request(RequestAction)
  case tree(TreeAction)
  case sending(SendingAction)
  case repeating(RepeatingAction)
  case certificates(CertificateAction)
  case log(LogAction)
  case cookies(CookieAction)
  case capture(CaptureAction)
  case chain(ChainAction)
  case environments(EnvironmentAction)
  case paste(PasteAction)
  case signIn(SignInAction)
  case editors(EditorDraftAction)
  case panes(PaneSizeAction)
  case exporting(ExportingAction)
  case importing(ImportAction)
  case theme(ThemeAction)
  case description(DescriptionAction)
  /// Two responses are compared, whatever the screen.
  case comparing(ComparingAction)
  /// Something is done with a value of a body.
  case value(ValueAction)
  /// A pop-up that a screen wants shown.
  case ask(any ScreenQuestion)
  /// A change that a command makes, as its row says.
  case change(StateChange)
  /// An effect that only the terminal can carry out.
  case terminal(TerminalEffect)

  /// For a screen, which it names.
  case screen(any ScreenAction)
  case strip(LogStrip.Action)
  /// Reaches the topmost pop-up by its keys alone.
  case popup(PopupAction)
}

/// A change of the state, and the effects it needs.
package typealias StateChange = @Sendable (inout State) -> [Effect]

/// The progress or the outcome of a call.
package enum TransferNews: Sendable {
  case progressed(TransferProgress, head: ResponseHead?, body: (any ByteSource)?, isPaused: Bool)
  case completed(Response)
  case failed(RequestError, wire: WireLog? = nil)
  case cancelled
}
