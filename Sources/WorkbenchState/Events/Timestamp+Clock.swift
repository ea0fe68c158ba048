package import ParleyEngine

extension Timestamp {
  /// The time of a day that is today, otherwise the day: in eight columns.
  package func shortClock(now: Timestamp) -> String {
    localDate == now.localDate ? localClock : localDay
  }
}
