import ParleyEngine
import ParleyText
import ParleyWorkspace

/// Follows a transfer that takes its time by a line on standard error, which is gone at its end:
///
///     ↓ 12 MB of 100 MB, 12%, 3.0 MB/s, 29.3 s left
struct ProgressLine {
  /// The time before the line appears: a transfer that ends sooner needs none.
  private static let patience = Duration.milliseconds(500)

  private let following: Task<Void, Never>

  /// - Parameters:
  ///   - call: not started yet.
  ///   - elapsed: the time since the start.
  init(
    of call: Call, on console: any Console, elapsed: @escaping @Sendable () -> Duration = Self.stopwatch()
  ) {
    let updates = call.progressUpdates
    following = Task {
      var gauge = TransferGauge()
      var isShown = false
      for await update in updates {
        let elapsed = elapsed()
        gauge.add(update.transfer, at: elapsed)
        guard elapsed >= Self.patience else { continue }
        isShown = true
        console.showProgress(Self.text(update.transfer, gauge))
      }
      if isShown { console.showProgress(nil) }
    }
  }

  /// Returns when nothing of it stands on the screen. The call has ended.
  func end() async {
    await following.value
  }

  static func stopwatch() -> @Sendable () -> Duration {
    let start = ContinuousClock.now
    return { start.duration(to: .now) }
  }

  static func text(_ progress: TransferProgress, _ gauge: TransferGauge) -> String {
    let isReceiving = progress.received > 0
    let (count, expected) =
      isReceiving ? (progress.received, progress.expectedToReceive) : (progress.sent, progress.expectedToSend)
    let whole = expected.flatMap { $0 > 0 ? $0 : nil }
    let parts = [
      ByteCount.text(count) + (whole.map { " of \(ByteCount.text($0))" } ?? ""),
      whole.map { "\(min(100, count * 100 / $0))%" },
      gauge.bytesPerSecond.map { "\(ByteCount.text(Int($0)))/s" },
      gauge.timeLeft.map { "\($0.short) left" },
    ]
    return "\(isReceiving ? "↓" : "↑") \(parts.compactMap(\.self).joined(separator: ", "))"
  }
}
