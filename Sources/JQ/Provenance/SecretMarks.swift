import ParleyEngine

/// The secrets at and below a place of the input of an evaluation. Nothing is marked where nothing is.
final class SecretMarks: Sendable {
  /// Whether all that stands there is.
  let isWhole: Bool
  private let parts: SecretParts

  static let whole = SecretMarks(.whole)

  private init(_ parts: SecretParts) {
    (self.parts, isWhole) = (parts, parts.isWhole)
  }

  /// Nil where nothing is secret.
  static func of(_ parts: SecretParts) -> SecretMarks? {
    parts.isEmpty ? nil : parts.isWhole ? whole : SecretMarks(parts)
  }

  func child(_ step: Origin.Step) -> SecretMarks? {
    if isWhole { return self }
    switch step {
    case .key(let name): return .of(parts[.key(name)])
    case .index(let index): return .of(parts[.index(index)])
    case .anyIndex: return .of(parts.part(at: ValuePath([.index(-1)])))
    }
  }

  /// The parts, seen from there.
  var all: SecretParts { parts }
}

/// The secrets that an evaluation knows, and those that it finds out. It belongs to the machine's thread.
final class SecretTracking {
  private let known: Secrets
  /// Names of members that were made of secrets.
  private(set) var keys: Set<String> = []

  init(_ known: Secrets) {
    self.known = known
  }

  /// A member gets this name.
  func note(key: Value) {
    if let name = key.string, !name.isEmpty, isHeld(by: key) { keys.insert(name) }
  }

  /// Whether a secret is in a value: all of it, or in a part of it.
  func isHeld(by value: Value) -> Bool {
    if let marks = value.origin?.marks, value.kind < .array || marks.isWhole || value.isForeign { return true }
    switch value.payload {
    case .null, .bool: return false
    case .string(let text): return isHeld(by: text)
    case .number, .literal: return isHeld(by: value.scalarText)
    case .array(let storage):
      if let original = storage.original { return original.contains { isHeld(by: $0) } }
      return storage.own.contains { isHeld(by: $0.inheriting(value.origin)) }
    case .object(let storage):
      if storage.keys.contains(where: { isHeld(by: $0) }) { return true }
      if let original = storage.original { return original.contains { isHeld(by: $0.value) } }
      return storage.values.contains { isHeld(by: $0.inheriting(value.origin)) }
    }
  }

  /// Whether all of a value is a secret, so that all that is taken out of it is one.
  func isWhole(_ value: Value) -> Bool {
    value.origin?.marks?.isWhole == true || value.kind < .array && isHeld(by: value)
  }

  private func isHeld(by text: String) -> Bool {
    if !keys.isEmpty, keys.contains(text) { return true }
    return text.utf8.count >= Secrets.shortestSought && known.maskingForeign(text) != text
  }

  private func isHeld(by json: JSONValue) -> Bool {
    switch json {
    case .null, .bool: false
    case .string(let text): isHeld(by: text)
    case .number(let number): isHeld(by: number.text)
    case .array(let elements): elements.contains { isHeld(by: $0) }
    case .object(let members): members.contains { isHeld(by: $0.key) || isHeld(by: $0.value) }
    }
  }
}

extension Value {
  /// Whether its members or elements are the input's, as they are.
  fileprivate var isForeign: Bool {
    switch payload {
    case .array(let storage): storage.isForeign
    case .object(let storage): storage.isForeign
    case .null, .bool, .number, .literal, .string: false
    }
  }
}

extension Machine {
  /// Functions that only measure, or say where something stands.
  private static let telling: Set<String> = [
    "length", "utf8bytelength", "type", "indices", "index", "rindex", "_strindices", "bsearch",
  ]

  /// Whether what a function made of these values is a secret: a truth value never is, and a container knows it of its parts.
  func isSecret(_ result: Value, by name: String, of sources: [Value]) -> Bool {
    guard let secrets else { return false }
    switch result.kind {
    case .null, .false, .true: return false
    default: break
    }
    // The length of a number is that number.
    if Self.telling.contains(name), name != "length" || sources.first?.kind != .number { return false }
    return sources.contains { result.kind >= .array ? secrets.isWhole($0) : secrets.isHeld(by: $0) }
  }

  /// A length, a place or a name that stands beside what was found in a secret, and is none itself.
  @inline(__always)
  func told(_ value: Value) -> Value { secrets == nil ? value : Value(value.payload, origin: Self.nowhere) }

  private static let nowhere = Origin(.computed(by: "match", from: []))

  /// A member gets a name that a filter has made.
  @inline(__always)
  func note(key: Value) { secrets?.note(key: key) }

  /// The value that `catch` gets: a sentence that quotes a secret is one.
  func caught(_ failure: Failure) -> Value {
    guard secrets != nil, failure.isSentence, quotesSecret(failure) else { return failure.value }
    return Value(failure.value.payload, origin: OriginSet().origin(by: "error", isSecret: true))
  }

  /// Whether the text of an error may have a piece of a secret in it.
  func quotesSecret(_ failure: Failure) -> Bool {
    guard let secrets else { return false }
    guard failure.isSentence else { return secrets.isHeld(by: failure.value) }
    guard failure.culprits.isEmpty else { return failure.culprits.contains { secrets.isHeld(by: $0) } }
    return failure.value.string.map { $0.utf8.contains { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: "\"") } } ?? true
  }
}
