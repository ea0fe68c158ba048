import TerminalKit
import WorkbenchState

extension ScreenWords {
  static let events = ScreenWords(
    headings: [
      .events: Heading(
        "In the event log",
        purpose: "Everything that happened, one line each, the newest last. The log is kept across sessions. "
          + "failed: network, TLS, auth and server name the part that failed; failed alone is anything else, such as a response that was not expected.",
        signs: [
          "◆": "A line that you marked.",
          "▶ ‖": "The newest lines are followed; the log is held still.",
          "→": "The place to which a response redirects; the keys that were written.",
        ]),
      .eventsFilter: "While filtering events",
      .eventsCompletion: "In the list of filter completions",
    ],
    palette: [
      "screen.events": "log in flight trace",
      "events.copyLines": "clipboard export log",
      "events.saveLines": "export write download log file",
    ])
}
