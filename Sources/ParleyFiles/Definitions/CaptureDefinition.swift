package import ParleyEngine

/// A value that is taken from a response into a shared key.
package struct CaptureDefinition: Sendable, Equatable {
  package var key: Located<String>
  /// Into the response's result, as in `.user.id`.
  package var path: Located<ValuePath>
  /// Switched off with `~`.
  package var isOn: Bool
  /// The expiry of the value, if it differs from the key's rule.
  package var expiry: ExpiryDefinition

  package init(
    key: Located<String>, path: Located<ValuePath>, isOn: Bool = true, expiry: ExpiryDefinition = ExpiryDefinition()
  ) {
    self.key = key
    self.path = path
    self.isOn = isOn
    self.expiry = expiry
  }
}

extension CaptureDefinition {
  private static let expected = "a path such as .token or .items[0].id"

  /// A capture that says more than its path.
  private struct Described: Sendable, ExpiringDefinition {
    var path: Located<ValuePath>?
    var expiry = ExpiryDefinition()
  }

  private static let form = Form<Described>(
    "a captured value", isFlow: true, make: { Described() },
    keys: [
      .init("path", \.path, .valuePath, "Path of the value, relative to `response.root`.", isRequired: true)
    ] + Form.expiryKeys)

  /// The schema of the map under a captured key.
  package static var schema: ObjectSchema { form.schema }

  static let listReader = Reader<[CaptureDefinition]>(
    "a map of shared keys with paths such as .token",
    .map(.either([.text(pattern: "^[.]"), .object(form.schema)])), write: { written($0) }
  ) { node, decoding in
    guard let entries = node.isAbsent ? [] : node.entries else {
      return decoding.mismatch(node, expected: "a map of shared keys with paths such as .token")
    }
    return entries.compactMap { read($0, &decoding) }
  }

  private static func read(_ entry: YAMLEntry, _ decoding: inout Decoding) -> CaptureDefinition? {
    let name = RowName(entry.key.value)
    if entry.value.entries != nil, !name.text.isEmpty { return described(entry, name, &decoding) }
    guard !name.text.isEmpty, let text = entry.value.text, text.hasPrefix("."), let path = try? ValuePath(parsing: text)
    else {
      return decoding.mismatch(entry.value, expected: expected)
    }
    let key = Located(name.text, at: entry.key.place)
    return CaptureDefinition(key: key, path: Located(path, at: entry.value.place), isOn: name.isOn)
  }

  private static func described(
    _ entry: YAMLEntry, _ name: RowName, _ decoding: inout Decoding
  ) -> CaptureDefinition? {
    guard let described = form.read(entry.value, &decoding), let path = described.path else { return nil }
    decoding.checkExpiry(described.expiry, of: "a captured value")
    return CaptureDefinition(
      key: Located(name.text, at: entry.key.place), path: path, isOn: name.isOn, expiry: described.expiry)
  }

  private var saying: EncodedValue {
    guard expiry != ExpiryDefinition() else { return .text(path.value.description) }
    return Self.form.written(Described(path: path, expiry: expiry))
  }

  private static func written(_ captures: [CaptureDefinition]) -> EncodedValue? {
    let entries = captures.map { capture in
      EncodedValue.Entry(RowName(capture.key.value, isOn: capture.isOn).written, capture.saying)
    }
    return EncodedValue.map(entries, isFlow: captures.count == 1).unlessEmpty
  }
}

extension Reader where Value == ValuePath {
  fileprivate static var valuePath: Reader {
    .scalar("a path such as .token or .items[0].id", .text(pattern: "^[.]"), text: \.description) { text in
      text.hasPrefix(".") ? try? ValuePath(parsing: text) : nil
    }
  }
}
