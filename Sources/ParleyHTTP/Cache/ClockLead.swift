/// How far the clock was ahead when something was kept, as its time shows once the clock has been set back.
enum ClockLead {
  /// Clocks are adjusted by less than this all the time.
  private static let tolerance = Duration.seconds(1)

  /// Nil for a time that has been, or is now.
  static func of(_ time: Timestamp, at now: Timestamp) -> Duration? {
    let lead = now.duration(to: time)
    return lead > tolerance ? lead : nil
  }
}
