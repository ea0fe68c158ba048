internal import ParleyEditing
internal import ParleyEngine
internal import ParleyFiles
import ParleyStore
import ParleyText

extension SharedKeys {
  /// Names a new cipher in `parley.yaml`.
  /// - Parameter keyFile: the path of its key file, which is made where there is none; nil for a passphrase that is asked. Whoever
  ///   names a file here may read it: it is added to what the workspace is trusted with.
  package func declareCipher(_ name: String, keyFile: String? = nil) async throws {
    let cipher = CipherDefinition(
      name: Located(name), passphrase: keyFile == nil ? .prompt : nil, keyFile: keyFile.map { Located($0) })
    // No key is made for a cipher that cannot be declared.
    let file = try WorkspaceFile(of: session.workspace)
    var edited = file.definition
    try edited.declare(cipher)
    _ = try file.patched(edited)
    if let keyFile { try makeKey(at: keyFile) }
    try WorkspaceFile.change(of: session.workspace) { try $0.declare(cipher) }
    try await session.reload()
    try session.permissions.allow(session.permissions.grant.missing(of: TrustNeeds(of: session.workspace).of(cipher)))
  }

  private func makeKey(at path: String) throws {
    let location = FileAccess(root: session.workspace.root).location(of: path)
    if !FileSystem.exists(location) { try KeyFile.make(at: OutputFile.checked(location)) }
  }
}

extension WorkspaceDefinition {
  fileprivate mutating func declare(_ cipher: CipherDefinition) throws(SharedDataError) {
    let name = cipher.name.value
    guard !ciphers.contains(where: { $0.name.value == name }) else {
      throw SharedDataError(.conflict, "The cipher \(Printable.quoted(name)) already exists.", place: name)
    }
    ciphers.append(cipher)
  }
}
