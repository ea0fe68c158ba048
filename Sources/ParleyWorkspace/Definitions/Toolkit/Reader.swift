/// How a value is read out of a node, and how that is told: in messages, in the schemas and in the documentation.
struct Reader<Value: Sendable>: Sendable {
  /// In words that go on after "expected": "a duration such as 30s".
  let expected: String
  let schema: Schema
  /// Gives `nil` only after it has noted why.
  let read: @Sendable (YAMLNode, inout Decoding) -> Value?

  init(
    _ expected: String, _ schema: Schema, read: @escaping @Sendable (YAMLNode, inout Decoding) -> Value?
  ) {
    self.expected = expected
    self.schema = schema
    self.read = read
  }

  /// Reads text, which `parse` turns into a value or refuses with `nil`.
  static func scalar(
    _ expected: String, _ schema: Schema, hint: String? = nil, parse: @escaping @Sendable (String) -> Value?
  ) -> Reader {
    Reader(expected, schema) { node, decoding in
      guard let text = node.text, let value = parse(text) else {
        return decoding.mismatch(node, expected: expected, hint: hint)
      }
      return value
    }
  }

  func map<Other>(_ transform: @escaping @Sendable (Value) -> Other) -> Reader<Other> {
    Reader<Other>(expected, schema) { node, decoding in read(node, &decoding).map(transform) }
  }

  /// The same, with its place.
  var located: Reader<Located<Value>> {
    Reader<Located<Value>>(expected, schema) { node, decoding in
      read(node, &decoding).map { Located($0, at: node.place) }
    }
  }

  /// The same, told in other words.
  func expecting(_ words: String) -> Reader {
    Reader(words, schema, read: read)
  }
}
