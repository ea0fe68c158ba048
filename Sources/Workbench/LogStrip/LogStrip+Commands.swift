import TerminalKit

extension LogStrip {
  static var commands: [CommandRow] {
    [
      CommandRow(
        "strip.open", "Open the exchange or failure", help: "Shows the exchange or the failure of the line.",
        keys: ["Enter"], in: [.strip], hint: .init("open", rank: 10), does: .strip(.open),
        disabledReason: { $0.strip.selected == nil ? "The cursor is not on a line." : nil }),
      CommandRow(
        "strip.scope", "This request or everything",
        help: "Shows events of the open request only, or all events.", keys: ["f"], in: [.strip],
        hint: .init("all / this", rank: 20), does: .strip(.turnScope)),
      CommandRow(
        "strip.scopeAnywhere", "Log strip: this request or everything",
        help: "Makes the log strip show the open request only, or everything.", keys: ["Alt-l"], in: [.always],
        does: .strip(.turnScope)),
      CommandRow(
        "strip.down", "Down", help: "Moves to a newer line.", keys: ["Down", "j"], in: [.strip],
        does: .strip(.move(.lines(1)))),
      CommandRow(
        "strip.up", "Up", help: "Moves to an older line.", keys: ["Up", "k"], in: [.strip],
        does: .strip(.move(.lines(-1)))),
      CommandRow(
        "strip.first", "Oldest", help: "Moves to the oldest line loaded.", keys: ["Home", "g"], in: [.strip],
        does: .strip(.move(.first))),
      CommandRow(
        "strip.last", "Newest", help: "Moves to the newest line.", keys: ["End", "G"], in: [.strip],
        does: .strip(.move(.last))),
    ]
  }
}
