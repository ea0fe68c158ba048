import CGlibcExtras
import Glibc

/// Dates, in UTC alone: seconds since 1970, and jq's broken-down time.
///
/// `[year, month from 0, day, hours, minutes, seconds, weekday, day of the year from 0]`
enum Calendar {
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec / 1000) / 1_000_000
  }

  static func brokenDown(_ seconds: Double) throws(Interrupt) -> Value {
    var (parts, whole) = (tm(), Int(clampingTowardZero: seconds.rounded(.down)))
    guard seconds.isFinite, gmtime_r(&whole, &parts) != nil else {
      throw .error("error converting number of seconds since epoch to datetime")
    }
    return value(of: parts, fraction: seconds - seconds.rounded(.down))
  }

  private static func value(of parts: tm, fraction: Double = 0) -> Value {
    Value([
      Value(Int(parts.tm_year) + 1900), Value(Int(parts.tm_mon)), Value(Int(parts.tm_mday)), Value(Int(parts.tm_hour)),
      Value(Int(parts.tm_min)), Value(Double(parts.tm_sec) + fraction), Value(Int(parts.tm_wday)),
      Value(Int(parts.tm_yday)),
    ])
  }

  static func parts(of value: Value, _ sentence: String) throws(Interrupt) -> tm {
    guard let elements = value.elements, elements.count >= 6 else { throw .error(sentence, at: value) }
    var fields: [Int32] = []
    for element in elements.prefix(8) {
      guard let number = element.double else { throw .error(sentence, at: value) }
      fields.append(Int32(clamping: Int(clampingTowardZero: number.isNaN ? 0 : number)))
    }
    var parts = tm()
    (parts.tm_year, parts.tm_mon, parts.tm_mday) = (fields[0] &- 1900, fields[1], fields[2])
    (parts.tm_hour, parts.tm_min, parts.tm_sec) = (fields[3], fields[4], fields[5])
    parts.tm_wday = fields.count > 6 ? fields[6] : 0
    parts.tm_yday = fields.count > 7 ? fields[7] : 0
    return parts
  }

  static func seconds(of value: Value) throws(Interrupt) -> Double {
    guard let elements = value.elements else { throw .error("mktime requires array of 6 numbers", at: value) }
    guard elements.count >= 6 else { throw .error("mktime requires array of 6 numbers", at: value) }
    var parts = try parts(of: value, "mktime requires parsed datetime inputs")
    let seconds = timegm(&parts)
    if seconds == -1, parts.tm_year != 69 { throw .error("invalid gmtime representation", at: value) }
    return Double(seconds)
  }

  static func parse(_ text: String, _ format: String) throws(Interrupt) -> Value {
    var parts = tm()
    (parts.tm_wday, parts.tm_yday) = (8, 367)
    let rest: String? = text.withCString { start in strptime(start, format, &parts).map { String(cString: $0) } }
    guard let rest, rest.isEmpty || rest.unicodeScalars.first.map(Strings.isSpace) == true else {
      throw .error("date \"\(text)\" does not match format \"\(format)\"")
    }
    complete(&parts)
    guard !rest.isEmpty, let elements = value(of: parts).elements else { return value(of: parts) }
    return Value(elements + [Value(rest)])
  }

  /// The weekday and the day of the year, where the text did not say them.
  private static func complete(_ parts: inout tm) {
    guard parts.tm_wday == 8 || parts.tm_yday == 367, parts.tm_mday != 0, 0...11 ~= parts.tm_mon else { return }
    var copy = parts
    _ = timegm(&copy)
    if parts.tm_wday == 8 { parts.tm_wday = copy.tm_wday }
    if parts.tm_yday == 367 { parts.tm_yday = copy.tm_yday }
  }

  private static let longest = 1 << 16

  static func text(_ value: Value, _ format: String, _ name: String) throws(Interrupt) -> String {
    let brokenDown = try value.double.map { seconds throws(Interrupt) in try Calendar.brokenDown(seconds) } ?? value
    var parts = try parts(of: brokenDown, "\(name) requires parsed datetime inputs")
    parts.tm_gmtoff = 0
    guard !format.isEmpty, format.utf8.count < longest else { return "" }
    parts.tm_zone = utc
    var buffer = [CChar](repeating: 0, count: format.utf8.count * 16 + 256)
    let count = strftime(&buffer, buffer.count, format, &parts)
    guard count > 0 else { throw .error("\(name): unknown system failure") }
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The C library wants a pointer that stays.
  nonisolated(unsafe) private static let utc = UnsafePointer<CChar>(strdup("UTC"))
}
