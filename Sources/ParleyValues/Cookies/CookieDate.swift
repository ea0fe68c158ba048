/// A date as servers write it in `Expires`: the parts are found wherever they stand (RFC 6265 §5.1.1).
struct CookieDate {
  let timestamp: Timestamp

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  init?(_ text: String) {
    var time: (hour: Int, minute: Int, second: Int)?
    var (day, month, year): (Int?, Int?, Int?)
    for token in text.utf8.split(whereSeparator: Self.isDelimiter) {
      let word = String(decoding: token, as: UTF8.self).lowercased()
      if time == nil, let found = Self.time(word) {
        time = found
      } else if day == nil, let found = Self.number(word, digits: 1...2) {
        day = found
      } else if month == nil, let found = Self.months.firstIndex(of: String(word.prefix(3))) {
        month = found + 1
      } else if year == nil, let found = Self.number(word, digits: 2...4) {
        year = found
      }
    }
    guard let time, let day, let month, let year = year.map(Self.century), (1...31).contains(day), year >= 1601,
      time.hour < 24, time.minute < 60, time.second < 60
    else { return nil }
    let seconds = time.hour * 3600 + time.minute * 60 + time.second
    let days = Self.days(since1970: year, month, day)
    timestamp = Timestamp(microseconds: Int64(days * 86_400 + seconds) * 1_000_000)
  }

  private static func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }

  private static func time(_ word: String) -> (Int, Int, Int)? {
    let parts = word.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    let numbers = parts.compactMap { number(String($0), digits: 1...2) }
    return numbers.count == 3 ? (numbers[0], numbers[1], numbers[2]) : nil
  }

  /// The digits a word begins with, when there are so many.
  private static func number(_ word: String, digits: ClosedRange<Int>) -> Int? {
    let found = word.utf8.prefix { $0.isASCIIDigit }
    return digits.contains(found.count) ? Int(String(found) ?? "") : nil
  }

  private static func century(_ year: Int) -> Int {
    switch year {
    case 70...99: year + 1900
    case 0...69: year + 2000
    default: year
    }
  }

  /// Days of the Gregorian calendar (Howard Hinnant, [days_from_civil](https://howardhinnant.github.io/date_algorithms.html)).
  private static func days(since1970 year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = (year / 400, year % 400)
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}
