extension JSONValue {
  /// The member `key` of an object; `nil` where it is absent or this is no object. Setting turns anything else but an
  /// object into one, setting `nil` removes the member.
  public subscript(key: String) -> JSONValue? {
    get { object?[key] }
    set {
      var members = object ?? JSONObject()
      self = .null  // so that the members are not shared while they change
      members[key] = newValue
      self = .object(members)
    }
  }

  /// The element at `index` of an array; `nil` where it is absent or this is no array.
  public subscript(index: Int) -> JSONValue? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  /// Whether it is `null`.
  public var isNull: Bool { self == .null }

  /// Whether it holds no other values.
  package var isScalar: Bool {
    switch self {
    case .array, .object: false
    default: true
    }
  }

  /// The flag; nil for anything else.
  public var bool: Bool? {
    if case .bool(let flag) = self { flag } else { nil }
  }

  /// The number with its digits; nil for anything else.
  public var number: JSONNumber? {
    if case .number(let number) = self { number } else { nil }
  }

  /// The number, if it is a whole one that fits.
  public var int: Int? { number.flatMap { Int(exactly: $0) } }

  /// The number as the nearest `Double`.
  public var double: Double? { number.map { Double($0) } }

  /// The string; nil for anything else.
  public var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The elements; nil for anything else.
  public var array: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The members; nil for anything else.
  public var object: JSONObject? {
    if case .object(let members) = self { members } else { nil }
  }
}
