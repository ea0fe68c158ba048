import Glibc

/// A moment of wall-clock time, in whole microseconds since 1970-01-01T00:00:00Z.
///
/// ```swift
/// Timestamp.now().iso8601   // "2026-11-21T14:03:07.123Z"
/// ```
///
/// Times come from files, servers and clocks that may say anything: no arithmetic with them traps. What would lie beyond the first or
/// the last moment that can be told is that moment.
public struct Timestamp: Sendable, Hashable, Comparable, Codable {
  /// Since 1970-01-01 00:00 UTC, without leap seconds.
  public var microseconds: Int64

  /// The moment so many microseconds after 1970-01-01 00:00 UTC.
  public init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// The system's wall clock.
  public static func now() -> Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
  }

  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.microseconds < right.microseconds
  }

  /// The moment so much later; a negative duration is earlier.
  public func advanced(by duration: Duration) -> Timestamp {
    Timestamp(microseconds: microseconds.addingSaturated(duration.inMicroseconds))
  }

  /// How long it is until another moment; negative when that is earlier.
  public func duration(to other: Timestamp) -> Duration {
    .microseconds(other.microseconds.subtractingSaturated(microseconds))
  }
}

extension Timestamp {
  /// The moment in UTC as RFC 3339 writes it, to the millisecond.
  public var iso8601: String {
    let time = brokenDown(gmtime_r)
    return "\(time.day)T\(time.clock).\(millisecondPart.decimal(digits: 3))Z"
  }

  /// The moment that ``iso8601`` writes; nil for any other text.
  package init?(iso8601 text: String) {
    let numbers = text.split { !($0.isASCII && $0.isNumber) }.map { Int32($0) ?? -1 }
    guard text.hasSuffix("Z"), numbers.count == 7, numbers.allSatisfy({ $0 >= 0 }) else { return nil }
    var time = tm()
    (time.tm_year, time.tm_mon, time.tm_mday) = (numbers[0] - 1900, numbers[1] - 1, numbers[2])
    (time.tm_hour, time.tm_min, time.tm_sec) = (numbers[3], numbers[4], numbers[5])
    let (whole, isBeyond) = Int64(timegm(&time)).multipliedReportingOverflow(by: 1_000_000)
    guard !isBeyond else { return nil }
    self.init(microseconds: whole.addingSaturated(Int64(numbers[6]) * 1000))
  }

  /// The local time of day, `14:03:07`.
  package var localClock: String { brokenDown(localtime_r).clock }

  /// The local time of day to the millisecond, `14:03:07.412`.
  package var preciseLocalClock: String { "\(localClock).\(millisecondPart.decimal(digits: 3))" }

  /// The local date, `2026-11-21`.
  package var localDate: String { brokenDown(localtime_r).day }

  /// The local date and time of day, `2026-11-21 14:03:07`.
  package var localMoment: String { "\(localDate) \(localClock)" }

  /// Whole seconds since 1970, as Unix counts them.
  package var unixSeconds: Int64 {
    microseconds / 1_000_000 - (microseconds % 1_000_000 < 0 ? 1 : 0)
  }

  private var millisecondPart: Int64 {
    let part = microseconds % 1_000_000
    return (part < 0 ? part + 1_000_000 : part) / 1000
  }

  private func brokenDown(
    _ convert: (UnsafePointer<time_t>, UnsafeMutablePointer<tm>) -> UnsafeMutablePointer<tm>?
  ) -> tm {
    var seconds = time_t(unixSeconds)
    var result = tm()
    _ = convert(&seconds, &result)
    return result
  }
}

extension tm {
  /// `2026-11-21`
  var day: String {
    "\((tm_year + 1900).decimal(digits: 4))-\((tm_mon + 1).decimal(digits: 2))-\(tm_mday.decimal(digits: 2))"
  }

  /// `14:03:07`
  var clock: String {
    "\(tm_hour.decimal(digits: 2)):\(tm_min.decimal(digits: 2)):\(tm_sec.decimal(digits: 2))"
  }
}

extension Duration {
  /// Whole microseconds, rounded towards zero; what lies beyond 292,000 years is that much.
  package var inMicroseconds: Int64 {
    // A number of one word, nine seconds, is divided several times as fast as two words are.
    if let few = Int64(exactly: self.attoseconds) { return few / 1_000_000_000_000 }
    let (seconds, attoseconds) = components
    let (whole, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000)
    let (sum, isBeyond) = whole.addingReportingOverflow(attoseconds / 1_000_000_000_000)
    guard isTooLarge || isBeyond else { return sum }
    return seconds < 0 ? .min : .max
  }

  /// The longest there is where it was read from outside, in either direction, so that no sum of some overflows.
  package static let longestRead = Duration.microseconds(Int64.max)

  /// As something outside says it, within what can be calculated with.
  package var bounded: Duration { min(max(self, .zero - Self.longestRead), Self.longestRead) }

  /// Milliseconds with their fraction.
  package var inMilliseconds: Double {
    Double(inMicroseconds) / 1000
  }
}
