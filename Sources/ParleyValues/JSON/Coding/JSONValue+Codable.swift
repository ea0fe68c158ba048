// A JSON value in any format: reading and writing it through other people's coders. Ours take it whole, as a leaf.

extension JSONValue: Decodable {
  /// The value, through any decoder; numbers come as that one reads them.
  public init(from decoder: any Decoder) throws {
    if let members = try? decoder.container(keyedBy: JSONCodingKey.self) {
      self = .object(
        JSONObject(try members.allKeys.map { ($0.stringValue, try members.decode(Self.self, forKey: $0)) }))
    } else if var elements = try? decoder.unkeyedContainer() {
      self = .array(try Self.all(&elements))
    } else {
      self = try Self.scalar(decoder.singleValueContainer())
    }
  }

  private static func all(_ elements: inout any UnkeyedDecodingContainer) throws -> [JSONValue] {
    var values: [JSONValue] = []
    while !elements.isAtEnd { values.append(try elements.decode(JSONValue.self)) }
    return values
  }

  private static func scalar(_ container: any SingleValueDecodingContainer) throws -> JSONValue {
    if container.decodeNil() { return .null }
    if let flag = try? container.decode(Bool.self) { return .bool(flag) }
    if let text = try? container.decode(String.self) { return .string(text) }
    return .number(try container.decode(JSONNumber.self))
  }
}

extension JSONValue: Encodable {
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    case .object(let members):
      var container = encoder.container(keyedBy: JSONCodingKey.self)
      for (key, value) in members { try container.encode(value, forKey: JSONCodingKey(stringValue: key)) }
    default: try encodeScalar(to: encoder)
    }
  }

  private func encodeScalar(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .bool(let flag): try container.encode(flag)
    case .number(let number): try container.encode(number)
    case .string(let text): try container.encode(text)
    default: try container.encodeNil()
    }
  }
}

extension JSONNumber: Codable {
  /// The number, through any decoder: as an integer of 64 bits or a `Double`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let whole = try? container.decode(Int64.self) {
      self.init(whole)
    } else if let whole = try? container.decode(UInt64.self) {
      self.init(whole)
    } else if let number = JSONNumber(try container.decode(Double.self)) {
      self = number
    } else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "JSON has no infinity and no NaN.")
    }
  }

  /// The number, through any encoder: an integer of 64 bits if it is one, else the nearest `Double`. A number beyond
  /// every `Double` is an error.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let whole = Int64(exactly: self) {
      try container.encode(whole)
    } else if let whole = UInt64(exactly: self) {
      try container.encode(whole)
    } else if Double(self).isFinite {
      try container.encode(Double(self))
    } else {
      throw EncodingError.invalidValue(
        self, .init(codingPath: container.codingPath, debugDescription: "No Double holds \(text)."))
    }
  }
}

/// Any key: a member's name or an element's index.
struct JSONCodingKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    (self.stringValue, intValue) = (stringValue, nil)
  }

  init(intValue: Int) {
    (stringValue, self.intValue) = ("\(intValue)", intValue)
  }

  static let superclass = JSONCodingKey(stringValue: "super")
}
