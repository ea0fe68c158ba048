internal import ParleyEngine
internal import ParleyText

/// The rules for texts and numbers of a format (JSON Schema Validation 2020-12 §7.3, and the registry of OpenAPI). An
/// unknown format allows everything.
enum SchemaFormat {
  /// - Returns: the expected form, in words; nil if the text has the format.
  static func mistake(of text: String, as format: String) -> String? {
    guard let rule = rules[format] else { return nil }
    return rule.allows(text) ? nil : rule.words
  }

  static func mistake(of number: JSONNumber, as format: String) -> String? {
    switch format {
    case "int32": Int32(exactly: number) == nil ? "a whole number of 32 bits" : nil
    case "int64": Int64(exactly: number) == nil ? "a whole number of 64 bits" : nil
    default: nil
    }
  }

  private struct Rule {
    let words: String
    let allows: @Sendable (String) -> Bool
  }

  private static let rules: [String: Rule] = [
    "date-time": Rule(words: "a time such as 2026-01-31T12:00:00Z") { DateText.isDateTime($0) },
    "date": Rule(words: "a date such as 2026-01-31") { DateText.isDate($0[...]) },
    "time": Rule(words: "a time such as 12:00:00Z") { DateText.isTime($0[...]) },
    "duration": Rule(words: "a duration such as PT1H30M", allows: isDuration),
    "email": Rule(words: "an email address", allows: isEmail),
    "uuid": Rule(words: "a UUID", allows: isUUID),
    "uri": Rule(words: "a URI with its scheme", allows: isURI),
    "hostname": Rule(words: "a host name", allows: isHostName),
    "ipv4": Rule(words: "an IPv4 address", allows: isIPv4),
    "ipv6": Rule(words: "an IPv6 address", allows: isIPv6),
    "byte": Rule(words: "Base64", allows: isBase64),
  ]

  private static func isUUID(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return parts.map(\.utf8.count) == [8, 4, 4, 4, 12] && parts.allSatisfy { $0.utf8.allSatisfy(\.isHexDigit) }
  }

  private static func isEmail(_ text: String) -> Bool {
    guard let at = text.lastIndex(of: "@"), at != text.startIndex else { return false }
    let (name, host) = (text[..<at], text[text.index(after: at)...])
    let isQuoted = name.count > 1 && name.hasPrefix("\"") && name.hasSuffix("\"")
    let hasDots = !name.hasPrefix(".") && !name.hasSuffix(".") && !name.contains("..")
    return (isQuoted || (hasDots && !name.contains(where: { $0.isWhitespace || $0 == "@" })))
      && (host.hasPrefix("[") || isHostName(String(host)))
  }

  private static func isHostName(_ text: String) -> Bool {
    let labels = text.split(separator: ".", omittingEmptySubsequences: false)
    return !text.isEmpty && text.utf8.count <= 253
      && labels.allSatisfy { label in
        (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
          && label.utf8.allSatisfy { $0.isDigit || $0.isASCIILetter || $0 == UInt8(ascii: "-") }
      }
  }

  private static func isURI(_ text: String) -> Bool {
    guard let colon = text.firstIndex(of: ":"), text[..<colon].utf8.first?.isASCIILetter == true else { return false }
    let scheme = text[..<colon].utf8.allSatisfy { $0.isASCIILetter || $0.isDigit || "+-.".utf8.contains($0) }
    return scheme && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\"<>\\^`{|}".utf8.contains($0) }
  }

