/// How a person types a value in a line, or one inside of it.
struct LineReader<Value: Sendable>: Sendable {
  /// Empty where nothing is said there in a line.
  let text: @Sendable (_ inner: ArraySlice<String>, Value) -> String
  /// A value that says it, made of what there was; `nil` for one that says nothing.
  let read: @Sendable (String, _ inner: ArraySlice<String>, Value?) throws(WordsMistake) -> Value?

  private init(
    text: @escaping @Sendable (ArraySlice<String>, Value) -> String,
    read: @escaping @Sendable (String, ArraySlice<String>, Value?) throws(WordsMistake) -> Value?
  ) {
    self.text = text
    self.read = read
  }
}

extension LineReader {
  /// As it stands in a file.
  init(
    _ expected: String, write: @escaping @Sendable (Value) -> EncodedValue?,
    read: @escaping @Sendable (YAMLNode, inout Decoding) -> Value?
  ) {
    text = { inner, value in
      guard inner.isEmpty, case .text(let text)? = write(value) else { return "" }
      return text
    }
    self.read = { (words, _, _) throws(WordsMistake) in
      guard !words.isEmpty else { return nil }
      let source = SourceText(file: "", bytes: Array(words.utf8))
      let place = SourcePlace(file: "", line: 1, column: 1, range: 0..<source.bytes.count)
      var decoding = Decoding(source: source)
      let value = read(YAMLNode(content: .scalar(words, .doubleQuoted), place: place), &decoding)
      if let mistake = decoding.diagnostics.first(where: { $0.severity == .error }) {
        throw WordsMistake(mistake, expected: expected)
      }
      return value
    }
  }

  init(
    text: @escaping @Sendable (Value) -> String, parse: @escaping @Sendable (String) -> Value?,
    mistake: @escaping @Sendable (String) -> String
  ) {
    self.text = { inner, value in inner.isEmpty ? text(value) : "" }
    read = { (words, _, _) throws(WordsMistake) in
      guard !words.isEmpty else { return nil }
      guard let value = parse(words) else { throw WordsMistake(mistake(words)) }
      return value
    }
  }

  /// The same, and for the keys of its maps what the form says. A map goes with what is required in it.
  /// - Parameter write: gives `nil` for a value that says nothing.
  func inside(_ form: Form<Value>, write: @escaping @Sendable (Value) -> EncodedValue?) -> LineReader {
    LineReader { inner, value in
      inner.isEmpty ? text(inner, value) : form.line(at: inner, in: value)
    } read: { (words, inner, value) throws(WordsMistake) in
      guard let name = inner.first else { return try read(words, inner, value) }
      if words.isEmpty, value == nil || inner.count == 1 && form[name]?.property.isRequired == true { return nil }
      var changed = value ?? form.blank
      try form.say(words, at: inner, in: &changed)
      return write(changed) == nil ? nil : changed
    }
  }

  package func map<Other>(
    _ transform: @escaping @Sendable (Value) -> Other, back: @escaping @Sendable (Other) -> Value?
  ) -> LineReader<Other> {
    LineReader<Other> { inner, other in
      back(other).map { text(inner, $0) } ?? ""
    } read: { (words, inner, other) throws(WordsMistake) in
      let value = try read(words, inner, other.flatMap(back))
      return value.map(transform)
    }
  }
}
