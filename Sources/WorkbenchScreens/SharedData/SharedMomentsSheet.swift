import ParleyEngine
import ParleyText
import TerminalKit
import WorkbenchServices
import WorkbenchState

/// The changes of a key between two moments.
struct SharedMomentsSheet: TextPopup {
  static let widest = 110

  let title: String
  private let text: [StyledText]
  var top = 0

  /// - Parameter decodes: whether what the values stand for is compared in their place.
  init(_ moments: SharedMoments, decodes: Bool, now: Timestamp) {
    title = "What changed in \(moments.newer.row.key.name.fitted(to: 50))"
    var lines = DifferenceLines(ignoring: IgnoredPaths())
    let (older, newer) = (Self.json(moments.older, decodes), Self.json(moments.newer, decodes))
    lines.add(ComparedParts.Pair(older, newer))
    let isSame = !lines.lines.contains { $0.difference.counts }
    let body = isSame ? [StyledText("The same at both moments.", .muted)] : lines.lines.map(\.text)
    text =
      [
        Self.head("-", moments.older.row, Style(.failure), now),
        Self.head("+", moments.newer.row, Style(.success), now), "",
      ] + body
  }

  func lines(columns: Int) -> [StyledText] { text }

  private static func head(_ sign: String, _ row: SharedRow, _ style: Style, _ now: Timestamp) -> StyledText {
    let clock = row.at.shortClock(now: now)
    let removed = row.isRemoval ? "  removed" : ""
    return [Span("\(sign) \(clock)", style), Span("  \(row.writer ?? "somebody")\(removed)", .muted)]
  }

  private static func json(_ moment: SharedMoments.Moment, _ decodes: Bool) -> JSONValue? {
    guard let value = moment.value else { return nil }
    let shown = decodes ? DecodedValue(value)?.shown ?? value : value
    return shown.json ?? .string(SharedPreview.text(of: shown))
  }
}
