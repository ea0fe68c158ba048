internal import ParleyEditing
internal import ParleyEngine
package import ParleyFiles
package import ParleyModel
internal import ParleyText

/// Credentials that are about to be written to a file in clear, of which nobody has said yet where they belong. Nothing was written.
package struct UnplacedCredentials: Error, Sendable {
  package let credentials: [TypedCredential]
}

/// The places for typed credentials.
///
/// ```swift
/// do {
///   try session.files.save(session.credentials.settled(edited, as: id), as: id)
/// } catch let unplaced as UnplacedCredentials {
///   for credential in unplaced.credentials { try await session.credentials.place(credential, at: .machine) }
/// }
/// ```
package struct CredentialPlacing: Sendable {
  let session: Session

  /// A request with what was chosen for its credentials.
  /// - Throws: `UnplacedCredentials` where somebody has to choose first.
  package func settled(_ request: RequestDefinition, as id: String) throws -> RequestDefinition {
    try settled(request, in: WorkspacePaths.file(ofRequest: id))
  }

  /// The same for what requests share.
  package func settled(_ defaults: DefaultsDefinition, at place: DefaultsPlace) throws -> DefaultsDefinition {
    try settled(defaults, in: place.file)
  }

  /// The same for the text of a group.
  package func settled(_ text: String, ofGroup id: String) throws -> String {
    let source = SourceText(file: WorkspacePaths.file(ofGroup: id), bytes: Array(text.utf8))
    return String(decoding: try settled(source), as: UTF8.self)
  }

  /// The same for files that are about to change.
  func settled(_ change: FilesChange) throws -> FilesChange {
    // A file with another name says what it said before.
    let gone = change.items.filter { $0.after == nil }.flatMap { Self.credentials(in: $0.before, of: $0.file) }
    return FilesChange(
      try change.items.map { item in
        guard let after = item.after else { return item }
        let old = gone + Self.credentials(in: item.before, of: item.file)
        let bytes = try settled(SourceText(file: item.file, bytes: after), before: old)
        return FilesChange.Item(file: item.file, before: item.before, after: bytes)
      }, renamed: change.renamed)
  }

  private func settled<Content: HoldsCredentials>(_ content: Content, in file: String) throws -> Content {
    let declared = session.workspace.sources[file].map { CredentialFile($0)?.declaredNoSecrets ?? [] } ?? []
    let placements = try placements(of: content.credentials(in: file).filter { !declared.contains($0.key) })
    return placements.isEmpty ? content : content.placing(in: file) { placements[$0] }
  }

  /// The same for a whole file.
  /// - Parameter old: the credentials that the file had before, which are not being typed now.
  func settled(_ source: SourceText, before old: [TypedCredential] = []) throws -> [UInt8] {
    guard let file = CredentialFile(source) else { return source.bytes }
    let known = Set(old.map { [$0.key.slot, $0.key.value] })
    let placements = try placements(of: file.credentials.filter { !known.contains([$0.key.slot, $0.key.value]) })
    return placements.isEmpty ? source.bytes : try file.bytes { placements[$0] }
  }

  private static func credentials(in bytes: [UInt8]?, of file: String) -> [TypedCredential] {
    bytes.flatMap { CredentialFile(SourceText(file: file, bytes: $0)) }?.credentials ?? []
  }

  /// The choices made for the credentials. Throws `UnplacedCredentials` if some are missing.
  private func placements(of credentials: [TypedCredential]) throws -> [TypedCredential.Key: CredentialPlacement] {
    var (placements, open) = ([TypedCredential.Key: CredentialPlacement](), [TypedCredential]())
    for credential in credentials where credential.isMovable {
      placements[credential.key] = session.credentialChoices[credential.key]
      if placements[credential.key] == nil { open.append(credential) }
    }
    guard open.isEmpty else { throw UnplacedCredentials(credentials: open) }
    return placements
  }
}

// Choosing.
extension CredentialPlacing {
  /// Puts a credential where it belongs; the next `settled` has what stands for it.
  /// - Throws: `WorkspaceError` for a name that cannot be used, `SaveError`, `SharedDataError`; then nothing is chosen.
  package func place(_ credential: TypedCredential, at home: CredentialHome) async throws {
    switch home {
    case .file: try session.credentialChoices.keepInFile(credential.key)
    case .machine: session.credentialChoices.choose(try await keep(credential), for: credential.key)
    case .variable(let name, let source):
      session.credentialChoices.choose(try await declare(credential, name, source), for: credential.key)
    }
  }

  /// The value of an environment's variable is its first answer; other places ask a question of their own.
  private func keep(_ credential: TypedCredential) async throws -> CredentialPlacement {
    if let variable = credential.variable, case .environment(let name)? = WorkspacePaths.role(of: credential.file) {
      try await session.answers.keep(credential.value, to: variable, in: name)
      return .source(.prompt)
    }
    let question = try await question(for: credential)
    try await session.answers.keep(credential.value, to: question, .machine)
    return .template(SecretTemplate.text(question))
  }

  private func declare(
    _ credential: TypedCredential, _ name: String, _ source: SecretSource
  ) async throws -> CredentialPlacement {
    if credential.isDeclarable {
      try session.permissions.allow(source)
      return .source(source)
    }
    try await session.environments.declare(name, source)
    return .template("{{\(name)}}")
  }

  /// A question that is not another credential's already.
  private func question(for credential: TypedCredential) async throws -> String {
    let whole = credential.question
    for number in 1... {
      let question = number == 1 ? whole : "\(whole) \(number)"
      let answer = try await session.shared.get(KeptAnswer.key(of: question))?.text
      if answer == nil || answer == credential.value { return question }
    }
    return whole
  }
}
