import ParleyEngine
import TerminalKit

extension MessageLine {
  static var commands: [CommandRow] { [write, ping, close] + inTheLine }

  private static var write: CommandRow {
    CommandRow(
      "answer.message", "Write a message",
      help: "Opens a line for messages to the WebSocket. Templates in them are filled in.", keys: ["i"],
      in: [.response], hint: .init("message", rank: 3), does: .response(.webSocket(.write)), disabledReason: needsOpen)
  }

  private static var ping: CommandRow {
    CommandRow(
      "answer.ping", "Ping the WebSocket",
      help: "Asks whether the other side is there. The reply says how long it took.", keys: ["Alt-i"],
      in: [.response, .messageLine], does: .response(.webSocket(.ping)), disabledReason: needsOpen)
  }

  private static var close: CommandRow {
    CommandRow(
      "answer.close", "Close the WebSocket",
      help: "Closes the WebSocket with a code and a reason. Ctrl-C closes it with 1000.", keys: ["X"],
      in: [.response], hint: .init("close", rank: 4), does: .ask(WebSocketCloseForm()), disabledReason: needsOpen)
  }

  private static var inTheLine: [CommandRow] {
    [
      line("send", "Send the message", "Sends what was written, and stays in the line.", ["Enter"], .send, "send", 10),
      line(
        "leaveMessage", "Leave the line", "Goes back to the messages. The WebSocket stays open.", ["Esc"], .leave,
        "back", 20),
      line("olderMessage", "Older message", "Calls back the message sent before.", ["Up"], .recall(-1), "older", 30),
      line("newerMessage", "Newer message", "Goes on to the message sent after.", ["Down"], .recall(1)),
    ]
  }

  private static func line(
    _ id: String, _ title: String, _ help: String, _ keys: [String], _ action: WebSocketAction,
    _ hint: String? = nil, _ rank: Int = 50
  ) -> CommandRow {
    CommandRow(
      CommandID("answer.\(id)"), title, help: help, keys: keys, in: [.messageLine],
      hint: hint.map { .init($0, rank: rank) }, does: .response(.webSocket(action)))
  }

  private static let needsOpen: @Sendable (State) -> String? = { state in
    guard let pane = state.tabs.current?.response, pane.channel(in: state.context) != nil else {
      return "No WebSocket is open. F5 opens that of a request with ws:// or wss://."
    }
    return nil
  }
}
