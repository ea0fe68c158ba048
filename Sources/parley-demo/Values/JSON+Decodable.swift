import FoundationEssentials

extension JSON {
  /// Reads a document.
  ///
  /// - Throws: `Problem` 400 saying what is wrong with it.
  init(parsing bytes: [UInt8]) throws {
    do {
      self = try JSONDecoder().decode(JSON.self, from: Data(bytes))
    } catch {
      throw Problem.badRequest(
        "The body is not a JSON document.", field: "body",
        "must be JSON, because Content-Type says application/json (or nothing)")
    }
  }
}

extension JSON: Decodable {
  init(from decoder: any Decoder) throws {
    if let object = try? decoder.container(keyedBy: Name.self) {
      self = .object(
        try object.allKeys.map { Member(name: $0.stringValue, value: try object.decode(JSON.self, forKey: $0)) })
    } else if var array = try? decoder.unkeyedContainer() {
      self = .array(try JSON.elements(of: &array))
    } else {
      self = try JSON.scalar(in: decoder.singleValueContainer())
    }
  }

  private static func elements(of array: inout some UnkeyedDecodingContainer) throws -> [JSON] {
    var elements: [JSON] = []
    while !array.isAtEnd { elements.append(try array.decode(JSON.self)) }
    return elements
  }

  private static func scalar(in container: some SingleValueDecodingContainer) throws -> JSON {
    if container.decodeNil() { return .null }
    if let value = try? container.decode(Bool.self) { return .bool(value) }
    if let value = try? container.decode(Int.self) { return JSON(value) }
    if let value = try? container.decode(Double.self) { return .number("\(value)") }
    return .string(try container.decode(String.self))
  }

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
