import TerminalKit
import WorkbenchState

extension ScreenWords {
  static let history = ScreenWords(
    headings: [
      .history: Heading(
        "In the history",
        purpose: "Every request you sent and the response to it. A filter searches bodies, too.",
        signs: [
          "◆": "An exchange that you marked.",
          "▪": "A pinned exchange: it is kept, whatever its age.",
          "✎": "The response came from the cache, where it was edited.",
        ]),
      .historyFilter: "While searching the history",
      .historyCompletion: "In the list of fields to search the history by",
      .exchange: "In an exchange of the history",
      .exchangeBody: "In the response of an older exchange",
      .exchangeHeaders: "In the headers of an older exchange",
      .exchangePrompt: "While searching, filtering or saving an older response",
    ],
    palette: [
      "screen.history": "exchanges sent past retention kept days"
    ])
}
