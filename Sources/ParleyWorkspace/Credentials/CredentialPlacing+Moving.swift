internal import ParleyEngine
package import ParleyFiles
package import ParleyModel
internal import ParleyText

// Out of files that have them already.
extension CredentialPlacing {
  /// The credentials in a file.
  /// - Parameters:
  ///   - file: within the workspace.
  ///   - line: only what begins there, counted from 1.
  /// - Throws: `WorkspaceError` where the workspace has no such file.
  package func typed(in file: String, line: Int? = nil) throws -> [TypedCredential] {
    guard let source = session.workspace.sources[file] else {
      throw WorkspaceError(
        "noFile", "The workspace has no file \(Printable.quoted(file)).",
        advice: "Name one as `parley check` does, such as requests/pay.yaml:4.")
    }
    let all = CredentialFile(source)?.credentials ?? []
    return all.filter { line == nil || $0.place?.line == line }
  }

  /// Puts credentials of one file where they belong, and what stands for them into the file. Every other byte stays.
  /// - Throws: `SaveError` where the file cannot be changed so, and what `place` throws.
  package func move(_ credentials: [TypedCredential], to home: CredentialHome) async throws {
    let credentials = credentials.filter(\.isMovable)
    guard let file = credentials.first?.file else { return }
    for credential in credentials { try await place(credential, at: home) }
    // The environment's file may be the one that has just got another value.
    try await session.reload()
    guard let source = session.workspace.sources[file], let content = CredentialFile(source) else { return }
    let keys = Set(credentials.map(\.key))
    let bytes = try content.bytes { keys.contains($0) ? session.credentialChoices[$0] : nil }
    try FilesChange([.init(file: file, before: source.bytes, after: bytes)]).make(in: session.workspace.root)
    try await session.reload()
  }
}
