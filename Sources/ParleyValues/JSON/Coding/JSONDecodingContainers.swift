// The generic `decode` below stands for the protocols' one for each type of the standard library: those are leaves.

struct JSONSingleDecoding: SingleValueDecodingContainer {
  let decoder: JSONValueDecoder
  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool { decoder.value.kind == .null }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.decode(type) }
}

struct JSONUnkeyedDecoding: UnkeyedDecodingContainer {
  let elements: [JSONValue]
  let decoder: JSONValueDecoder
  private(set) var currentIndex = 0

  init(elements: [JSONValue], decoder: JSONValueDecoder) {
    self.elements = elements
    self.decoder = decoder
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex == elements.count }

  /// Stays at an element that is not null, as the protocol asks.
  mutating func decodeNil() throws -> Bool {
    guard case .null = try element(JSONValue.self) else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let model = try decoder.decode(type, element(type), at: .index(currentIndex))
    currentIndex += 1
    return model
  }

  mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try take(JSONObject.self) { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try take([JSONValue].self) { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder {
    try take(JSONValue.self) { $0 }
  }

  /// Goes on to the next element only when this one could be read, as the protocol asks.
  private mutating func take<Value>(_ type: Any.Type, _ read: (JSONValueDecoder) throws -> Value) throws -> Value {
    let value = try read(decoder.child(element(type), .index(currentIndex)))
    currentIndex += 1
    return value
  }

  private func element(_ type: Any.Type) throws -> JSONValue {
    guard !isAtEnd else { throw decoder.missing(.index(currentIndex), type) }
    return elements[currentIndex]
  }
}

struct JSONKeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let members: JSONObject
  let decoder: JSONValueDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] { members.keys.compactMap { Key(stringValue: decoder.property($0)) } }

  func contains(_ key: Key) -> Bool { members[decoder.name(of: key)] != nil }
  func decodeNil(forKey key: Key) throws -> Bool { try member(key, JSONValue.self).kind == .null }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decoder.decode(type, member(key, type), at: .key(decoder.name(of: key)))
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try decoder.child(member(key, JSONObject.self), .key(decoder.name(of: key))).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder.child(member(key, [JSONValue].self), .key(decoder.name(of: key))).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { superDecoder(JSONCodingKey.superclass) }
  func superDecoder(forKey key: Key) throws -> any Decoder { superDecoder(key) }

  /// Null where the key is absent, as Foundation's decoder has it.
  private func superDecoder(_ key: any CodingKey) -> any Decoder {
    decoder.child(members[decoder.name(of: key)] ?? .null, .key(decoder.name(of: key)))
  }

  private func member(_ key: Key, _ type: Any.Type) throws -> JSONValue {
    let name = decoder.name(of: key)
    guard let value = members[name] else { throw decoder.missing(.key(name), type) }
    return value
  }
}
