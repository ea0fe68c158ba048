import ParleyEngine
import ParleyText
import TerminalKit

// The rows of a list on their way through a filter: which came through, which were dropped, and by which part of it.
extension StepLines {
  var rows: [StepLine] {
    guard let account = made.rows else { return [] }
    guard account.mapsRows else {
      return [
        head(of: account), StepLine(StyledText("This filter takes no rows over: it makes others of them.", .muted)),
      ]
    }
    var lines = [head(of: account)]
    for (part, count) in account.losses where count > 0 {
      lines.append(StepLine([Span("\(part)", .key), Span("  dropped \(count) of \(account.into)", Style(.warning))]))
    }
    if account.added > 0 {
      lines.append(StepLine(StyledText("+ \(account.added.counted("row")) from elsewhere", .text)))
    }
    lines += account.fates.enumerated().map { row, fate in line(of: row, fate, in: account) }
    let rest = account.into - account.fates.count
    if rest > 0 { lines.append(StepLine(StyledText("… \(rest.counted("more row"))", .muted))) }
    return lines
  }

  /// `11 in, 9 out   of .items`
  private func head(of account: RowAccount) -> StepLine {
    StepLine([Span(account.words, .title), Span("   of \(account.list)", .muted)])
  }

  private func line(of row: Int, _ fate: RowAccount.Fate, in account: RowAccount) -> StepLine {
    let place = (account.list == "." ? "." : account.list) + "[\(row)]"
    let (sign, style, words): (String, Style, String) =
      switch fate {
      case .kept(let index): ("✓", Style(.success), index == row ? "" : "→ .[\(index)]")
      case .used: ("✓", Style(.success), "")
      case .dropped(nil): ("✗", .muted, "not taken")
      case .dropped(let part?): ("✗", Style(.warning), part)
      }
    return StepLine([Span("\(sign) ", style), Span(place, .key), Span("  \(words)", .muted)], target(of: place))
  }

  /// The row in the result of the step that gave the list.
  private func target(of place: String) -> StepLine.Target? {
    guard case .result(let step) = record.input, !place.hasPrefix("$"), let path = try? ValuePath(parsing: place) else {
      return nil
    }
    let exact = recording.exactPlace(of: path, in: step)
    return .place(exact.node, .output, exact.path)
  }
}
