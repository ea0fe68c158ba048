package import ParleyEngine
import ParleyText
package import TerminalKit

/// How a request in flight is getting on: waiting, sending, or how much has arrived, how fast, and for how long still.
package struct TransferLine {
  private let progress: TransferProgress
  private let isPaused: Bool
  private let elapsed: Duration
  private let showsKeys: Bool

  /// - Parameter since: the start of the time that is measured.
  package init(_ transfer: ActiveTransfer, since: Timestamp, now: Timestamp, showsKeys: Bool = true) {
    self.showsKeys = showsKeys
    progress = transfer.progress
    isPaused = transfer.isPaused
    elapsed = .microseconds(max(0, since.duration(to: now).inMicroseconds))
  }

  package func draw(into frame: inout Frame, _ row: Rect) {
    guard row.width > 0, row.height > 0 else { return }
    let words = words(columns: row.width)
    guard let fraction, row.width >= words.columns + 12 else {
      frame.put(words, at: row.origin, maxWidth: row.width)
      return
    }
    let width = min(30, row.width - words.columns - 2)
    let bar = Rect(origin: row.origin, size: Size(width: width, height: 1))
    ProgressBar.fraction(fraction).draw(into: &frame, rect: bar, style: Style(isPaused ? .warning : .accent))
    frame.put(words, at: row.origin.moved(right: width + 2))
  }

  private var fraction: Double? {
    if let expected = progress.expectedToReceive, expected > 0 { return Double(progress.received) / Double(expected) }
    guard progress.received == 0, let expected = progress.expectedToSend, expected > 0, progress.sent < expected else {
      return nil
    }
    return Double(progress.sent) / Double(expected)
  }

  /// Leaves out parts where there is no room; the key that stops it stays.
  private func words(columns: Int) -> StyledText {
    let ways: [StyledText] = [words(behind: speed + rest), words(behind: rest)]
    return ways.first { $0.columns <= columns } ?? words(behind: [])
  }

  private func words(behind amount: [Span]) -> StyledText {
    if progress.received > 0 { return receiving(amount) }
    if let expected = progress.expectedToSend, expected > 0, progress.sent < expected {
      return [Span("sending \(ByteCount.text(progress.sent)) of \(ByteCount.text(expected))", .text)] + suffix
    }
    return [Span("waiting for the response  \(elapsed.short)", .text)] + suffix
  }

  private func receiving(_ behind: [Span]) -> StyledText {
    var words = StyledText(ByteCount.text(progress.received))
    if isWhole { return words + [Span(" arrived, storing it …", .text)] + suffix }
    if let expected = progress.expectedToReceive, expected > 0 { words.append(" of \(ByteCount.text(expected))") }
    return words + (behind + suffix.spans)
  }

  private var speed: [Span] { rate.map { [Span("  \(ByteCount.text($0))/s", .muted)] } ?? [] }
  private var rest: [Span] { left.map { [Span("  \($0.short) left", .muted)] } ?? [] }

  /// Whether every byte is here: what goes on is decoding, checking and storing.
  private var isWhole: Bool { progress.expectedToReceive.map { $0 > 0 && progress.received >= $0 } ?? false }

  private var suffix: StyledText {
    guard showsKeys else { return isPaused ? [Span("  paused", .warning)] : [] }
    return isPaused ? [Span("  paused, P resumes", .warning)] : [Span("  Ctrl-C cancels", .muted)]
  }

  /// Bytes a second, once there is enough to tell.
  private var rate: Int? {
    let seconds = elapsed.inMilliseconds / 1000
    guard seconds > 0.2, !isPaused else { return nil }
    return Int(Double(progress.received) / seconds)
  }

  private var left: Duration? {
    guard let rate, rate > 0, let expected = progress.expectedToReceive, expected > progress.received else {
      return nil
    }
    return .milliseconds(Int(Double(expected - progress.received) / Double(rate) * 1000))
  }
}

extension StyledText {
  fileprivate static func + (left: StyledText, right: [Span]) -> StyledText {
    StyledText(left.spans + right)
  }
}
