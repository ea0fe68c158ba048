internal import ParleyEngine
internal import ParleyModel

/// Fills in the texts of one send, and remembers what was filled in where.
struct Filling {
  @CopyOnWrite var renderer: TemplateRenderer
  let access: FileAccess
  /// Everything filled in by name, in the order of the message.
  private(set) var parts: [RenderedRequest.Part] = []
  /// The actions that need a permission and are not allowed.
  private(set) var missing: [TrustItem] = []

  init(_ renderer: TemplateRenderer) {
    self.renderer = renderer
    access = FileAccess(root: renderer.workspace.root)
  }

  /// The name and the origin of a text, as they are explained to a person.
  struct Field {
    let name: String
    let origin: ValueOrigin

    init(_ name: String, from origin: ValueOrigin = .request) {
      self.name = name
      self.origin = origin
    }
  }

  mutating func fill(_ text: String, as field: Field) async throws -> String {
    note(try await renderer.render(text), as: field)
  }

  mutating func fill(_ text: Located<String>, as field: Field) async throws -> Located<String> {
    Located(try await fill(text.value, as: field), at: text.place)
  }

  mutating func fill(_ text: Located<String>?, as field: Field) async throws -> Located<String>? {
    guard let text else { return nil }
    return try await fill(text, as: field) as Located<String>
  }

  /// A password, a token or a key: a secret wherever it comes from.
  mutating func fill(credential text: Located<String>, as field: Field) async throws -> Located<String> {
    var rendered = try await renderer.render(text.value)
    rendered.becomeSecret(template: text.value, source: text.place.map(ValueSource.file) ?? .template)
    renderer.note(secret: rendered.text)
    return Located(note(rendered, as: field), at: text.place)
  }

  mutating func fill(credential text: Located<String>?, as field: Field) async throws -> Located<String>? {
    guard let text else { return nil }
    return try await fill(credential: text, as: field) as Located<String>
  }

  /// - Returns: the whole path.
  mutating func fill(path text: Located<String>, for use: PathUse, as field: Field) async throws -> Located<String> {
    let path: String = try await fill(text.value, as: field)
    if let needed = access.trustNeeded(by: path, for: use), !renderer.providers.trust.allows(needed) {
      missing.append(needed)
    }
    return Located(access.location(of: path), at: text.place)
  }

  mutating func fill(path text: Located<String>?, for use: PathUse, as field: Field) async throws -> Located<String>? {
    guard let text else { return nil }
    return try await fill(path: text, for: use, as: field) as Located<String>
  }

  @discardableResult
  package mutating func note(_ rendered: RenderedText, as field: Field) -> String {
    parts.append(.init(name: field.name, value: rendered.masked, origin: field.origin, fills: rendered.fills))
    return rendered.text
  }
}

extension RenderedText {
  /// The whole text counts as one secret value.
  fileprivate mutating func becomeSecret(template: String, source: ValueSource) {
    guard !text.isEmpty else { return }
    let only = fills.count == 1 ? fills[0] : nil
    fills = [
      Fill(
        range: 0..<text.utf8.count, template: only?.template ?? template, source: only?.source ?? source,
        isSecret: true, isNull: only?.isNull ?? false)
    ]
  }
}