  private static func isIPv4(_ text: String) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy { part in
        (1...3).contains(part.utf8.count) && part.utf8.allSatisfy(\.isDigit) && (part.count == 1 || part.first != "0")
          && (Int(part) ?? 256) < 256
      }
  }

  private static func isIPv6(_ text: String) -> Bool {
    let halves = text.split(separator: "::", omittingEmptySubsequences: false)
    guard halves.count <= 2, !text.contains(":::") else { return false }
    var count = 0
    for (place, half) in halves.enumerated() where !half.isEmpty {
      let groups = half.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      for (index, group) in groups.enumerated() {
        let isLast = place == halves.count - 1 && index == groups.count - 1
        if isLast, group.contains("."), isIPv4(group) {
          count += 2
        } else {
          guard (1...4).contains(group.utf8.count), group.utf8.allSatisfy(\.isHexDigit) else { return false }
          count += 1
        }
      }
    }
    return halves.count == 2 ? count < 8 : count == 8
  }

  private static func isBase64(_ text: String) -> Bool {
    let plain = text.prefix { $0 != "=" }
    return text.utf8.count % 4 == 0 && text.utf8.count - plain.utf8.count <= 2
      && text[plain.endIndex...].allSatisfy { $0 == "=" }
      && plain.utf8.allSatisfy { $0.isDigit || $0.isASCIILetter || "+/-_".utf8.contains($0) }
  }

  /// ISO 8601, as RFC 3339 Appendix A has it.
  private static func isDuration(_ text: String) -> Bool {
    guard text.hasPrefix("P"), text.count > 1, !text.hasSuffix("T") else { return false }
    let halves = text.dropFirst().split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
    let isDate = isAmounts(halves[0], of: "YMD") || isAmounts(halves[0], of: "W")
    return isDate && (halves.count == 1 || (isAmounts(halves[1], of: "HMS") && !halves[0].contains("W")))
  }

  private static func isAmounts(_ text: Substring, of units: String) -> Bool {
    var (rest, units) = (text, units[...])
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      guard !digits.isEmpty, let unit = rest.dropFirst(digits.count).first, let place = units.firstIndex(of: unit)
      else {
        return false
      }
      rest = rest.dropFirst(digits.count + 1)
      units = units[units.index(after: place)...]
    }
    return true
  }
}

extension UInt8 {
  fileprivate var isASCIILetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }
  fileprivate var isHexDigit: Bool { isDigit || (self | 0x20) &- UInt8(ascii: "a") < 6 }
}

/// Dates and times of RFC 3339, §5.6.
private enum DateText {
  static func isDateTime(_ text: String) -> Bool {
    guard let mark = text.firstIndex(where: { $0 == "T" || $0 == "t" || $0 == " " }) else { return false }
    return isDate(text[..<mark]) && isTime(text[text.index(after: mark)...])
  }

  static func isDate(_ text: Substring) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2], let year = number(parts[0]), let month = number(parts[1]),
      let day = number(parts[2]), (1...12).contains(month)
    else { return false }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (1...days[month - 1]).contains(day)
  }

  /// With its zone. A leap second is at the end of a day of UTC.
  static func isTime(_ text: Substring) -> Bool {
    guard let zone = text.firstIndex(where: { "Zz+-".contains($0) }) else { return false }
    let parts = text[..<zone].split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, let hour = pair(parts[0], below: 24), let minute = pair(parts[1], below: 60),
      let second = pair(parts[2].prefix(2), below: 61), isFraction(parts[2].dropFirst(2)),
      let offset = offset(text[zone...])
    else { return false }
    let inUTC = ((hour * 60 + minute - offset) % 1_440 + 1_440) % 1_440
    return second < 60 || inUTC == 1_439
  }

  private static func isFraction(_ text: Substring) -> Bool {
    text.isEmpty || (text.first == "." && text.count > 1 && text.dropFirst().utf8.allSatisfy(\.isDigit))
  }

  /// In minutes.
  private static func offset(_ text: Substring) -> Int? {
    if text == "Z" || text == "z" { return 0 }
    let parts = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let hours = pair(parts[0], below: 24), let minutes = pair(parts[1], below: 60) else {
      return nil
    }
    return (text.first == "-" ? -1 : 1) * (hours * 60 + minutes)
  }

  private static func pair(_ text: Substring, below limit: Int) -> Int? {
    guard text.utf8.count == 2, let value = number(text), value < limit else { return nil }
    return value
  }

  private static func number(_ text: Substring) -> Int? { text.utf8.allSatisfy(\.isDigit) ? Int(text) : nil }
}
