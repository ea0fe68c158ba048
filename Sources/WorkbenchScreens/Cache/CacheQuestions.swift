import ParleyEngine
import ParleyText
import TerminalKit
import WorkbenchServices
import WorkbenchState

extension Confirm {
  /// Asks what to do with text that is not valid JSON; the text is kept until then.
  init(mistake sentence: String, in edit: CacheEdit) {
    self.init(
      "That is not valid JSON", [StyledText(sentence, Style(.failure)), ""],
      choices: [
        .init("e", "edit again", .cache(.editAgain(edit))), .init("s", "save anyway", .cache(.replace(edit, for: nil))),
        .init("d", "discard it"),
      ], comesUnasked: true)
  }

  init(clearing filter: String, count: Int, size: Int) {
    let entries = count.counted("entry", "entries")
    let filter = filter.trimmed
    let what = filter.isEmpty ? "All of this environment: \(entries)" : "\(entries) with “\(filter)”"
    self.init(
      filter.isEmpty ? "Clear the cache?" : "Remove \(entries) from the cache?",
      [StyledText("\(what), \(ByteCount.text(size))."), Self.noWayBack]
        + (filter.isEmpty ? [Self.narrowing] : []) + [""],
      choices: [
        .init("n", "keep"), .init("c", filter.isEmpty ? "clear" : "remove", .cache(.clear), isDangerous: true),
      ])
  }

  private static let narrowing: StyledText = [
    Span("A filter narrows it: is:stale (past its time), is:expired (also those that x expired).", .muted)
  ]

  private static let noWayBack: StyledText = [
    Span("This cannot be undone; the history keeps the responses.", .muted)
  ]

  init(_ intent: CacheIntent) {
    let entries = intent.entries.count.counted("entry", "entries")
    if intent.job == .askAgain {
      self.init(
        "Refresh \(entries)?",
        ["Each one expires, and its request is sent again, one after the other.", "Only GET and HEAD are sent.", ""],
        choices: [.init("n", "cancel"), .init("r", "refresh", .cache(.perform(intent)))])
    } else {
      self.init(
        "Remove \(entries)?", [Self.noWayBack, ""],
        choices: [.init("n", "keep them"), .init("d", "remove", .cache(.perform(intent)), isDangerous: true)])
    }
  }
}

extension Picker {
  /// The menu of actions on entries.
  init(for entries: [CacheEntryID]) {
    let none = entries.isEmpty ? "The cursor is not on an entry, and none is marked." : nil
    let isMany = entries.count > 1
    let items: [(String, String, CacheIntent.Job)] = [
      ("Refresh from the server", "R", .askAgain), ("Expire", "x", .expire), ("Make mocks of them", "K", .mock),
      ("Pin", "P", .pin(true)), ("Unpin", "P", .pin(false)), ("Remove", "D", .remove),
    ]
    self.init(
      entries.isEmpty ? "Cache entries" : entries.count.counted("entry", "entries"),
      items.map { text, key, job in
        let intent = CacheIntent(job, entries)
        let asks = job == .remove || isMany && job == .askAgain
        return Item(
          text: asks ? "\(text) …" : text, key: key,
          action: asks ? .ask(Confirm(intent)) : .cache(.perform(intent)), disabledReason: none)
      })
  }

  /// For how long an edited body is the response, where the entry itself is too old to be it.
  init(holding edit: CacheEdit) {
    let times: [(String, Duration)] = [
      ("for 10 minutes", .seconds(600)), ("for 1 hour", .seconds(3600)), ("for 1 day", .seconds(86_400)),
      ("for 1 week", .seconds(604_800)),
    ]
    let items = times.map { words, time in
      Item(text: "Use it as the response \(words)", action: .cache(.replace(edit, for: time)))
    }
    self.init(
      "Saved, but the entry is not fresh: the server is asked",
      items + [Item(text: "Leave it so", note: "used offline, and to make a mock of", action: .cache(.refresh))])
  }
}
