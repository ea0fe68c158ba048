extension Duration {
  /// For people, in the largest unit that says enough, rounded to the nearest: `850 ms`, `41 s`, `12 min`, `3 h`, `2 d`.
  ///
  /// ```swift
  /// Duration.seconds(1799.6).inRoundWords   // 30 min: what was set a moment ago is still called so
  /// ```
  package var inRoundWords: String {
    let seconds = rounded(to: 1)
    return switch seconds {
    case ..<1: "\(inMicroseconds / 1000) ms"
    case ..<120: "\(seconds) s"
    case ..<7170: "\(rounded(to: 60)) min"
    case ..<171_000: "\(rounded(to: 3600)) h"
    default: "\(rounded(to: 86_400)) d"
    }
  }

  /// How many of a unit it is, to the nearest.
  /// - Parameter unit: in seconds.
  package func rounded(to unit: Int64) -> Int64 {
    let (microseconds, whole) = (Int64(inMicroseconds), unit * 1_000_000)
    return microseconds / whole + (microseconds % whole >= whole / 2 ? 1 : 0)
  }
}
