internal import ParleyEngine
internal import ParleyModel
internal import ParleyText

// Values in words: a form is filled in key by key, as a person types it.
extension Form {
  /// Returns the text of a value under a key, or under a key inside of it; empty if it is absent.
  func line(at path: ArraySlice<String>, in value: Value) -> String {
    guard let name = path.first else { return "" }
    return self[name]?.line(path.dropFirst(), value) ?? ""
  }

  /// Says something there; empty words say nothing.
  func say(_ words: String, at path: ArraySlice<String>, in value: inout Value) throws(WordsMistake) {
    guard let name = path.first, let key = self[name] else { return }
    try key.say(words, path.dropFirst(), blank, &value)
  }

  func words(under key: String, in value: Value) -> String { line(at: [key], in: value) }

  func say(_ words: String, under key: String, in value: inout Value) throws(WordsMistake) {
    try say(words, at: [key], in: &value)
  }

  package func help(of key: String) -> KeyHelp? { self[key].map { KeyHelp($0.property) } }
}

/// The description of a key, for people.
package struct KeyHelp: Sendable, Equatable {
  package let summary: String
  /// In words that go on after "expected".
  package let expected: String
  /// The default; empty if there is none to describe.
  package let standard: String

  init(_ property: ObjectSchema.Property) {
    summary = property.summary.replacing("`", with: "")
    expected = property.expected
    standard = property.standard?.words ?? ""
  }
}

/// The reason why words are not valid under a key.
package struct WordsMistake: ExplainedError {
  package let summary: String
  package let advice: String?

  package init(_ summary: String, advice: String? = nil) {
    self.summary = Printable.text(summary)
    self.advice = advice
  }

  init(_ mistake: Diagnostic, expected: String) {
    let isOfFilter = mistake.code == .filter
    self.init(
      isOfFilter ? "Column \(mistake.place.column): \(mistake.sentence.ended)" : "Expected \(expected).",
      advice: mistake.hint)
  }

  package var code: String { "field.value" }
}
