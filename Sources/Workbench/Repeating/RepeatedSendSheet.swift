import ParleyEngine
import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchParts
import WorkbenchState

/// The results of a request that is sent many times, while it is sent and afterwards.
struct RepeatedSendSheet: Sheet {
  let request: RequestID
  private let sends: RepeatedSend
  private var tally = SendTally()
  private var isOver = false
  private var top = 0

  private static let bins = 12

  init(_ request: RequestID, _ sends: RepeatedSend) {
    (self.request, self.sends) = (request, sends)
  }

  var acceptWord: String { isOver ? "close" : "stop" }
  var closeWord: String { isOver ? "close" : "stop" }

  /// Takes over the results so far. When all sends have a result there is nothing left to stop, even before the end is
  /// reported.
  mutating func take(_ tally: SendTally, of sends: RepeatedSend, isOver: Bool) {
    guard sends === self.sends else { return }
    (self.tally, self.isOver) = (tally, isOver || tally.count >= sends.count)
  }

  mutating func update(_ action: PopupAction, in state: State) -> LayerOutcome<Action> {
    switch action {
    case .close, .accept: return isOver ? .close(nil) : .act(.sending(.stopRepeated(sends)))
    case .copy:
      let text = lines(columns: Self.widest).map(\.plain).joined(separator: "\n")
      return .act(.terminal(.copy(text, of: "the response times of \(request)")))
    case .move(.lines(let count)): scroll(count, in: state)
    case .move(.pages(let count)): scroll(count * 10, in: state)
    case .move(.first): top = 0
    case .move(.last): scroll(.max / 2, in: state)
    case .next, .previous, .turnKeeping, .acceptAll, .confirm: break
    }
    return .handled
  }

  private mutating func scroll(_ count: Int, in state: State) {
    let rect = state.arrangement.popups
    let hidden = lines(columns: Self.width(rect)).count - (rect.height - 2)
    top = max(0, min(hidden, top + count))
  }
}

// What it looks like.
extension RepeatedSendSheet {
  private static let widest = 76

  private static func width(_ rect: Rect) -> Int { max(10, min(widest, rect.width - 8)) }

  func draw(into frame: inout Frame, over rect: Rect, in state: State) {
    let width = Self.width(rect)
    let title = "\(request.description.fitted(to: 40)), \(sends.count.counted("time")), \(sends.atOnce.grouped) at once"
    _ = frame.popup(lines(columns: width), from: top, width: width, over: rect, title: title)
  }

  private func lines(columns: Int) -> [StyledText] {
    var lines: [StyledText] = [head(columns), ""] + outcomes
    guard let spread = DurationSpread(tally.durations) else { return lines }
    lines += [""] + percentiles(spread, columns) + [""]
    lines += histogram(spread.bins(atMost: Self.bins), columns)
    return lines
  }

  private func head(_ columns: Int) -> StyledText {
    let words = "\(tally.count.grouped) of \(sends.count.grouped) in \(tally.elapsed.short)\(tally.rateSuffix)"
    if isOver {
      return [Span(sends.isStopped ? "stopped  " : "done  ", sends.isStopped ? .warning : .success), Span(words)]
    }
    let room = max(0, columns - CellWidth.columns(of: words) - 2)
    let done = room * tally.count / max(1, sends.count)
    return [
      Span(words + "  "), Span(String(repeating: "━", count: done), .accent),
      Span(String(repeating: "─", count: room - done), .border),
    ]
  }

  private var outcomes: [StyledText] {
    var rows: [(Int, String, Style)] = tally.statuses.sorted { $0.key < $1.key }.map {
      ($0.value, "\($0.key)", StatusStyle.style($0.key, isMissed: false))
    }
    if tally.missed > 0 { rows.append((tally.missed, "not as expected", Style(.failure))) }
    if tally.cached > 0 { rows.append((tally.cached, "from the cache", Style(.info))) }
    rows += tally.failures.sorted { $0.key < $1.key }.map { ($0.value, $0.key, Style(.failure)) }
    let width = rows.map { $0.0.grouped.count }.max() ?? 0
    return rows.map { [Span($0.0.grouped.leftPadded(to: width + 2) + "  "), Span($0.1, $0.2)] }
  }

  /// As many beside each other as there is room for.
  private func percentiles(_ spread: DurationSpread, _ columns: Int) -> [StyledText] {
    var lines: [StyledText] = [""]
    for (name, duration) in spread.percentiles {
      let part: StyledText = [Span("\(name) ", .muted), Span(duration.short)]
      let line = lines.removeLast()
      let joined = line.isEmpty ? part : line + "   " + part
      lines += joined.columns <= columns ? [joined] : [line, part]
    }
    return lines
  }

  private func histogram(_ bins: [DurationSpread.Bin], _ columns: Int) -> [StyledText] {
    let largest = bins.map(\.count).max() ?? 0
    let width = bins.map { CellWidth.columns(of: $0.range) }.max() ?? 0
    let room = max(4, columns - width - largest.grouped.count - 4)
    return bins.map { bin in
      let bar = bin.bar(largest: largest, columns: room)
      return [
        Span(bin.range.leftPadded(to: width) + "  ", .muted), Span(bar, .accent),
        Span("\(bar.isEmpty ? "" : " ")\(bin.count.grouped)"),
      ]
    }
  }
}
