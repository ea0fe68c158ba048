import FoundationEssentials

// The types whose form an API chooses.
extension JSONCoding {
  /// Whether a type is one of those; all other leaves have one form.
  static func chooses(_ type: Any.Type) -> Bool { type == Date.self || type == Data.self }

  /// - Returns: nil where JSON cannot say it.
  func json(_ leaf: any JSONLeaf) -> JSONValue? {
    switch leaf {
    case let date as Date: json(date)
    case let data as Data where self.data == .numbers: .array(data.map { .number(JSONNumber($0)) })
    default: leaf.json
    }
  }

  /// - Returns: nil unless the value says one.
  func leaf(_ type: any JSONLeaf.Type, from value: JSONValue) -> (any JSONLeaf)? {
    if type == Date.self { return date(value) }
    if type == Data.self, data == .numbers { return bytes(value) }
    return type.init(json: value)
  }

  func expectation(of type: any JSONLeaf.Type) -> String {
    if type == Date.self { return dates == .iso8601 ? Date.expectation : "a number that is a date" }
    if type == Data.self, data == .numbers { return "an array of numbers from 0 to 255" }
    return type.expectation
  }

  private func json(_ date: Date) -> JSONValue? {
    let seconds: Double? =
      switch dates {
      case .iso8601: nil
      case .secondsSince1970: date.timeIntervalSince1970
      case .millisecondsSince1970: date.timeIntervalSince1970 * 1000
      case .secondsSince2001: date.timeIntervalSinceReferenceDate
      }
    guard let seconds else { return date.json }
    return JSONNumber(seconds).map(JSONValue.number)
  }

  private func date(_ value: JSONValue) -> Date? {
    if dates == .iso8601 { return Date(json: value) }
    guard let number = Double(json: value) else { return nil }
    return switch dates {
    case .iso8601, .secondsSince2001: Date(timeIntervalSinceReferenceDate: number)
    case .secondsSince1970: Date(timeIntervalSince1970: number)
    case .millisecondsSince1970: Date(timeIntervalSince1970: number / 1000)
    }
  }

  private func bytes(_ value: JSONValue) -> Data? {
    guard let elements = value.array else { return nil }
    let bytes = elements.compactMap { UInt8(json: $0) }
    return bytes.count == elements.count ? Data(bytes) : nil
  }
}

/// In ISO 8601. What was kept as a number of seconds since 2001, as a `Date` writes itself, is read as well.
extension Date: JSONLeaf {
  static var expectation: String { "a date in ISO 8601" }

  init?(json: JSONValue) {
    if let text = json.string {
      guard let date = DateText.date(text) else { return nil }
      self = date
    } else if let seconds = Double(json: json) {
      self.init(timeIntervalSinceReferenceDate: seconds)
    } else {
      return nil
    }
  }

  var json: JSONValue? { DateText.text(self).map(JSONValue.string) }
}
