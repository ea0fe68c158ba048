internal import ParleyText

extension Filling {
  /// Those that are said, with their texts filled in and their paths made absolute.
  mutating func fill(_ options: EffectiveOptions) async throws -> OptionsDefinition {
    var filled = OptionsDefinition()
    for field in OptionsDefinition.fields where field.isSaid(in: options.said) {
      field.key.copy(options.said, &filled)
      try await fill(field.content, of: &filled, named: field.name, from: options.origin(of: field.name))
    }
    return filled
  }

  private mutating func fill(
    _ content: OptionField.Content, of options: inout OptionsDefinition, named name: String, from origin: ValueOrigin
  ) async throws {
    let field = Field(name, from: origin)
    switch content {
    case .plain: break
    case .path(let path, let use, let word):
      guard let text = options[keyPath: path] else { return }
      let filled: Located<String> =
        try await text.value == word ? fill(text, as: field) : fill(path: text, for: use, as: field)
      options[keyPath: path] = filled
    case .url(let path):
      guard let text = options[keyPath: path] else { return }
      options[keyPath: path] = Located(note(try await rendered(text.value, .url), as: field), at: text.place)
    case .certificate:
      guard let certificate = options.certificate else { return }
      options.certificate = try await fill(certificate) { Field("\(name) \($0)", from: origin) }
    }
  }
}
