import ParleyEngine
import ParleyText
import TerminalKit
import WorkbenchParts
import WorkbenchServices

/// The state of a stream, in the status line.
struct StreamWords {
  private let shown: ShownExchange
  private let body: BodyPane
  /// How many events there are.
  private let events: Int
  private let transfer: ActiveTransfer?
  private let now: Timestamp

  /// - Returns: nil for what is no stream.
  init?(_ pane: ResponsePane, in context: ViewContext) {
    guard pane.tab == .body, pane.body.mode == .events, let events = pane.body.page?.events else { return nil }
    (shown, body, self.events) = (pane.shownExchange, pane.body, events)
    (transfer, now) = (pane.transfer(in: context), context.now)
  }

  /// `streaming  1,204 events  following, F holds  96.3 KB  41/s`.
  /// - Parameter width: words without room are left out, the last first.
  func text(width: Int) -> StyledText {
    var words: StyledText = []
    for part in parts where words.columns + part.text.count + 3 <= width {
      words.append("   ")
      words.append(part.text, part.style)
    }
    return words
  }

  /// The most important first.
  private var parts: [Span] {
    var parts = [stateWord, Span(isWebSocket ? events.counted("row") : events.counted("event"))]
    if transfer != nil {
      parts.append(Span(body.followsEnd ? "following, F holds" : "held, F follows", Style(.accent)))
    }
    if isWebSocket {
      if transfer?.webSocket?.isOpen == true { parts.append(Span("X closes", .muted)) }
    } else {
      if transfer != nil { parts.append(Span("Ctrl-C stops", .muted)) }
      // Of messages the bytes are those of our transcript, which tell nobody anything.
      parts.append(Span(ByteCount.text(body.view?.source.count ?? 0)))
    }
    if let start = transfer?.startedAt, let rate = rate(since: shown.headAt ?? start) {
      parts.append(Span("\(rate)/s", .muted))
    }
    if let summary = shown.summary { parts.append(Span(summary.timings.total.short, .muted)) }
    return parts
  }

  private var isWebSocket: Bool { shown.head?.isWebSocket == true }

  private var stateWord: Span {
    if let channel = transfer?.webSocket, isWebSocket {
      return channel.isOpen ? Span("● open", .success) : Span("◌ closing", .warning)
    }
    if let transfer { return transfer.isPaused ? Span("▮▮ paused", .warning) : Span("● streaming", .success) }
    return switch shown.stage {
    case .cancelled: Span("■ stopped by you", .warning)
    case .failed: Span("✗ broken off", .failure)
    case .empty, .inFlight, .completed: Span(isWebSocket ? "■ closed" : "■ ended", .info)
    }
  }

  /// Events a second since the first of them, once there is enough to tell.
  private func rate(since start: Timestamp) -> Int? {
    let elapsed = start.duration(to: now)
    let seconds = Double(elapsed.inMicroseconds) / 1_000_000
    return seconds > 1 ? Int(Double(events) / seconds) : nil
  }
}
