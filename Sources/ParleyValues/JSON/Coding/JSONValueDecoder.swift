extension JSONValue {
  /// A model made of this value, without a detour through bytes.
  ///
  ///     let user = try value.decode(User.self)
  ///
  /// `URL` is read from its text, `Decimal` from a number with all its digits, `Date` and `Data` as `coding` says (ISO 8601,
  /// base64); other types as they read themselves. Throws `JSONDecodingError` with the path to what does not fit; errors of
  /// other types that the model throws come through as they are.
  public func decode<Model: Decodable>(
    _ type: Model.Type = Model.self, as coding: JSONCoding = .standard,
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> Model {
    do {
      return try JSONValueDecoder(value: self, place: nil, userInfo: userInfo, coding: coding).decode(type)
    } catch let error as DecodingError {
      throw JSONDecodingError(error)
    }
  }
}

/// Decodes one value.
struct JSONValueDecoder: Decoder {
  let value: JSONValue
  /// `nil` at the top.
  let place: JSONDecodingPlace?
  let userInfo: [CodingUserInfoKey: Any]
  let coding: JSONCoding
  /// Whether it decodes a dictionary, whose keys are no names of properties.
  var keepsKeys = false

  var codingPath: [any CodingKey] { JSONDecodingPlace.keys(to: place) }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let members) = value else { throw mismatch("an object") }
    return KeyedDecodingContainer(JSONKeyedDecoding(members: members, decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = value else { throw mismatch("an array") }
    return JSONUnkeyedDecoding(elements: elements, decoder: self)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    JSONSingleDecoding(decoder: self)
  }

  func decode<Model: Decodable>(_ type: Model.Type) throws -> Model {
    guard let leaf = type as? any JSONLeaf.Type else { return Self.bounded(try Model(from: with(keysOf: type))) }
    guard let model = model(leaf, from: value) as? Model else { throw mismatch(coding.expectation(of: leaf)) }
    return model
  }

  /// A duration within what can be calculated with: its own reader takes any number of 128 bits.
  private static func bounded<Model>(_ model: Model) -> Model {
    guard Model.self == Duration.self, let duration = model as? Duration else { return model }
    return duration.bounded as? Model ?? model
  }

  private func model(_ leaf: any JSONLeaf.Type, from value: JSONValue) -> (any JSONLeaf)? {
    JSONCoding.chooses(leaf) ? coding.leaf(leaf, from: value) : leaf.init(json: value)
  }

  /// The name of a property in JSON.
  func name(of key: any CodingKey) -> String {
    coding.keys == .unchanged || keepsKeys ? key.stringValue : SnakeCase.snake(key.stringValue)
  }

  /// The possible property of that name in JSON.
  func property(_ name: String) -> String {
    coding.keys == .unchanged || keepsKeys ? name : SnakeCase.camel(name)
  }

  private func with(keysOf type: Any.Type) -> JSONValueDecoder {
    guard coding.keys != .unchanged, type is any UnorderedMembers.Type else { return self }
    var decoder = self
    decoder.keepsKeys = true
    return decoder
  }

  /// A member or element as a model. Most are leaves, and for those no decoder is made unless they do not fit.
  func decode<Model: Decodable>(_ type: Model.Type, _ value: JSONValue, at segment: ValuePath.Segment) throws -> Model {
    guard let leaf = type as? any JSONLeaf.Type else { return try child(value, segment).decode(type) }
    guard let model = model(leaf, from: value) as? Model else {
      throw child(value, segment).mismatch(coding.expectation(of: leaf))
    }
    return model
  }

  func child(_ value: JSONValue, _ segment: ValuePath.Segment) -> JSONValueDecoder {
    JSONValueDecoder(
      value: value, place: JSONDecodingPlace(parent: place, segment: segment), userInfo: userInfo, coding: coding)
  }

  func missing(_ segment: ValuePath.Segment, _ type: Any.Type) -> JSONDecodingError {
    let expectation = (type as? any JSONLeaf.Type).map(coding.expectation) ?? "a value"
    return .missing(JSONDecodingPlace.path(to: place).appending(segment), expected: expectation)
  }

  private func mismatch(_ expected: String) -> JSONDecodingError {
    .mismatch(JSONDecodingPlace.path(to: place), expected: expected, found: value)
  }
}

/// The way to a value, as a list from the inside out: nothing is copied on the way down, and a path made only for an error.
final class JSONDecodingPlace: Sendable {
  private let parent: JSONDecodingPlace?
  private let segment: ValuePath.Segment

  init(parent: JSONDecodingPlace?, segment: ValuePath.Segment) {
    self.parent = parent
    self.segment = segment
  }

  static func path(to place: JSONDecodingPlace?) -> ValuePath {
    ValuePath(sequence(first: place) { $0?.parent }.compactMap { $0?.segment }.reversed())
  }

  static func keys(to place: JSONDecodingPlace?) -> [any CodingKey] {
    path(to: place).segments.map {
      switch $0 {
      case .key(let key): JSONCodingKey(stringValue: key)
      case .index(let index): JSONCodingKey(intValue: index)
      }
    }
  }
}
