/// How fast a transfer is and how long it will take, from its progress. A value: it knows no clock.
///
/// ```swift
/// var gauge = TransferGauge()
/// for await update in call.progressUpdates {
///   gauge.add(update.transfer, at: started.duration(to: .now))
///   show(gauge.bytesPerSecond, gauge.timeLeft)
/// }
/// ```
public struct TransferGauge: Sendable, Hashable {
  private struct Sample: Sendable, Hashable {
    var at: Duration
    var count: Int
  }

  /// The rate is that of so much time before the last sample, so that it neither jumps nor lags.
  private static let window = Duration.seconds(5)

  private var samples: [Sample] = []
  private var expected: Int?

  /// Knows nothing yet.
  public init() {}

  /// - Parameters:
  ///   - progress: how far it is.
  ///   - at: the time since the start, or any other that only goes forward. Time that was paused should not be in it.
  public mutating func add(_ progress: TransferProgress, at: Duration) {
    let isReceiving = progress.received > 0
    let count = isReceiving ? progress.received : progress.sent
    // The upload is over, and the download begins: another rate.
    if let last = samples.last, count < last.count { samples = [] }
    expected = isReceiving ? progress.expectedToReceive : progress.expectedToSend
    samples.append(Sample(at: at, count: count))
    while samples.count > 2, let second = samples.dropFirst().first, second.at + Self.window <= at {
      samples.removeFirst()
    }
  }

  /// Nil until there are two moments to compare.
  public var bytesPerSecond: Double? {
    guard let first = samples.first, let last = samples.last, last.at > first.at else { return nil }
    return Double(last.count - first.count) / ((last.at - first.at) / .seconds(1))
  }

  /// Nil when the size is not known, or nothing moves.
  public var timeLeft: Duration? {
    guard let expected, let last = samples.last else { return nil }
    guard expected > last.count else { return .zero }
    guard let rate = bytesPerSecond, rate > 0 else { return nil }
    let seconds = Double(expected - last.count) / rate
    return seconds < 1e9 ? .seconds(seconds) : nil
  }
}
