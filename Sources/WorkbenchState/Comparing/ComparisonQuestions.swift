import ParleyEngine
import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchServices

extension Picker {
  /// With what a response is to be compared: the one before, those that are pinned, another environment's, any older one.
  init(_ choices: ComparisonChoices, now: Timestamp) {
    let clock = LogClock(of: choices.past.map(\.startedAt), now: now)
    let answered = choices.past.filter { $0.status != nil }
    let previous = answered.first { $0.id.rawValue < choices.exchange.rawValue } ?? answered.first
    let pinned = answered.filter { $0.isPinned && $0.id != previous?.id }
    let others = answered.filter { $0.id != previous?.id && !$0.isPinned }.prefix(Self.mostOthers)
    let items =
      (previous.map { [Self.item("the response before", $0, choices, clock)] } ?? [])
      + pinned.map { Self.item("pinned", $0, choices, clock) }
      + choices.environments.map { Self.item(environment: $0, choices) }
      + others.map { Self.item("older", $0, choices, clock) }
    let shown = choices.shown.map { Self.words(of: $0, choices, clock) }
    self.init(
      "Compare the response with", items,
      whenEmpty: "The request has no other response, and there is no other environment.",
      caption: shown.map { [Span("+ shown now  ", .success), Span($0)] } ?? "")
  }

  private static let mostOthers = 50

  private static func item(
    _ words: String, _ past: HistoryEntry, _ choices: ComparisonChoices, _ clock: LogClock
  ) -> Item {
    let name = choices.namesRequests ? "\(words), \(Self.address(of: past))" : words
    let text = "\(name), \(clock.text(of: past.startedAt).trimmed)"
    let place = past.environment.map { "  in \($0)" } ?? ""
    return Item(
      text: text, mark: past.isPinned ? "▪" : "-", note: "\(past.status.map { "\($0)" } ?? "")\(place)",
      action: .comparing(.compare(past.id, choices.exchange)))
  }

  /// `GET 127.0.0.1:8080/item/3, 14:02:11  200`
  private static func words(of entry: HistoryEntry, _ choices: ComparisonChoices, _ clock: LogClock) -> String {
    let status = entry.status.map { "  \($0)" } ?? ""
    return "\(address(of: entry)), \(clock.text(of: entry.startedAt).trimmingBlanks)\(status)"
  }

  private static func address(of entry: HistoryEntry) -> String {
    let url = entry.url.firstRange(of: "://").map { String(entry.url[$0.upperBound...]) } ?? entry.url
    return "\(entry.method) \(url.fitted(to: 48))"
  }

  private static func item(environment: String, _ choices: ComparisonChoices) -> Item {
    let wish = ElsewhereIntent(choices.intent, in: environment, comparedWith: choices.exchange)
    return Item(text: "\(environment)'s: send it there now", action: .comparing(.sendElsewhere(wish)))
  }
}

extension Confirm {
  init(sending wish: ElsewhereIntent, _ sentence: String) {
    var confirmed = wish
    confirmed.intent.isConfirmed = true
    self.init(
      "Send in \(wish.environment)?", [StyledText(sentence), ""],
      choices: [
        .init("n", "cancel"), .init("y", "send", .comparing(.sendElsewhere(confirmed)), isDangerous: true),
      ], comesUnasked: true)
  }

  init(trusting items: [TrustItem], before wish: ElsewhereIntent) {
    self.init(
      "The request needs a permission", items.map { StyledText($0.description) } + [""],
      choices: [
        .init("n", "cancel")
      ] + Confirm.reading(items) + [
        .init("a", "allow and send", .comparing(.trustAndSend(items, wish)), isDangerous: true)
      ], comesUnasked: true)
  }
}
