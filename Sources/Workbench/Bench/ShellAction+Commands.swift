import TerminalKit

extension ShellAction {
  static var commands: [CommandRow] {
    [
      CommandRow(
        "request.send", "Send the request", help: "Sends the request that is open.", keys: ["F5", "Alt-Enter"],
        in: [.always], hint: .init("send"), does: .shell(.send),
        disabledReason: { $0.desks.open == nil ? "No request is open." : nil }),
      CommandRow(
        "focus.next", "Next pane", help: "Moves to the next pane.", keys: ["Tab"], in: [.always],
        does: .shell(.focusNext)),
      CommandRow(
        "bench.quit", "Quit", help: "Ends the program.", keys: ["q"], in: [.browsing], does: .shell(.quit)),
    ]
  }
}
