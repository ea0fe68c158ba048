import TerminalKit
import WorkbenchState

extension ScreenWords {
  static let cache = ScreenWords(
    headings: [
      .cache: Heading(
        "In the cache",
        purpose:
          "Responses that were stored, and are used again without asking the server for as long as they are fresh.",
        signs: [
          "◆": "An entry that you marked.",
          "▪": "A pinned entry: it is kept when the cache is full.",
          "✎": "The body was edited: the server did not send it like this.",
        ]),
      .cacheFilter: "While filtering cache entries",
      .cacheCompletion: "In the list of fields to filter cache entries by",
      .cacheRow: "On an entry of the cache",
      .cacheBranch: "On a part of the tree of the cache",
      .cacheEntry: "In an entry of the cache",
      .cacheBody: "In the body of a cache entry",
      .cacheHeaders: "In the headers of a cache entry",
      .cachePrompt: "While searching, filtering or saving the body of a cache entry",
    ],
    palette: [
      "screen.cache": "responses stored offline stale expired",
      "cache.clear": "delete remove stale expired outdated old purge",
    ])
}
