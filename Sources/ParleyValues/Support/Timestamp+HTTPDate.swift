import Glibc

extension Timestamp {
  fileprivate static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

  /// The moment as HTTP writes it, to the second: `Sun, 06 Nov 1994 08:49:37 GMT`.
  package var httpDate: String {
    var seconds = time_t(microseconds / 1_000_000)
    var time = tm()
    gmtime_r(&seconds, &time)
    let numbers = [time.tm_mday, time.tm_hour, time.tm_min, time.tm_sec].map { ($0 < 10 ? "0" : "") + String($0) }
    let date = "\(numbers[0]) \(Self.months[Int(time.tm_mon)]) \(time.tm_year + 1900)"
    return "\(Self.days[Int(time.tm_wday)]), \(date) \(numbers[1]):\(numbers[2]):\(numbers[3]) GMT"
  }

  /// A date as HTTP writes it (RFC 9110 §5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`, and as it was written before:
  /// `Sunday, 06-Nov-94 08:49:37 GMT` (RFC 850) and `Sun Nov  6 08:49:37 1994` (asctime).
  /// - Parameter now: a year in two digits that lies more than 50 years after it is one of the past.
  @inlinable package init?(httpDate text: some StringProtocol, now: @autoclosure () -> Timestamp = .now()) {
    self.init(httpDateWords: text.split(separator: " ").map { Substring($0) }, now: now)
  }

  @usableFromInline init?(httpDateWords words: [Substring], now: () -> Timestamp) {
    guard let date = HTTPDateParts(words, now: now), let moment = date.moment else { return nil }
    self = moment
  }

  fileprivate var year: Int32 {
    var seconds = time_t(microseconds / 1_000_000)
    var time = tm()
    gmtime_r(&seconds, &time)
    return time.tm_year + 1900
  }
}

/// The parts of an HTTP date, in any of its forms.
private struct HTTPDateParts {
  var day: Substring
  var month: Substring
  var year: Int32
  var time: Substring

  init?(_ words: [Substring], now: () -> Timestamp) {
    switch words.count {
    case 6 where words[5] == "GMT":
      guard words[3].utf8.count == 4, let year = Self.number(words[3]) else { return nil }
      self.init(day: words[1], month: words[2], year: year, time: words[4])
    case 5:
      guard words[4].utf8.count == 4, let year = Self.number(words[4]) else { return nil }
      self.init(day: words[2], month: words[1], year: year, time: words[3])
    case 4 where words[3] == "GMT":
      let date = words[1].split(separator: "-")
      guard date.count == 3, let year = Self.fullYear(date[2], now: now) else { return nil }
      self.init(day: date[0], month: date[1], year: year, time: words[2])
    default: return nil
    }
  }

  private init(day: Substring, month: Substring, year: Int32, time: Substring) {
    (self.day, self.month, self.year, self.time) = (day, month, year, time)
  }

  /// Nil where the calendar has no such day, or the clock no such time.
  var moment: Timestamp? {
    let clock = time.split(separator: ":", omittingEmptySubsequences: false).compactMap(Self.number)
    guard let day = Self.number(day), let month = Timestamp.months.firstIndex(where: { $0 == month }), clock.count == 3,
      clock[0] < 24, clock[1] < 60, clock[2] <= 60
    else { return nil }
    var parts = tm()
    (parts.tm_mday, parts.tm_mon, parts.tm_year) = (day, Int32(month), year - 1900)
    (parts.tm_hour, parts.tm_min, parts.tm_sec) = (clock[0], clock[1], clock[2])
    var midnight = parts
    (midnight.tm_hour, midnight.tm_min, midnight.tm_sec) = (0, 0, 0)
    timegm(&midnight)
    guard midnight.tm_mday == day else { return nil }
    return Timestamp(microseconds: Int64(timegm(&parts)) * 1_000_000)
  }

  private static func fullYear(_ digits: Substring, now: () -> Timestamp) -> Int32? {
    guard digits.utf8.count == 2, let year = number(digits) else { return nil }
    let current = now().year
    let sameCentury = current - current % 100 + year
    return sameCentury > current + 50 ? sameCentury - 100 : sameCentury
  }

  private static func number(_ digits: Substring) -> Int32? {
    guard (1...4).contains(digits.utf8.count), digits.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
    return Int32(digits)
  }
}
