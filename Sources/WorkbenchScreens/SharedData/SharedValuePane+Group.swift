import ParleyEngine
import ParleyText
import TerminalKit
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

// In place of a value: what is known of the keys of a group.
extension SharedValuePane {
  func drawFacts(into frame: inout Frame, _ area: Rect, _ now: Timestamp) {
    guard let group, !area.isEmpty else { return }
    guard let facts else { return frame.putHint("Counting the keys of \(group)* …", in: area) }
    let lines = Self.lines(facts, now).flatMap { $0.wrapped(to: max(16, area.width), hanging: 12) }
    for (line, words) in lines.enumerated() where line < area.height {
      frame.put(words, at: area.row(line).origin, maxWidth: area.width)
    }
  }

  private static func lines(_ facts: SharedGroupFacts, _ now: Timestamp) -> [StyledText] {
    let cut = facts.isCut ? "the first " : ""
    var lines: [StyledText] = [
      [Span("\(facts.prefix)*", .key), Span("   \(cut)\(facts.count.counted("key"))", .text)],
      line(
        "size",
        ByteCount.text(facts.bytes) + (facts.largest.map { ", largest \($0.name) \(ByteCount.text($0.count))" } ?? "")),
      line("type", words(facts.types)), line("encrypted", words(facts.ciphers)),
      line("written by", words(facts.writers)),
    ]
    if let newest = facts.newest, let oldest = facts.oldest {
      lines.append(line("when", "\(newest.shortClock(now: now)), the oldest \(oldest.shortClock(now: now))"))
    }
    lines.append(line("expires", expiry(facts, now)))
    return lines
  }

  private static func line(_ name: String, _ words: String) -> StyledText {
    [Span(name.padded(to: 12), .muted), Span(words)]
  }

  /// `json 12, text 3`
  private static func words(_ shares: [SharedGroupFacts.Share]) -> String {
    let shown = shares.prefix(4).map { "\($0.name.fitted(to: 30)) \($0.count.grouped)" }.joined(separator: ", ")
    return shares.count > 4 ? "\(shown), \(shares.count - 4) more" : shown
  }

  private static func expiry(_ facts: SharedGroupFacts, _ now: Timestamp) -> String {
    let past = facts.expired > 0 ? ["\(facts.expired.grouped) expired"] : []
    let next = facts.nextExpiry.map { "\(facts.expiring.grouped), the next in \(TimeLeft(until: $0, now: now).text)" }
    let words = past + [next].compactMap(\.self)
    return words.isEmpty ? "never" : words.joined(separator: "; ")
  }
}
