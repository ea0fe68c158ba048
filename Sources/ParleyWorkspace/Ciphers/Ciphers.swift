internal import ParleyEngine
package import ParleyFiles
package import ParleyStore
internal import ParleyText

/// The ciphers of a workspace, and what opens them.
package struct Ciphers: Sendable {
  let open: OpenFiles
  let keys: CipherKeys
  let shared: SharedData
  let vaults: CipherVaults
  let team: WorkspaceTeam
  let asking: CipherSecrets
  /// scrypt's, of passphrases that are given first or changed.
  let cost: Int

  /// The ciphers of the workspace, in the order of its file.
  package var all: [CipherState] {
    let own = open.workspace.definition.ciphers.map { definition in
      CipherState(definition, isLocked: vaults[definition.name.value]?.isLocked ?? true)
    }
    let teams = open.workspace.definition.team.map {
      CipherState($0.cipher, isLocked: team.cipher.isLocked)
    }
    return own + [teams].compactMap(\.self)
  }

  /// Opens a cipher with what its definition says: a key file, or a passphrase that is asked, read from a variable or
  /// printed by a program. The first one that is given becomes the one it has, and is asked twice.
  /// - Throws: `SharedDataError.wrongKey` when it is another one; `RenderError.notTrusted`, `.nobodyToAsk` and the like.
  package func unlock(_ name: String, by prompter: any Prompter) async throws {
    let definition = try cipher(name)
    guard !isTeamCipher(name) else { return try await team.unlock(by: prompter) }
    guard let vault = vaults[name], vault.isLocked else { return }
    let isNew = try await keys.kind(of: name) == nil
    let key = try await asking.again(prompter, of: definition) { mistake in
      let secret = try await asking.secret(of: definition, isNew: isNew, mistake, by: prompter)
      return try await keys.open(name, with: secret, cost: cost)
    }
    vault.unlock(with: key)
    try? await shared.protect()
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
      if team.owns(name) { try await team.unlock(by: prompter) }
      guard let cipher = shared.rules.rule(for: name)?.cipher, vaults[cipher]?.isLocked == true else {
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
      guard (try? await keys.kind(of: cipher.name)) ?? nil != nil else { continue }
      try? await unlock(cipher.name, by: NoPrompter())
    }
  }

  /// Forgets a cipher's key until it is unlocked again.
  package func lock(_ name: String) {
    if isTeamCipher(name) {
      team.cipher.lock()
      shared.register(team.cipher, as: name)
    }
    vaults[name]?.lock()
    // Values that were read with it are forgotten too.
    if let vault = vaults[name] { shared.register(vault, as: name) }
  }

  /// Says whether what opens a cipher does.
  package func check(_ name: String, by prompter: any Prompter) async throws {
    let definition = try cipher(name)
    if isTeamCipher(name) {
      _ = try await team.keys().open(
        with: try await asking.secret(of: definition, isNew: false, nil, by: prompter))
      return
    }
    try await keys.check(
      name, with: try await asking.secret(of: definition, isNew: false, nil, by: prompter))
  }

  /// Changes the secret that unlocks a cipher: to another passphrase, which is asked for twice, or to the source that
  /// its definition names now. No value is rewritten.
  /// - Parameter old: the current secret, if it differs from that of the definition; asked for if nil.
  package func changeSecret(of name: String, from old: KeySecret? = nil, by prompter: any Prompter) async throws {
    let definition = try cipher(name)
    let oldSecret =
      if let old { old } else {
        try await asking.passphrase("old passphrase of \(name)", .passphrase(cipher: name), by: prompter)
      }
    if isTeamCipher(name) {
      _ = try await team.keys().open(with: oldSecret)
    } else {
      try await keys.check(name, with: oldSecret)
    }
    let new = try await asking.again(prompter, of: definition) { mistake in
      try await asking.secret(of: definition, isNew: true, mistake, by: prompter)
    }
    if isTeamCipher(name) {
      return try await team.keys().change(from: oldSecret, to: new, cost: cost)
    }
    try await keys.change(name, from: oldSecret, to: new, cost: cost)
  }

  /// Whether it is the team's key, and not a cipher of one's own.
  private func isTeamCipher(_ name: String) -> Bool {
    name == CipherDefinition.team && open.workspace.definition.team != nil
  }

  private func cipher(_ name: String) throws(SharedDataError) -> CipherDefinition {
    let definitions =
      open.workspace.definition.ciphers + [open.workspace.definition.team?.cipher].compactMap(\.self)
    guard let definition = definitions.first(where: { $0.name.value == name }) else {
      let nearest = NearestName.of(name, among: definitions.map(\.name.value))
      throw SharedDataError(
        .unknownCipher, "\(WorkspacePaths.workspaceFile) has no cipher \(Printable.quoted(name)).",
        advice: nearest.map { "Did you mean \(Printable.quoted($0))?" }
          ?? "Declare it under ciphers in \(WorkspacePaths.workspaceFile).")
    }
    return definition
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

extension RenderedRequest {
  /// The shared keys that sending it may write: those it captures, and the one of its token.
  fileprivate var keysWritten: [String] {
    let captured = effective.definition.capture.filter(\.isOn).map(\.key.value)
    guard case .oauth2(let oauth)? = request.authorization else { return captured }
    return captured + [SharedTokens.name(of: oauth.key)]
  }
}
