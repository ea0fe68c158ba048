extension JSONValue {
  /// What `model` encodes itself to, without a detour through bytes. `URL` is written as its text, `Decimal` as a number
  /// with all its digits, `Data` in base64; other types as they write themselves (`Date`: seconds since 2001). The keys of
  /// a dictionary are sorted.
  ///
  /// Throws `EncodingError`: for a number JSON does not have (NaN, infinity), and whatever the model throws.
  public init(encoding model: some Encodable, userInfo: [CodingUserInfoKey: any Sendable] = [:]) throws {
    let slot = JSONSlot()
    try JSONValueEncoder(slot: slot, codingPath: [], userInfo: userInfo).encode(model)
    self = slot.value
  }
}

/// What encodes its members in an order that is another one at every start of the program. They are sorted by their keys,
/// so that equal models give equal bytes.
private protocol UnorderedMembers {}

extension Dictionary: UnorderedMembers {}

/// Encodes one value into its slot.
struct JSONValueEncoder: Encoder {
  let slot: JSONSlot
  let codingPath: [any CodingKey]
  let userInfo: [CodingUserInfoKey: Any]

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
      slot.setMember(key.stringValue, leaf)
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
    try model.encode(to: self)
    if model is any UnorderedMembers { slot.sortMembers() }
  }

  private func leaf(_ model: some Encodable, at key: @autoclosure () -> (any CodingKey)?) throws -> JSONValue? {
    guard let leaf = model as? any JSONLeaf else { return nil }
    if let value = leaf.json { return value }
    let path = codingPath + (key().map { [$0] } ?? [])
    throw EncodingError.invalidValue(model, .init(codingPath: path, debugDescription: "JSON has no number \(model)."))
  }

  func member(_ key: any CodingKey) -> JSONValueEncoder {
    child(slot.member(key.stringValue), key)
  }

  func element() -> JSONValueEncoder {
    child(slot.append(), JSONCodingKey(intValue: slot.count - 1))
  }

  private func child(_ slot: JSONSlot, _ key: any CodingKey) -> JSONValueEncoder {
    JSONValueEncoder(slot: slot, codingPath: codingPath + [key], userInfo: userInfo)
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

  func encodeNil(forKey key: Key) throws { encoder.slot.setMember(key.stringValue, .null) }
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
