import ParleyText

extension Filling {
  /// The texts among the options, filled in.
  mutating func fill(_ options: EffectiveOptions) async throws -> OptionsDefinition {
    var filled = OptionsDefinition()
    filled.ca = try await fill(path: options.ca, for: .reading, "ca")
    if let certificate = options.certificate.value {
      filled.certificate = try await fill(certificate) { Field("certificate \($0)", from: options.certificate.origin) }
    }
    filled.proxy = try await fill(proxy: options.proxy)
    filled.unixSocket = try await fill(path: options.unixSocket, for: .connecting, "unixSocket")
    filled.download = try await fill(download: options.download)
    return filled
  }

  private mutating func fill(
    path: Inherited<Located<String>?>, for use: PathUse, _ name: String
  ) async throws -> Located<String>? {
    try await fill(path: path.value, for: use, as: Field(name, from: path.origin))
  }

  private mutating func fill(proxy: Inherited<Located<String>?>) async throws -> Located<String>? {
    guard let text = proxy.value else { return nil }
    let address = try await rendered(text.value, .url)
    return Located(note(address, as: Field("proxy", from: proxy.origin)), at: text.place)
  }

  private mutating func fill(download: Inherited<Located<String>?>) async throws -> Located<String>? {
    let field = Field("download", from: download.origin)
    guard download.value?.value != OptionsDefinition.temporary else { return try await fill(download.value, as: field) }
    return try await fill(path: download.value, for: .writing, as: field)
  }
}
