import Glibc

extension Timestamp {
  private static let months = [
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

  /// A date as HTTP writes it since 1999, such as `Sun, 06 Nov 1994 08:49:37 GMT` (IMF-fixdate, RFC 9110 §5.6.7).
  package init?(httpDate text: some StringProtocol) {
    let words = text.split { $0 == " " || $0 == ":" }
    guard words.count == 8, words[7] == "GMT", let month = Self.months.firstIndex(where: { $0 == words[2] }) else {
      return nil
    }
    let numbers = [1, 3, 4, 5, 6].compactMap { Int32(words[$0]) }
    guard numbers.count == 5, numbers.allSatisfy({ (0...9999).contains($0) }) else { return nil }
    var time = tm()
    (time.tm_mday, time.tm_mon, time.tm_year) = (numbers[0], Int32(month), numbers[1] - 1900)
    (time.tm_hour, time.tm_min, time.tm_sec) = (numbers[2], numbers[3], numbers[4])
    self.init(microseconds: Int64(timegm(&time)) * 1_000_000)
  }
}
