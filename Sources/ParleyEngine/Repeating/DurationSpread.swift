/// How some durations are spread: percentiles, and how many lie where.
///
/// ```swift
/// let spread = DurationSpread(tally.durations)
/// print(spread?.percentile(95).short, spread?.bins(atMost: 10))
/// ```
package struct DurationSpread: Hashable, Sendable {
  /// Durations between two bounds.
  package struct Bin: Hashable, Sendable {
    package let lower: Duration
    /// Nil for the last one, which has all that took longer.
    package let upper: Duration?
    package let count: Int
  }

  private let sorted: [Duration]
  /// Thirty thousand years: the width of any bin is a number.
  private static let longest = Duration.microseconds(1_000_000_000_000_000_000)

  /// - Returns: nil for no durations.
  package init?(_ durations: [Duration]) {
    guard !durations.isEmpty else { return nil }
    sorted = durations.map { min(max($0, .zero - Self.longest), Self.longest) }.sorted()
  }

  package var shortest: Duration { sorted[0] }
  package var longest: Duration { sorted[sorted.count - 1] }
  package var mean: Duration { sorted.reduce(.zero, +) / sorted.count }

  /// The shortest duration that so many percent of all do not exceed: the
  /// [nearest rank](https://en.wikipedia.org/wiki/Percentile#The_nearest-rank_method).
  package func percentile(_ percent: Double) -> Duration {
    let rank = Int((percent / 100 * Double(sorted.count)).rounded(.up))
    return sorted[max(0, min(sorted.count - 1, rank - 1))]
  }

  /// Bins of one width, 1, 2 or 5 times a power of ten, up to the 99th percentile; what took longer is in one more.
  package func bins(atMost most: Int) -> [Bin] {
    let (first, last) = (shortest.inMicroseconds, percentile(99).inMicroseconds)
    let width = Self.width(atLeast: (last - first) / Int64(max(1, most - 1)) + 1)
    let start = first / width * width
    let count = Int((last - start) / width) + 1
    var counts = [Int](repeating: 0, count: count + 1)
    for duration in sorted { counts[min(count, Int((duration.inMicroseconds - start) / width))] += 1 }
    return counts.enumerated().compactMap { index, found in
      guard index < count || found > 0 else { return nil }
      let lower = start + Int64(index) * width
      return Bin(
        lower: .microseconds(lower), upper: index < count ? .microseconds(lower + width) : nil, count: found)
    }
  }

  private static func width(atLeast least: Int64) -> Int64 {
    var power: Int64 = 1
    while true {
      for factor: Int64 in [1, 2, 5] where factor * power >= least { return factor * power }
      power *= 10
    }
  }
}
