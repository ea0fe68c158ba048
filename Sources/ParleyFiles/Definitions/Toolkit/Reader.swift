/// How a value is read out of a node, how it is written back, and how that is told: in messages, in the schemas and in
/// the documentation.
package struct Reader<Value: Sendable>: Sendable {
  /// In words that go on after "expected": "a duration such as 30s".
  let expected: String
  package let schema: Schema
  /// Gives `nil` only after it has noted why.
  let read: @Sendable (YAMLNode, inout Decoding) -> Value?
  /// Gives `nil` for what a file says by having no such key.
  let write: @Sendable (Value) -> EncodedValue?
  /// How it is typed in a line.
  private(set) var lines: LineReader<Value>

  init(
    _ expected: String, _ schema: Schema, write: @escaping @Sendable (Value) -> EncodedValue?,
    read: @escaping @Sendable (YAMLNode, inout Decoding) -> Value?
  ) {
    self.expected = expected
    self.schema = schema
    self.read = read
    self.write = write
    lines = LineReader(expected, write: write, read: read)
  }

  /// Reads text, which `parse` turns into a value or refuses with `nil`.
  static func scalar(
    _ expected: String, _ schema: Schema, hint: String? = nil, text: @escaping @Sendable (Value) -> String,
    parse: @escaping @Sendable (String) -> Value?
  ) -> Reader {
    Reader(expected, schema, write: { .text(text($0)) }) { node, decoding in
      guard let text = node.text, let value = parse(text) else {
        return decoding.mismatch(node, expected: expected, hint: hint)
      }
      return value
    }
  }

  /// The same, as another type.
  /// - Parameter back: `nil` where the other value is not one of these.
  package func map<Other>(
    _ transform: @escaping @Sendable (Value) -> Other, back: @escaping @Sendable (Other) -> Value?
  ) -> Reader<Other> {
    var other = Reader<Other>(expected, schema, write: { back($0).flatMap(write) }) { node, decoding in
      read(node, &decoding).map(transform)
    }
    other.lines = lines.map(transform, back: back)
    return other
  }

  /// The same, with its place.
  var located: Reader<Located<Value>> {
    var located = Reader<Located<Value>>(expected, schema, write: { write($0.value) }) { node, decoding in
      read(node, &decoding).map { Located($0, at: node.place) }
    }
    located.lines = lines.map {
      Located($0)
    } back: {
      $0.value
    }
    return located
  }

  /// The same, told in other words.
  func expecting(_ words: String) -> Reader {
    Reader(words, schema, write: write, read: read)
  }

  /// The same, typed otherwise than it stands in a file.
  /// - Parameters:
  ///   - parse: `nil` for what is no such value.
  ///   - mistake: the sentence for what is no such value; nil for the usual one.
  func typed(
    _ text: @escaping @Sendable (Value) -> String, parse: @escaping @Sendable (String) -> Value?,
    mistake: (@Sendable (String) -> String)? = nil
  ) -> Reader {
    var copy = self
    let usual = "Expected \(expected)."
    copy.lines = LineReader(text: text, parse: parse, mistake: mistake ?? { _ in usual })
    return copy
  }

  /// The same, whose maps have the keys of a form.
  func of(_ form: Form<Value>) -> Reader {
    var copy = self
    copy.lines = lines.inside(form, write: write)
    return copy
  }
}
