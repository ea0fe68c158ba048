internal import ParleyEngine
internal import ParleyText

// Values in words: a form is filled in key by key, as a person types it.
extension Form {
  /// What a value says under a key, where that is a word or a line; empty where it says nothing.
  func words(under key: String, in value: Value) -> String {
    guard case .text(let text)? = self[key]?.write(value) else { return "" }
    return text
  }

  /// Says something under a key; empty words say nothing.
  func say(_ words: String, under key: String, in value: inout Value) throws(WordsMistake) {
    guard let key = self[key] else { return }
    guard !words.isEmpty else { return key.copy(blank, &value) }
    let source = SourceText(file: "", bytes: Array(words.utf8))
    let place = SourcePlace(file: "", line: 1, column: 1, range: 0..<source.bytes.count)
    var decoding = Decoding(source: source)
    var changed = value
    key.fill(YAMLNode(content: .scalar(words, .doubleQuoted), place: place), &changed, &decoding)
    if let mistake = decoding.diagnostics.first(where: { $0.severity == .error }) {
      throw WordsMistake(mistake, expected: key.property.expected)
    }
    value = changed
  }

  func help(of key: String) -> KeyHelp? { self[key].map { KeyHelp($0.property) } }
}

/// What is known of a key, for people.
package struct KeyHelp: Sendable, Equatable {
  package let summary: String
  /// In words that go on after "expected".
  package let expected: String
  /// What holds while nothing is said; empty where there is nothing to say of that.
  package let standard: String

  init(_ property: ObjectSchema.Property) {
    summary = property.summary.replacing("`", with: "")
    expected = property.expected
    standard =
      switch property.standard {
      case .value(let text)?, .words(let text)?: text.replacing("`", with: "")
      case nil: ""
      }
  }
}

/// Why words cannot stand under a key.
package struct WordsMistake: ExplainedError {
  package let summary: String
  package let advice: String?

  package init(_ summary: String, advice: String? = nil) {
    self.summary = Printable.text(summary)
    self.advice = advice
  }

  fileprivate init(_ mistake: Diagnostic, expected: String) {
    let isOfFilter = mistake.code == .filter
    self.init(
      isOfFilter ? "Column \(mistake.place.column): \(mistake.sentence)." : "Expected \(expected).",
      advice: mistake.hint)
  }

  package var code: String { "field.value" }
}
