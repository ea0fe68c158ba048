import ParleyEngine
import ParleyText
import TerminalKit
import WorkbenchParts
import WorkbenchServices

// The state of a stream, in the status line.
extension ResponsePane {
  /// `streaming  1,204 events  following, F holds  96.3 KB  41/s`; nil for what is no stream.
  /// - Parameter width: words without room are left out, the last first.
  func streamWords(_ context: ViewContext, width: Int) -> StyledText? {
    guard tab == .body, body.mode == .events, let events = body.page?.events else { return nil }
    var words: StyledText = []
    for part in streamParts(events, context) where words.columns + part.text.count + 3 <= width {
      words.append("   ")
      words.append(part.text, part.style)
    }
    return words
  }

  /// The most important first.
  private func streamParts(_ events: Int, _ context: ViewContext) -> [Span] {
    let transfer = transfer(in: context)
    var parts = [stateWord(transfer), Span(count(events))]
    if transfer != nil {
      parts.append(Span(body.followsEnd ? "following, F holds" : "held, F follows", Style(.accent)))
    }
    if isWebSocket {
      if channel(in: context) != nil { parts.append(Span("X closes", .muted)) }
    } else {
      if transfer != nil { parts.append(Span("Ctrl-C stops", .muted)) }
      // Of messages the bytes are those of our transcript, which tell nobody anything.
      parts.append(Span(ByteCount.text(body.view?.source.count ?? 0)))
    }
    if let transfer, let rate = rate(events, transfer, context) { parts.append(Span("\(rate)/s", .muted)) }
    if let summary { parts.append(Span(summary.timings.total.short, .muted)) }
    return parts
  }

  private var isWebSocket: Bool { head?.isWebSocket == true }

  private func count(_ events: Int) -> String {
    isWebSocket ? events.counted("row") : events.counted("event")
  }

  private func stateWord(_ transfer: ActiveTransfer?) -> Span {
    if let channel = transfer?.webSocket, head?.isWebSocket == true {
      return channel.isOpen ? Span("● open", .success) : Span("◌ closing", .warning)
    }
    if let transfer { return transfer.isPaused ? Span("▮▮ paused", .warning) : Span("● streaming", .success) }
    return switch stage {
    case .cancelled: Span("■ stopped by you", .warning)
    case .failed: Span("✗ broken off", .failure)
    case .empty, .inFlight, .completed: Span(head?.isWebSocket == true ? "■ closed" : "■ ended", .info)
    }
  }

  /// Events a second since the first of them, once there is enough to tell.
  private func rate(_ events: Int, _ transfer: ActiveTransfer, _ context: ViewContext) -> Int? {
    let elapsed = (shownExchange.headAt ?? transfer.startedAt).duration(to: context.now)
    let seconds = Double(elapsed.inMicroseconds) / 1_000_000
    return seconds > 1 ? Int(Double(events) / seconds) : nil
  }
}
