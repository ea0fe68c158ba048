package import ParleyEngine

// A spread of durations in letters.
extension DurationSpread {
  /// `min 3.1 ms  median 5.2 ms  p90 9.8 ms  p95 12 ms  p99 31 ms  max 40 ms`, part by part.
  package var percentiles: [(name: String, duration: Duration)] {
    [
      ("min", shortest), ("median", percentile(50)), ("p90", percentile(90)), ("p95", percentile(95)),
      ("p99", percentile(99)), ("max", longest),
    ]
  }
}

extension SendTally {
  /// `, 70.4 a second`, to follow other words; empty before any time has passed.
  package var rateSuffix: String { perSecond.map { ", \($0.withOneDecimal) a second" } ?? "" }
}

extension DurationSpread.Bin {
  /// The bounds, such as `5.0 ms–10 ms`, and `≥ 40 ms` of the last one.
  package var range: String {
    upper.map { "\(lower.short)–\($0.short)" } ?? "≥ \(lower.short)"
  }

  /// A bar that is `columns` long for the largest count, in eighths of a column.
  package func bar(largest: Int, columns: Int) -> String {
    let eighths = largest > 0 ? (count * columns * 8 + largest - 1) / largest : 0
    let rest = eighths % 8
    return String(repeating: "█", count: eighths / 8) + (rest > 0 ? Self.parts[rest - 1] : "")
  }

  private static let parts = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"]
}
