/// The parts of a JSON value that are secrets by where they came from: all of it, or what stands at some of its paths.
///
/// ```swift
/// let parts = SecretParts([try ValuePath(parsing: ".result.token")])
/// parts.masked(["result": ["token": "1f0c", "name": "Ada"]])  // {"result":{"token":"••••••••","name":"Ada"}}
/// ```
package struct SecretParts: Sendable, Hashable {
  /// Whether all of the value is a secret.
  package private(set) var isWhole = false
  private var inner: [ValuePath.Segment: SecretParts] = [:]

  /// None.
  package static let none = SecretParts()
  /// All of the value.
  package static let whole = {
    var parts = SecretParts()
    parts.isWhole = true
    return parts
  }()

  /// None.
  package init() {}

  /// The values at these paths.
  package init(_ paths: some Sequence<ValuePath>) {
    for path in paths { insert(path) }
  }

  /// Whether nothing of the value is a secret.
  package var isEmpty: Bool { !isWhole && inner.isEmpty }

  /// The paths, none of which leads into what another leads to.
  package var paths: [ValuePath] {
    isWhole ? [.root] : inner.flatMap { segment, parts in parts.paths.map { ValuePath([segment] + $0.segments) } }
  }

  /// Makes the value at a path a secret.
  package mutating func insert(_ path: ValuePath) {
    insert(.whole, at: path.segments[...])
  }

  /// The parts of what stands at a path are secrets.
  package mutating func insert(_ parts: SecretParts, at path: ValuePath) {
    if !parts.isEmpty { insert(parts, at: path.segments[...]) }
  }

  private mutating func insert(_ parts: SecretParts, at path: ArraySlice<ValuePath.Segment>) {
    guard !isWhole else { return }
    guard let first = path.first else { return formUnion(parts) }
    inner[first, default: SecretParts()].insert(parts, at: path.dropFirst())
  }

  /// Those of another are secrets too.
  package mutating func formUnion(_ other: SecretParts) {
    guard !isWhole else { return }
    guard !other.isWhole else {
      self = other
      return
    }
    for (segment, parts) in other.inner { inner[segment, default: SecretParts()].formUnion(parts) }
  }

  /// The parts of a member or an element.
  package subscript(segment: ValuePath.Segment) -> SecretParts { isWhole ? self : inner[segment] ?? .none }

  /// The parts of what stands at a path. What cannot be told apart counts: an index from the end is any element.
  package func part(at path: ValuePath) -> SecretParts {
    path.segments.reduce(self) { parts, segment in
      guard case .index(let index) = segment, index < 0 else { return parts[segment] }
      return parts.ofAnyElement
    }
  }

  private var ofAnyElement: SecretParts {
    isWhole
      ? self
      : inner.reduce(into: SecretParts()) { parts, element in
        if case .index = element.key { parts.formUnion(element.value) }
      }
  }
}

// What is shown.
extension SecretParts {
  /// A value with a mask in the place of each part. Truth values, null and what is empty say nothing, and stay.
  package func masked(_ value: JSONValue) -> JSONValue {
    if isWhole { return value.saysSomething ? .string(Secrets.mask) : value }
    guard !inner.isEmpty else { return value }
    switch value {
    case .object(let members):
      return .object(JSONObject(members.map { ($0.key, self[.key($0.key)].masked($0.value)) }))
    case .array(let elements):
      return .array(elements.enumerated().map { self[.index($0.offset)].masked($0.element) })
    case .null, .bool, .number, .string: return value
    }
  }

  /// The texts and numbers in the parts, as texts.
  package func texts(in value: JSONValue) -> [String] {
    if isWhole { return value.leafTexts }
    switch value {
    case .object(let members): return inner.isEmpty ? [] : members.flatMap { self[.key($0.key)].texts(in: $0.value) }
    case .array(let elements):
      return inner.isEmpty ? [] : elements.enumerated().flatMap { self[.index($0.offset)].texts(in: $0.element) }
    case .null, .bool, .number, .string: return []
    }
  }
}

extension SecretParts: Codable {
  package init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode([ValuePath].self))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(paths.sorted { "\($0)" < "\($1)" })
  }
}

extension JSONValue {
  /// Whether it may tell something of what it was made from.
  fileprivate var saysSomething: Bool {
    switch self {
    case .null, .bool: false
    case .number: true
    case .string(let text): !text.isEmpty
    case .array(let elements): !elements.isEmpty
    case .object(let members): !members.isEmpty
    }
  }

  /// All texts and numbers in it, as texts.
  package var leafTexts: [String] {
    switch self {
    case .null, .bool: []
    case .string(let text): [text]
    case .number: [JSONPrinter.compact.string(of: self)]
    case .array(let elements): elements.flatMap(\.leafTexts)
    case .object(let members): members.flatMap { $0.value.leafTexts }
    }
  }
}
