import TerminalKit

/// What concerns the program as a whole rather than one pane.
enum ShellAction: Sendable {
  // Getting about.
  case show(Screen)
  case focus(Pane)
  case focusNext
  case focusPrevious
  case zoom
  case resizeStrip
  case back
  case interrupt
  case suspend
  case quit
  case end

  // Requests.
  case open(RequestID)
  case send
  case order(SendOrder)
  case answered(SendOrder, SendAnswer)
  case save

  // The workspace.
  case workspace(WorkspaceSnapshot)
  case reload
}
