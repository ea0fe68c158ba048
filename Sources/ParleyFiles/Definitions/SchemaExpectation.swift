package import ParleyEngine

/// The schema that the body of a response must fit.
package enum SchemaExpectation: Sendable, Hashable {
  /// That of the request's own operation, for the status that came.
  case operation
  /// In a file of the workspace: `schemas/user.json#/$defs/User`.
  case file(String)
  /// Written in place.
  case inline(JSONValue)

  private static let ownOperation = "operation"

  /// - Returns: nil for what names no file of the workspace, and is no schema in JSON.
  package init?(text: String) {
    if text == Self.ownOperation {
      self = .operation
    } else if text.hasPrefix("{") {
      guard let schema = try? JSONValue(parsing: text) else { return nil }
      self = .inline(schema)
    } else {
      guard let path = SchemaReference(text).path(from: ""), !path.isEmpty, !text.contains(where: \.isNewline) else {
        return nil
      }
      self = .file(text)
    }
  }

  package var text: String {
    switch self {
    case .operation: Self.ownOperation
    case .file(let reference): reference
    case .inline(let schema): schema.description
    }
  }
}

extension SchemaExpectation {
  static let reader = Reader<SchemaExpectation>(
    "operation, a file of the workspace, or a schema", .either([.text(pattern: "."), .map(.anything)]),
    write: { $0.written }
  ) { node, decoding in
    if node.entries != nil { return .inline(JSONValue(yaml: node)) }
    guard let text = node.text, !node.isAbsent, let value = SchemaExpectation(text: text) else {
      return decoding.mismatch(
        node, expected: "operation, a file of the workspace, or a schema", hint: "such as schemas/user.json#/$defs/User"
      )
    }
    return value
  }.typed(\.text, parse: SchemaExpectation.init(text:))

  /// A schema is written as YAML where that says the same, otherwise as JSON.
  private var written: EncodedValue {
    guard case .inline(let schema) = self, schema.isWrittenAlike, schema.object != nil else { return .text(text) }
    return EncodedValue(schema)
  }
}

extension JSONValue {
  /// Whether every string in it is one without quotes too.
  fileprivate var isWrittenAlike: Bool {
    switch self {
    case .string(let text): JSONValue(plain: text) == self && !text.isEmpty && text != "~"
    case .array(let items): !items.isEmpty && items.allSatisfy(\.isWrittenAlike)
    case .object(let members): !members.isEmpty && members.values.allSatisfy(\.isWrittenAlike)
    case .null, .bool, .number: true
    }
  }
}

extension EncodedValue {
  fileprivate init(_ value: JSONValue) {
    switch value {
    case .string(let text): self = .text(text)
    case .array(let items): self = .list(items.map(EncodedValue.init))
    case .object(let members): self = .map(members.map { Entry($0.key, EncodedValue($0.value)) }, isFlow: false)
    case .null, .bool, .number: self = .text(value.description)
    }
  }
}
