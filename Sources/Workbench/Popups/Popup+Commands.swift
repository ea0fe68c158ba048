import TerminalKit

extension PopupAction {
  static var commands: [CommandRow] { everywhere + withoutField + [keeping] + inQuestions }

  private static var keeping: CommandRow {
    CommandRow(
      "popup.keeping", "How long the answer is kept",
      help: "Chooses how long the answer is kept: this time, for this session, or encrypted on this machine.",
      keys: ["Alt-k"], in: [.question], hint: .init("how long", rank: 0), does: .popup(.turnKeeping))
  }

  private static var everywhere: [CommandRow] {
    [
      CommandRow(
        "popup.accept", "Accept", help: "Takes what is chosen, or goes to the next field.", keys: ["Enter"],
        in: [.popup], hint: .init("accept", rank: 0), does: .popup(.accept)),
      CommandRow(
        "popup.close", "Close", help: "Closes the pop-up; nothing is done.", keys: ["Esc", "Ctrl-C"], in: [.popup],
        hint: .init("close", rank: 1), does: .popup(.close)),
      CommandRow(
        "popup.down", "Down", help: "Goes down.", keys: ["Down", "Ctrl-N"], in: [.popup],
        does: .popup(.move(.lines(1)))),
      CommandRow(
        "popup.up", "Up", help: "Goes up.", keys: ["Up", "Ctrl-P"], in: [.popup], does: .popup(.move(.lines(-1)))),
      CommandRow(
        "popup.pageDown", "Page down", help: "Goes a page down.", keys: ["PageDown"], in: [.popup],
        does: .popup(.move(.pages(1)))),
      CommandRow(
        "popup.pageUp", "Page up", help: "Goes a page up.", keys: ["PageUp"], in: [.popup],
        does: .popup(.move(.pages(-1)))),
      CommandRow(
        "popup.next", "Next field", help: "Goes to the next field or choice.", keys: ["Tab"], in: [.popup],
        does: .popup(.next)),
      CommandRow(
        "popup.previous", "Previous field", help: "Goes to the field or choice before.", keys: ["Shift-Tab"],
        in: [.popup], does: .popup(.previous)),
    ]
  }

  private static var inQuestions: [CommandRow] {
    [
      CommandRow(
        "danger.confirm", "Do it",
        help: "Does what the question asks about: allows, deletes, overwrites, sends. Enter never does.",
        keys: ["Ctrl-T"], in: [.danger], does: .popup(.confirm))
    ]
  }

  private static var withoutField: [CommandRow] {
    [
      CommandRow(
        "sheet.close", "Close", help: "Closes what only shows something.", keys: ["q"], in: [.sheet],
        does: .popup(.close)),
      CommandRow(
        "sheet.down", "Down", help: "Goes down.", keys: ["j"], in: [.sheet], does: .popup(.move(.lines(1)))),
      CommandRow(
        "sheet.up", "Up", help: "Goes up.", keys: ["k"], in: [.sheet], does: .popup(.move(.lines(-1)))),
      CommandRow(
        "sheet.next", "Next choice", help: "Goes to the next choice.", keys: ["Right", "l"], in: [.sheet],
        does: .popup(.next)),
      CommandRow(
        "sheet.previous", "Previous choice", help: "Goes to the choice before.", keys: ["Left", "h"], in: [.sheet],
        does: .popup(.previous)),
      CommandRow(
        "sheet.copy", "Copy", help: "Copies the text.", keys: ["y"], in: [.sheet], does: .popup(.copy)),
    ]
  }
}
