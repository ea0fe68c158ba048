import ParleyEngine

/// A value that flows through a filter: a payload and, if the evaluation is traced, its origin.
///
/// The input is not copied into values as a whole. Its containers stay what they are (`ArrayStorage.foreign`), and an
/// element becomes a value once somebody asks for it.
struct Value {
  enum Payload {
    case null
    case bool(Bool)
    /// A number whose digits follow from its value.
    case number(Double)
    /// A number as it was written, kept until somebody calculates with it.
    case literal(JSONNumber)
    case string(String)
    case array(ArrayStorage)
    case object(ObjectStorage)
  }

  var payload: Payload
  /// Nil unless the evaluation is traced.
  var origin: Origin?

  @inline(__always)
  init(_ payload: Payload, origin: Origin? = nil) {
    self.payload = payload
    self.origin = origin
  }

  @inline(__always) static var null: Value { Value(.null) }
  @inline(__always) static var `true`: Value { Value(.bool(true)) }
  @inline(__always) static var `false`: Value { Value(.bool(false)) }

  @inline(__always) init(_ flag: Bool) { self.init(.bool(flag)) }
  @inline(__always) init(_ number: Double) { self.init(.number(number)) }
  @inline(__always) init(_ number: Int) { self.init(.number(Double(number))) }
  @inline(__always) init(_ text: String) { self.init(.string(text)) }
  @inline(__always) init(_ elements: [Value]) { self.init(.array(ArrayStorage(elements))) }
  @inline(__always) init(_ object: ObjectStorage) { self.init(.object(object)) }

  /// Everything but `null` and `false` is true.
  @inline(__always)
  var isTrue: Bool {
    switch payload {
    case .null, .bool(false): false
    default: true
    }
  }

  /// The number as jq calculates with it.
  @inline(__always)
  var double: Double? {
    switch payload {
    case .number(let number): number
    case .literal(let literal): Double(literal)
    default: nil
    }
  }

  var string: String? {
    if case .string(let text) = payload { text } else { nil }
  }

  /// Takes the array out, so that whoever changes it is its only owner.
  @inline(__always)
  mutating func takeArray() -> ArrayStorage? {
    guard case .array(let storage) = payload else { return nil }
    payload = .null
    return storage
  }

  /// Takes the object out, so that whoever changes it is its only owner.
  @inline(__always)
  mutating func takeObject() -> ObjectStorage? {
    guard case .object(let storage) = payload else { return nil }
    payload = .null
    return storage
  }

  /// Containers inside of one another.
  @inline(__always)
  var depth: Int32 {
    switch payload {
    case .array(let storage): storage.depth
    case .object(let storage): storage.depth
    default: 0
    }
  }

  /// Without anything known about where it came from.
  @inline(__always)
  var untraced: Value { Value(payload) }
}

extension Value {
  /// jq's names, in jq's order of kinds.
  enum Kind: Int, Comparable {
    case null, `false`, `true`, number, string, array, object

    static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }

    var name: String {
      switch self {
      case .null: "null"
      case .false, .true: "boolean"
      case .number: "number"
      case .string: "string"
      case .array: "array"
      case .object: "object"
      }
    }
  }

  var kind: Kind {
    switch payload {
    case .null: .null
    case .bool(let flag): flag ? .true : .false
    case .number, .literal: .number
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }
}
