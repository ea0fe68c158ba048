package import ParleyFiles

extension CredentialFile {
  /// The file's bytes with what was chosen for each credential in its place.
  package func bytes(_ placement: (TypedCredential.Key) -> CredentialPlacement?) throws(SaveError) -> [UInt8] {
    try content?.bytes(in: source, placement) ?? source.bytes
  }
}

extension CredentialContent {
  fileprivate func bytes(
    in source: SourceText, _ placement: (TypedCredential.Key) -> CredentialPlacement?
  ) throws(SaveError) -> [UInt8] {
    let patch = DefinitionPatch(Self.fileForm, of: source, blank: Self.fileForm.blank)
    let placed = placing(in: source.file, placement)
    do throws(SaveError) { return try patch.bytes(saying: placed) } catch {
      guard let bytes = try? patch.bytes(saying: placed.requoted(besides: self)) else { throw error }
      return bytes
    }
  }
}
