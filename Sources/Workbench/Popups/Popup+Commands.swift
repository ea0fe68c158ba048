import TerminalKit

extension PopupAction {
  static var commands: [CommandRow] { everywhere + withoutField + [keeping] + inQuestions }

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
        "popup.pageDown", "Page down", help: "Moves a page down.", keys: ["PageDown"], in: [.popup],
        does: .popup(.move(.pages(1)))),
      CommandRow(
        "popup.pageUp", "Page up", help: "Moves a page up.", keys: ["PageUp"], in: [.popup],
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
        keys: ["Ctrl-T"], in: [.danger], does: .popup(.confirm))
    ]
  }

  private static var withoutField: [CommandRow] {
    [
      CommandRow(
        "sheet.close", "Close", help: "Closes a pop-up that only shows something.", keys: ["q"], in: [.sheet],
        does: .popup(.close)),
      CommandRow(
        "sheet.down", "Down", help: "Moves down.", keys: ["j"], in: [.sheet], does: .popup(.move(.lines(1)))),
      CommandRow(
        "sheet.up", "Up", help: "Moves up.", keys: ["k"], in: [.sheet], does: .popup(.move(.lines(-1)))),
      CommandRow(
        "sheet.next", "Next choice", help: "Moves to the next choice.", keys: ["Right", "l"], in: [.sheet],
        does: .popup(.next)),
      CommandRow(
        "sheet.previous", "Previous choice", help: "Moves to the previous choice.", keys: ["Left", "h"], in: [.sheet],
        does: .popup(.previous)),
      CommandRow(
        "sheet.copy", "Copy", help: "Copies the text.", keys: ["y"], in: [.sheet], does: .popup(.copy)),
    ]
  }
}
