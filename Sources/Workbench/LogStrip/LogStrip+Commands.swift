import TerminalKit

extension LogStrip {
  static var commands: [CommandRow] {
    [
      CommandRow(
        "strip.open", "Open what it speaks of", help: "Shows the exchange or the failure that the line is about.",
        keys: ["Enter"], in: [.strip], hint: .init("open", rank: 10), does: .strip(.open),
        disabledReason: { $0.strip.selected == nil ? "There is no line here." : nil }),
      CommandRow(
        "strip.scope", "This request or everything",
        help: "Shows the lines of the open request only, or those of everything.", keys: ["f"], in: [.strip],
        hint: .init("all / this", rank: 20), does: .strip(.turnScope)),
      CommandRow(
        "strip.scopeAnywhere", "Log strip: this request or everything",
        help: "Lets the log strip show the open request only, or everything.", keys: ["Alt-l"], in: [.always],
        does: .strip(.turnScope)),
      CommandRow(
        "strip.down", "Down", help: "Goes to a newer line.", keys: ["Down", "j"], in: [.strip],
        does: .strip(.move(.lines(1)))),
      CommandRow(
        "strip.up", "Up", help: "Goes to an older line.", keys: ["Up", "k"], in: [.strip],
        does: .strip(.move(.lines(-1)))),
      CommandRow(
        "strip.first", "Oldest", help: "Goes to the oldest line that is held.", keys: ["Home", "g"], in: [.strip],
        does: .strip(.move(.first))),
      CommandRow(
        "strip.last", "Newest", help: "Goes to the newest line.", keys: ["End", "G"], in: [.strip],
        does: .strip(.move(.last))),
    ]
  }
}
