import ParleyEngine
import ParleyText
import TerminalKit

// The state of a stream, in the status line.
extension ResponsePane {
  /// `streaming  1,204 events  96.3 KB  41/s  following`; nil for what is no stream.
  func streamWords(_ context: ViewContext) -> StyledText? {
    guard tab == .body, body.mode == .events, let events = body.page?.events else { return nil }
    let transfer = transfer(in: context)
    var words: StyledText = [Span("   "), stateWord(transfer)]
    words.append("   \(count(events))")
    // Of messages the bytes are those of our transcript, which tell nobody anything.
    if !isWebSocket { words.append("   \(ByteCount.text(body.view?.source.count ?? 0))") }
    if let transfer, let rate = rate(events, transfer, context) { words.append("   \(rate)/s", .muted) }
    if let summary { words.append("   \(summary.timings.total.short)", .muted) }
    if transfer != nil {
      words.append(body.followsEnd ? "   following, F holds" : "   held, F follows", Style(.accent))
    }
    if isWebSocket, channel(in: context) != nil { words.append("   X closes", .muted) }
    return words
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
