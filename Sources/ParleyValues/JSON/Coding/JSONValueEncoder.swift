extension JSONValue {
  /// Encodes `model` as a JSON value, without a detour through bytes. `URL` is written as its text, `Decimal` as a
  /// number with all its digits, `Date` and `Data` as `coding` says (ISO 8601, base64); other types as they write
  /// themselves. The keys of a dictionary are sorted.
  ///
  /// Throws `EncodingError`: for a number JSON does not have (NaN, infinity), and whatever the model throws.
  public init(
    encoding model: some Encodable, as coding: JSONCoding = .standard, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws {
    let slot = JSONSlot()
    try JSONValueEncoder(slot: slot, codingPath: [], userInfo: userInfo, coding: coding).encode(model)
    self = slot.value
  }
}

/// A type whose members have another order at every start of the program. They are sorted by their keys, so that equal
/// models give equal bytes.
protocol UnorderedMembers {}

extension Dictionary: UnorderedMembers {}

/// Encodes one value into its slot.
struct JSONValueEncoder: Encoder {
  let slot: JSONSlot
  let codingPath: [any CodingKey]
  let userInfo: [CodingUserInfoKey: Any]
  let coding: JSONCoding
  /// Whether it encodes a dictionary, whose keys are no names of properties.
  var keepsKeys = false

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    slot.becomeObject()
    return KeyedEncodingContainer(JSONKeyedEncoding(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    slot.becomeArray()
    return JSONUnkeyedEncoding(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    JSONSingleEncoding(encoder: self)
  }

  func encode(_ model: some Encodable) throws {
    if let leaf = try leaf(model, at: nil) { slot.put(leaf) } else { try fill(with: model) }
  }

  // Most members and elements are leaves, and for those no encoder is made.

  func encode(_ model: some Encodable, forKey key: any CodingKey) throws {
    if let leaf = try leaf(model, at: key) {
      slot.setMember(name(of: key), leaf)
    } else {
      try member(key).fill(with: model)
    }
  }

  func encodeElement(_ model: some Encodable) throws {
    if let leaf = try leaf(model, at: JSONCodingKey(intValue: slot.count)) {
      slot.append(leaf)
    } else {
      try element().fill(with: model)
    }
  }

  private func fill(with model: some Encodable) throws {
    guard model is any UnorderedMembers else { return try model.encode(to: self) }
    var encoder = self
    encoder.keepsKeys = true
    try model.encode(to: encoder)
    slot.sortMembers()
  }

  func name(of key: any CodingKey) -> String {
    coding.keys == .unchanged || keepsKeys ? key.stringValue : SnakeCase.snake(key.stringValue)
  }

  private func leaf(_ model: some Encodable, at key: @autoclosure () -> (any CodingKey)?) throws -> JSONValue? {
    guard let leaf = model as? any JSONLeaf else { return nil }
    if let value = JSONCoding.chooses(type(of: leaf)) ? coding.json(leaf) : leaf.json { return value }
    let path = codingPath + (key().map { [$0] } ?? [])
    throw EncodingError.invalidValue(model, .init(codingPath: path, debugDescription: "JSON cannot say \(model)."))
  }

  func member(_ key: any CodingKey) -> JSONValueEncoder {
    child(slot.member(name(of: key)), key)
  }

  func element() -> JSONValueEncoder {
    child(slot.append(), JSONCodingKey(intValue: slot.count - 1))
  }

  private func child(_ slot: JSONSlot, _ key: any CodingKey) -> JSONValueEncoder {
    JSONValueEncoder(slot: slot, codingPath: codingPath + [key], userInfo: userInfo, coding: coding)
  }
}

// The generic `encode` below stands for the protocols' one for each type of the standard library: those are leaves.

struct JSONSingleEncoding: SingleValueEncodingContainer {
  let encoder: JSONValueEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil() throws { encoder.slot.put(.null) }
  func encode<Value: Encodable>(_ value: Value) throws { try encoder.encode(value) }
}

struct JSONUnkeyedEncoding: UnkeyedEncodingContainer {
  let encoder: JSONValueEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { encoder.slot.count }

  func encodeNil() throws { encoder.slot.append(.null) }
  func encode<Value: Encodable>(_ value: Value) throws { try encoder.encodeElement(value) }

  func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    encoder.element().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder.element().unkeyedContainer() }
  func superEncoder() -> any Encoder { encoder.element() }
}

struct JSONKeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: JSONValueEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil(forKey key: Key) throws { encoder.slot.setMember(encoder.name(of: key), .null) }
  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try encoder.encode(value, forKey: key) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    encoder.member(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder.member(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder.member(JSONCodingKey.superclass) }
  func superEncoder(forKey key: Key) -> any Encoder { encoder.member(key) }
}
