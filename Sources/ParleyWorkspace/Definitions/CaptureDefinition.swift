package import ParleyEngine

/// A value that is taken from a response into a shared key.
package struct CaptureDefinition: Sendable, Equatable {
  package var key: Located<String>
  /// Into the response's result, as in `.user.id`.
  package var path: Located<ValuePath>
  /// Switched off with `~`.
  package var isOn: Bool

  package init(key: Located<String>, path: Located<ValuePath>, isOn: Bool = true) {
    self.key = key
    self.path = path
    self.isOn = isOn
  }
}

extension CaptureDefinition {
  private static let expected = "a path such as .token or .items[0].id"

  static let listReader = Reader<[CaptureDefinition]>(
    "a map of shared keys with paths such as .token", .map(.text(pattern: "^[.]")), write: { written($0) }
  ) { node, decoding in
    guard let entries = node.isAbsent ? [] : node.entries else {
      return decoding.mismatch(node, expected: "a map of shared keys with paths such as .token")
    }
    return entries.compactMap { read($0, &decoding) }
  }

  private static func read(_ entry: YAMLEntry, _ decoding: inout Decoding) -> CaptureDefinition? {
    let name = RowName(entry.key.value)
    guard !name.text.isEmpty, let text = entry.value.text, text.hasPrefix("."), let path = try? ValuePath(parsing: text)
    else {
      return decoding.mismatch(entry.value, expected: expected)
    }
    let key = Located(name.text, at: entry.key.place)
    return CaptureDefinition(key: key, path: Located(path, at: entry.value.place), isOn: name.isOn)
  }

  private static func written(_ captures: [CaptureDefinition]) -> EncodedValue? {
    let entries = captures.map { capture in
      EncodedValue.Entry(RowName(capture.key.value, isOn: capture.isOn).written, .text(capture.path.value.description))
    }
    return EncodedValue.map(entries, isFlow: captures.count == 1).unlessEmpty
  }
}
