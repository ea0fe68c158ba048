import FoundationEssentials
import Glibc

/// Dates as RFC 3339 writes them, with as many digits as it takes to read the same date again.
enum DateText {
  /// - Returns: nil for a date before the year 0 or behind the year 9999.
  static func text(_ date: Date) -> String? {
    let whole = date.timeIntervalSinceReferenceDate.rounded(.down)
    guard abs(whole) < 1e12 else { return nil }
    var seconds = time_t(whole) + time_t(Date.timeIntervalBetween1970AndReferenceDate)
    var nanoseconds = Int(((date.timeIntervalSinceReferenceDate - whole) * 1e9).rounded())
    if nanoseconds == 1_000_000_000 { (seconds, nanoseconds) = (seconds + 1, 0) }
    var time = tm()
    guard gmtime_r(&seconds, &time) != nil, (-1900...8099).contains(time.tm_year) else { return nil }
    return "\(time.day)T\(time.clock)\(fraction(nanoseconds))Z"
  }

  static func date(_ text: String) -> Date? {
    let isDay = text.utf8.count == 10
    guard let moment = Timestamp(rfc3339: isDay ? "\(text)T00:00:00Z" : text) else { return nil }
    let (seconds, rest) = moment.microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    let start = (rest < 0 ? seconds - 1 : seconds) - Int64(Date.timeIntervalBetween1970AndReferenceDate)
    return Date(timeIntervalSinceReferenceDate: Double(start) + Double(nanoseconds(text) ?? 0) / 1e9)
  }

  /// In steps of three digits: none where none is needed.
  private static func fraction(_ nanoseconds: Int) -> String {
    if nanoseconds == 0 { return "" }
    var (number, digits) = (nanoseconds, 9)
    while number % 1000 == 0 { (number, digits) = (number / 1000, digits - 3) }
    return "." + number.decimal(digits: digits)
  }

  /// The fraction of a text that is a moment.
  private static func nanoseconds(_ text: String) -> Int? {
    guard let point = text.utf8.firstIndex(of: UInt8(ascii: ".")) else { return nil }
    let digits = text[text.utf8.index(after: point)...].prefix { $0.isNumber }.prefix(9)
    return Int(digits + String(repeating: "0", count: 9 - digits.count))
  }
}
