internal import ParleyEngine
package import ParleyFiles
package import ParleyStore
internal import ParleyText

/// The ciphers of a workspace, and what opens them.
package struct Ciphers: Sendable {
  let session: Session

  /// The ciphers of the workspace, in the order of its file.
  package var all: [CipherState] {
    let own = session.workspace.definition.ciphers.map { definition in
      CipherState(definition, isLocked: session.vaults[definition.name.value]?.isLocked ?? true)
    }
    let teams = session.workspace.definition.team.map {
      CipherState($0.cipher, isLocked: session.teamLink.cipher.isLocked)
    }
    return own + [teams].compactMap(\.self)
  }

  /// Opens a cipher with what its definition says: a key file, or a passphrase that is asked, read from a variable or
  /// printed by a program. The first one that is given becomes the one it has, and is asked twice.
  /// - Throws: `SharedDataError.wrongKey` when it is another one; `RenderError.notTrusted`, `.nobodyToAsk` and the like.
  package func unlock(_ name: String, by prompter: any Prompter) async throws {
    let definition = try cipher(name)
    guard !isTeamCipher(name) else { return try await session.team.unlock(by: prompter) }
    guard let vault = session.vaults[name], vault.isLocked else { return }
    let isNew = try await session.store.cipherKeys.kind(of: name) == nil
    let key = try await askingAgain(prompter, of: definition) { mistake in
      let secret = try await secret(of: definition, isNew: isNew, mistake, by: prompter)
      return try await session.store.cipherKeys.open(name, with: secret, cost: session.passphraseCost)
    }
    vault.unlock(with: key)
    try? await session.shared.protect()
  }

  /// Performs work that may need a cipher. If one is locked, asks for its passphrase and tries once more.
  /// - Throws: the errors of the work and of `unlock`.
  package func unlocking<Value: Sendable>(
    by prompter: any Prompter, _ work: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await work()
    } catch let error as SharedDataError where error.kind == .locked {
      try await unlock(error.place ?? "", by: prompter)
      return try await work()
    }
  }

  /// Before it is sent: afterwards nobody could be asked.
  func unlockWhatIsWritten(by rendered: RenderedRequest, asking prompter: any Prompter) async throws {
    for name in rendered.keysWritten {
      if session.team.owns(name) { try await session.team.unlock(by: prompter) }
      guard let cipher = session.shared.rules.rule(for: name)?.cipher, session.vaults[cipher]?.isLocked == true else {
        continue
      }
      try await unlock(cipher, by: prompter)
    }
  }

  /// Does what may need ciphers, and once more after each passphrase that was asked.
  package func unlockingAll<Value>(by prompter: any Prompter, _ work: () async throws -> Value) async throws -> Value {
    var asked: Set<String> = []
    while true {
      do {
        return try await work()
      } catch let error as SharedDataError
        where error.kind == .locked && asked.insert(error.place ?? "").inserted
      {
        try await unlock(error.place ?? "", by: prompter)
      }
    }
  }

  /// Unlocks the ciphers whose key files are there and allowed, because nobody has to be asked for these.
  package func unlockKeyFiles() async {
    for cipher in all where cipher.kind == .keyFile && cipher.isLocked {
      guard (try? await session.store.cipherKeys.kind(of: cipher.name)) ?? nil != nil else { continue }
      try? await unlock(cipher.name, by: NoPrompter())
    }
  }

  /// A person who gave another passphrase is asked again; others hear of it.
  func askingAgain<Value>(
    _ prompter: any Prompter, of cipher: CipherDefinition, _ work: (_ mistake: String?) async throws -> Value
  ) async throws -> Value {
    var mistake: String?
    while true {
      do { return try await work(mistake) } catch let error as SharedDataError
        where error.kind == .wrongKey && cipher.passphrase == .prompt && prompter.asksAgain
      {
        mistake = error.summary
      }
    }
  }

  /// Forgets a cipher's key until it is unlocked again.
  package func lock(_ name: String) {
    if isTeamCipher(name) {
      session.teamLink.cipher.lock()
      session.shared.register(session.teamLink.cipher, as: name)
    }
    session.vaults[name]?.lock()
    // What was read with it is forgotten too.
    if let vault = session.vaults[name] { session.shared.register(vault, as: name) }
  }

  /// Says whether what opens a cipher does.
  package func check(_ name: String, by prompter: any Prompter) async throws {
    let definition = try cipher(name)
    if isTeamCipher(name) {
      let keys = try session.team.keys()
      _ = try await keys.open(with: try await secret(of: definition, isNew: false, nil, by: prompter))
      return
    }
    try await session.store.cipherKeys.check(
      name, with: try await secret(of: definition, isNew: false, nil, by: prompter))
  }

  /// Changes the secret that unlocks a cipher: to another passphrase, which is asked for twice, or to the source that
  /// its definition names now. No value is rewritten.
  /// - Parameter old: the current secret, if it differs from that of the definition; asked for if nil.
  package func changeSecret(of name: String, from old: KeySecret? = nil, by prompter: any Prompter) async throws {
    let definition = try cipher(name)
    let oldSecret =
      if let old { old } else {
        passphrase(try await ask("old passphrase of \(name)", .passphrase(cipher: name), nil, by: prompter))
      }
    if isTeamCipher(name) {
      _ = try await session.team.keys().open(with: oldSecret)
    } else {
      try await session.store.cipherKeys.check(name, with: oldSecret)
    }
    let new = try await askingAgain(prompter, of: definition) { mistake in
      try await secret(of: definition, isNew: true, mistake, by: prompter)
    }
    if isTeamCipher(name) {
      return try await session.team.keys().change(from: oldSecret, to: new, cost: session.passphraseCost)
    }
    try await session.store.cipherKeys.change(name, from: oldSecret, to: new, cost: session.passphraseCost)
  }

  /// Whether it is the team's key, and not a cipher of one's own.
  private func isTeamCipher(_ name: String) -> Bool {
    name == CipherDefinition.team && session.workspace.definition.team != nil
  }

  private func cipher(_ name: String) throws(SharedDataError) -> CipherDefinition {
    let definitions =
      session.workspace.definition.ciphers + [session.workspace.definition.team?.cipher].compactMap(\.self)
    guard let definition = definitions.first(where: { $0.name.value == name }) else {
      let nearest = NearestName.of(name, among: definitions.map(\.name.value))
      throw SharedDataError(
        .unknownCipher, "\(WorkspacePaths.workspaceFile) has no cipher \(Printable.quoted(name)).",
        advice: nearest.map { "Did you mean \(Printable.quoted($0))?" }
          ?? "Declare it under ciphers in \(WorkspacePaths.workspaceFile).")
    }
    return definition
  }

  func secret(
    of definition: CipherDefinition, isNew: Bool, _ mistake: String?, by prompter: any Prompter
  ) async throws -> KeySecret {
    let files = definition.command.map(session.workspace.commandFiles)
    let missing = session.permissions.grant.missing(
      of: files.map { [$0.trustItem] } ?? session.workspace.trustWanted(by: definition))
    guard missing.isEmpty else { throw RenderError.notTrusted(missing) }
    let providers = ValueProviders(directory: session.workspace.root)
    switch definition.passphrase {
    case .prompt:
      let name = definition.name.value
      let kind = isNew ? PromptQuestion.Kind.newPassphrase(cipher: name) : .passphrase(cipher: name)
      return passphrase(try await ask("passphrase of \(name)", kind, mistake, by: prompter))
    case .environment(let name):
      guard let value = providers.environmentVariable(name) else { throw RenderError.environmentVariableNotSet(name) }
      return passphrase(value)
    case .command(let arguments):
      let files = files ?? session.workspace.commandFiles(of: arguments)
      return passphrase(try await providers.output(of: arguments, as: files))
    case nil:
      let path = FileAccess(root: session.workspace.root).location(of: definition.keyFile?.value ?? "")
      return .keyFile(try KeyFile(at: path))
    }
  }

  private func passphrase(_ text: String) -> KeySecret {
    session.secrets.learn(Secrets([text]))
    return .passphrase(text)
  }

  /// One that is new is asked twice.
  private func ask(
    _ label: String, _ kind: PromptQuestion.Kind, _ mistake: String?, by prompter: any Prompter
  ) async throws -> String {
    var questions = [PromptQuestion(label, kind, mistake: mistake)]
    if case .newPassphrase = kind {
      questions.append(PromptQuestion("\(label), again", kind, repeats: label, mistake: mistake))
    }
    guard let answers = try await prompter.answers(to: questions), let first = answers.first?.text else {
      throw RenderError.notAnswered
    }
    guard !first.isEmpty else { throw SharedDataError(.wrongKey, "A passphrase cannot be empty.") }
    guard answers.allSatisfy({ $0.text == first }) else {
      throw SharedDataError(.wrongKey, "The passphrases differ.", advice: "Nothing has been changed. Try again.")
    }
    return first
  }
}

/// A cipher of the workspace.
package struct CipherState: Sendable, Hashable, Identifiable {
  package let name: String
  package let kind: KeySecret.Kind
  /// Whether what it keeps can be read only after its passphrase or key file was given.
  package let isLocked: Bool

  package var id: String { name }

  init(_ definition: CipherDefinition, isLocked: Bool) {
    name = definition.name.value
    kind = definition.passphrase == nil ? .keyFile : .passphrase
    self.isLocked = isLocked
  }
}

extension CipherDefinition {
  /// The program that prints its passphrase.
  fileprivate var command: [String]? {
    if case .command(let arguments) = passphrase { arguments } else { nil }
  }
}

extension RenderedRequest {
  /// The shared keys that sending it may write: those it captures, and the one of its token.
  fileprivate var keysWritten: [String] {
    let captured = effective.definition.capture.filter(\.isOn).map(\.key.value)
    guard case .oauth2(let oauth)? = request.authorization else { return captured }
    return captured + [SharedTokens.name(of: oauth.key)]
  }
}
