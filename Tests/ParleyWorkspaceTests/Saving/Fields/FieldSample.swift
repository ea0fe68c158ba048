import Testing

@testable import ParleyEditing
@testable import ParleyFiles
@testable import ParleyWorkspace

/// A file that says two things under one key, one after the other, and the same file without that key.
struct FieldSample<Definition: Sendable & Equatable> {
  let route: FieldRoute
  let form: Form<Definition>
  /// What keys want beside them, by the map they are in and their name.
  let companions: [String: [(key: String, value: String)]]

  init(
    _ route: FieldRoute, of form: Form<Definition>, companions: [String: [(key: String, value: String)]] = [:]
  ) {
    (self.route, self.form) = (route, form)
    self.companions = companions.merging(Self.companions) { own, _ in own }
  }

  /// What is required, and what means something only beside something else.
  private static var companions: [String: [(key: String, value: String)]] {
    [
      "a message.timeout": [("wait", ".x")], "a part.type": [("text", "x")], "a part.fileName": [("file", "x.png")],
      "an API key.in": [("name", "n"), ("value", "v")], "an API key.value": [("name", "n")],
      "oauth2.grant": [("tokenUrl", "/token"), ("clientId", "me"), ("username", "ada"), ("password", "'{{p}}'")],
    ]
  }

  /// So that a file says something else, too.
  private static var others: [String: [(key: String, value: String)]] {
    ["an environment": [("confirm", "true"), ("color", "red")], "a folder": [("docs", "Notes."), ("server", "api")]]
  }

  private static var required: [String: String] {
    [
      "url": "/given", "parley": "1", "id": "w1", "file": "x.pem", "name": "some/one", "tokenUrl": "/token",
      "clientId": "me", "path": ".given", "postgres": "postgresql://db/p", "secret": "prompt", "query": "'{ me }'",
      "retries": "7", "attempts": "7", "user": "ada", "password": "'{{p}}'", "value": "'{{k}}'", "accessKey": "AK",
      "secretKey": "SK",
      "region": "eu", "service": "s3", "passphrase": "prompt",
    ]
  }

  // MARK: The file

  /// - Parameter value: under the key; nil for the file without it.
  func tree(saying value: String?) -> SampleTree {
    tree(route.steps[...], value) ?? .map([])
  }

  /// Nil for what says nothing any more, so that it goes as well.
  private func tree(_ steps: ArraySlice<FieldRoute.Step>, _ value: String?) -> SampleTree? {
    guard let step = steps.first else { return value.map(SampleTree.line) }
    let inner = tree(steps.dropFirst(), value)
    switch step {
    case .item: return inner.map { .list([$0]) }
    case .name: return inner.map { .map([("given", $0)]) }
    case .key(let property, let object):
      guard inner != nil || !object.isChoice else { return nil }
      let own = inner.map { [(key: property.name, value: $0)] } ?? []
      let before = beside(property, in: object).map { (key: $0.key, value: SampleTree.line($0.value)) }
      guard !(own + before).isEmpty else { return nil }
      return .map(before + own)
    }
  }

  private func beside(
    _ property: ObjectSchema.Property, in object: ObjectSchema
  ) -> [(key: String, value: String)] {
    if let companions = companions["\(object.title).\(property.name)"] { return companions }
    if let other = Self.others[object.title] { return [property.name == other[0].key ? other[1] : other[0]] }
    return object.properties.filter { $0.isRequired && $0.name != property.name }.map { other in
      (other.name, object.title == "a file" ? "x.bin" : Self.required[other.name] ?? "?")
    }
  }

  // MARK: Two values

  /// The first two that the key takes, and that mean different things.
  func values() -> (first: String, second: String)? {
    var found: [(text: String, definition: Definition)] = []
    let without = read(tree(saying: nil).text(.block))
    for text in route.last?.property.schema.candidates ?? [] where found.count < 2 {
      guard let definition = read(tree(saying: text).text(.block)) else { continue }
      if definition != without, !found.contains(where: { $0.definition == definition }) {
        found.append((text, definition))
      }
    }
    return found.count == 2 ? (found[0].text, found[1].text) : nil
  }

  /// What a file says; nil where it has mistakes.
  func read(_ text: String) -> Definition? {
    let result = form.read(SourceText(text))
    return result.diagnostics.contains { $0.severity == .error } ? nil : result.value ?? form.blank
  }

  // MARK: Saving

  /// The innermost map around the key that a save writes as a short text where it says nothing else.
  private static var shortened: [String] {
    ["a server", "a file", "a part", "a captured value", "a login", "a secret"]
  }

  func saving(_ definition: Definition, over text: String) throws -> String {
    let patch = DefinitionPatch(form, of: SourceText(text), blank: form.blank)
    return String(decoding: try patch.bytes(saying: definition), as: UTF8.self)
  }

  /// The bytes that a change of the key may touch: those of its value, or of the map that may become a short text.
  func range(in text: String) -> Range<Int>? {
    node(in: text, shortStep.map { route.steps[..<$0] } ?? route.steps[...])?.place.range
  }

  var isShortened: Bool { shortStep != nil }

  private var shortStep: Int? {
    route.steps.firstIndex { step in
      if case .key(_, let object) = step { Self.shortened.contains(object.title) } else { false }
    }
  }

  private func node(in text: String, _ steps: ArraySlice<FieldRoute.Step>) -> YAMLNode? {
    steps.reduce(YAMLDocument.parse(text).root) { node, step in
      switch step {
      case .key(let property, _): node?[property.name]
      case .name: node?.entries?.first?.value
      case .item: node?.items?.first
      }
    }
  }
}
