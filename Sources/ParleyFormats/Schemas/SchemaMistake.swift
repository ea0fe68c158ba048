package import ParleyEngine
internal import ParleyText

/// Something in a value that its schema does not allow.
package struct SchemaMistake: Hashable, Sendable {
  /// Of the value, from the whole one.
  package let path: ValuePath
  /// The value and the schema's expectation, in words that continue the path: `is "12", expected a number`.
  package let text: String
  /// Something that must be there is not.
  let isMissing: Bool

  init(_ path: ValuePath, _ text: String, isMissing: Bool = false) {
    self.path = path
    self.text = text
    self.isMissing = isMissing
  }

  /// `.items[3].price is "12", expected a number`
  package var sentence: String { path == .root ? "the body \(text)" : "\(Printable.text("\(path)")) \(text)" }
}

extension [SchemaMistake] {
  /// The deepest first: what is wrong in a part says more than what is wrong with the whole.
  package var mostSpecificFirst: [SchemaMistake] {
    enumerated().sorted { left, right in
      let (leftDepth, rightDepth) = (left.element.path.segments.count, right.element.path.segments.count)
      return leftDepth == rightDepth ? left.offset < right.offset : leftDepth > rightDepth
    }.map(\.element)
  }

  private static let mostShown = 8

  /// All in one line, and how many more there are.
  package var clause: String {
    let shown = mostSpecificFirst.prefix(Self.mostShown).map(\.sentence).joined(separator: "; ")
    return count > Self.mostShown ? "\(shown); and \((count - Self.mostShown).counted("more mistake"))" : shown
  }
}

/// The result of the check of one value.
struct SchemaFinding {
  var mistakes: [SchemaMistake] = []
  /// The properties that some schema has looked at.
  var properties: Set<ExactString> = []
  /// So many items from the first were looked at.
  var items = 0
  var otherItems: Set<Int> = []
  /// Whether a schema names the properties.
  var namesProperties = false
  /// Properties that no schema names, in the value and in its parts.
  var unknown: [ValuePath] = []

  var isValid: Bool { mistakes.isEmpty }

  package mutating func note(_ path: ValuePath, _ text: String, isMissing: Bool = false) {
    mistakes.append(SchemaMistake(path, text, isMissing: isMissing))
  }

  /// Of another schema for the same value.
  package mutating func take(_ other: SchemaFinding) {
    mistakes += other.mistakes
    takeMarks(of: other)
    if !other.isValid { unknown += other.unknown }
  }

  /// Of a part of the value.
  mutating func takePart(_ other: SchemaFinding) {
    mistakes += other.mistakes
    unknown += other.unknown
  }

  /// Takes over which parts another check looked at, but not its mistakes.
  mutating func takeMarks(of other: SchemaFinding) {
    namesProperties = namesProperties || other.namesProperties
    guard other.isValid else { return }
    unknown += other.unknown
    properties.formUnion(other.properties)
    items = Swift.max(items, other.items)
    otherItems.formUnion(other.otherItems)
  }
}

extension JSONValue {
  private static let longestShown = 40

  /// For messages: a scalar as it stands in JSON, of a list or an object only what it is. For what a schema says itself.
  var shown: String { shown(hiding: Secrets()) }

  /// The same of a value from elsewhere. Its secrets are masked before it is cut.
  func shown(hiding secrets: Secrets) -> String {
    switch self {
    case .array, .object: return kind.phrase
    default:
      let text = Printable.text(secrets.maskingForeign(description))
      return text.count > Self.longestShown ? text.prefix(Self.longestShown - 1) + "…" : text
    }
  }
}

/// The secrets in a value that is checked, which no mistake quotes.
package struct SchemaSecrets: Sendable {
  /// By their places in the value.
  var parts: SecretParts
  /// Those that are looked for.
  var known: Secrets

  package init(_ parts: SecretParts = .none, known: Secrets = Secrets()) {
    (self.parts, self.known) = (parts, known)
  }
}

extension SchemaCheck {
  /// A value for a message.
  func shown(_ pair: Pair) -> String { shown(pair.value, at: pair.path) }

  func shown(_ value: JSONValue, at path: ValuePath) -> String {
    secrets.parts.part(at: path).masked(value).shown(hiding: secrets.known)
  }
}
