package import ParleyEngine
package import ParleyFiles
package import ParleyStore
package import ParleyTeam
internal import ParleyText

/// The team of an open workspace.
///
/// ```swift
/// session.team.connect()                          // the workbench; others connect with the first key they need
/// if case .offline(let trouble) = session.team.state { … }
/// ```
package struct WorkspaceTeam: Sendable {
  let session: Session

  private var asking: CipherSecrets { session.cipherSecrets }
  var cipher: TeamCipher { session.teamLink.cipher }

  /// How it is with the team just now.
  package var state: TeamState { session.teamLink.state }

  /// Counts up when somebody publishes or removes one of the team's runs.
  package var runNews: Int { session.teamLink.runNews }

  /// Calls with the state now, whenever it changes and when there is more to read, from any thread.
  package func onChange(_ call: @escaping @Sendable (TeamState) -> Void) { session.teamLink.onChange(call) }

  /// Whether a key is the team's, as it is seen from the active environment.
  package func owns(_ name: String) -> Bool { owns(session.shared.key(name)) }

  /// Whether a key is the team's.
  package func owns(_ key: SharedKey) -> Bool { session.teamLink.storage.isTeams(key) }

  /// The names of keys that this machine has of its own, and that are not seen because the team's are.
  package func hiddenKeys() async throws -> [String] {
    try await session.teamLink.storage.hiddenByTeam(
      SharedQuery(environment: session.environmentName, rules: session.shared.rules)
    ).map(\.name)
  }

  /// Connects in the background, so that what others write is heard. Where that is not allowed nothing happens.
  package func connect() {
    session.teamLink.isFollowed = true
    guard session.teamLink.link != nil else { return }
    Task { [weak session] in
      guard let session else { return }
      _ = try? await session.teamLink.storage.lastSequences(waitingFor: RoutedSharedData.teamLane)
      session.shared.restart(lane: RoutedSharedData.teamLane)
      await session.knowledge.learn()
      try? await session.team.unlockUnasked()
    }
  }

  /// Applies the team's settings in the files, as far as they are allowed now.
  func apply() async {
    await session.teamLink.turn { await followFiles() }
  }

  /// Connects anew, such as after a database was set up.
  package func rejoin() async {
    await session.teamLink.turn {
      await leave()
      await followFiles()
    }
  }

  private func followFiles() async {
    let workspace = session.workspace
    guard let definition = workspace.definition.team, let keys = workspace.teamKeys else { return await leave() }
    let wanted = TeamLink.Settings(
      definition, keys: keys, isTrusted: session.permissions.missing(of: TrustNeeds(of: workspace).ofDatabase).isEmpty)
    guard wanted != session.teamLink.settings else { return }
    await leave()
    session.shared.register(session.teamLink.cipher, as: TeamCipher.name)
    do {
      try await join(definition, keys)
    } catch {
      session.teamLink.refuse(RepositoryError(team: error), keys: keys)
    }
    session.teamLink.settings = wanted
    session.shared.restart(lane: RoutedSharedData.teamLane)
  }

  private func join(_ definition: TeamDefinition, _ keys: SharedKeySelection) async throws {
    let address = try await address()
    guard let provider = session.teamLink.provider else {
      throw RepositoryError(.notOpen, "This program cannot connect to a team's database.")
    }
    let server = provider.server(at: address, copy: session.store.teamCopy)
    session.teamLink.join(server, keys: keys, seen: session.store.teamCopy)
    session.teamLink.link?.server.onStateChange { [weak session, weak team = session.teamLink] state in
      team?.told(state)
      if state == .connected { Task { await session?.knowledge.learn() } }
    }
    session.teamLink.link?.server.onRunsChange { [weak team = session.teamLink] in team?.toldOfRuns() }
    if session.teamLink.isFollowed { connect() }
  }

  func leave() async {
    guard session.teamLink.settings != nil else { return }
    session.shared.unregister(cipher: TeamCipher.name)
    await session.teamLink.leave()
    session.shared.restart(lane: RoutedSharedData.teamLane)
  }

  /// Returns the address of the team's database, with its templates filled in.
  /// - Throws: `RenderError.notTrusted` and the like; `WorkspaceError` when the workspace has no team.
  package func address() async throws -> TeamAddress {
    let workspace = session.workspace
    guard let definition = workspace.definition.team, let text = definition.postgres?.value else {
      try checkWorkspaceFile()
      throw WorkspaceError(
        "noTeam", "\(WorkspacePaths.workspaceFile) says nothing of a team.",
        advice:
          "Add team: { postgres: \"{{env.PARLEY_TEAM}}\", passphrase: prompt, keys: [NAME] } to \(WorkspacePaths.workspaceFile)."
      )
    }
    let missing = session.permissions.missing(of: TrustNeeds(of: workspace).ofDatabase)
    guard missing.isEmpty else { throw RenderError.notTrusted(missing) }
    let providers = ValueProviders(directory: workspace.root, trust: session.permissions.grant)
    var renderer = TemplateRenderer(workspace: workspace, scope: .ofTeam(in: workspace), providers: providers)
    try await renderer.prepare(for: [text])
    let address = try await renderer.render(text).text
    DatabaseAddress.password(of: address).map { session.secrets.learn(Secrets([$0])) }
    return TeamAddress(
      address, schema: definition.schema?.value ?? TeamDefinition.standardSchema,
      allowsUnverified: definition.verify?.value == false)
  }

  /// For whoever sets the team's database up.
  /// - Throws: `WorkspaceError` with the first mistake in the workspace's file.
  package func administration() async throws -> any TeamAdministration {
    try checkWorkspaceFile()
    let address = try await address()
    guard let provider = session.teamLink.provider else {
      throw RepositoryError(.notOpen, "This program cannot connect to a team's database.")
    }
    return provider.administration(of: address)
  }
}

extension WorkspaceTeam {
  /// Throws if the workspace's file has a mistake: then it cannot be said what it holds about a team.
  private func checkWorkspaceFile() throws(WorkspaceError) {
    let mistake = session.workspace.diagnostics.first {
      $0.severity == .error && $0.place.file == WorkspacePaths.workspaceFile
    }
    guard let mistake else { return }
    throw WorkspaceError(
      "mistake", "\(mistake.place.exact): \(mistake.sentence)",
      advice: mistake.hint.map { "Hint: \($0)." } ?? "`parley check` lists all mistakes.")
  }
}

// The team's key.
extension WorkspaceTeam {
  /// - Throws: `RenderError.notTrusted` before the workspace is trusted; why the team cannot be had.
  func keys() throws -> TeamKeys {
    let missing = session.permissions.missing(of: TrustNeeds(of: session.workspace).ofTeam)
    guard missing.isEmpty else { throw RenderError.notTrusted(missing) }
    guard let link = session.teamLink.link else {
      throw session.teamLink.refusal
        ?? RepositoryError(.notOpen, "\(WorkspacePaths.workspaceFile) says nothing of a team.")
    }
    return link.keys
  }

  /// Makes the team's key with what its definition says, or opens the one there is.
  /// - Returns: whether it was made.
  package func makeKey(by prompter: any Prompter) async throws -> Bool {
    guard let definition = session.workspace.definition.team?.cipher else { _ = try await address(); return false }
    let keys = try keys()
    let isNew = try await keys.kind() == nil
    let made = try await asking.again(prompter, of: definition) { mistake in
      try await keys.make(
        with: try await asking.secret(of: definition, isNew: isNew, mistake, by: prompter),
        cost: session.passphraseCost)
    }
    await useKey(made.key)
    return made.isNew
  }

  /// Sets the team's database up, lets members in, and makes the team's key or opens the one there is. What opens the key is asked
  /// first: where it is not to be had, nothing happens.
  /// - Returns: how the database is then, and whether the key was made.
  package func initialize(
    _ administration: any TeamAdministration, members: [String], by prompter: any Prompter
  ) async throws -> (status: TeamStatus, madeKey: Bool) {
    guard let definition = session.workspace.definition.team?.cipher else {
      return (try await administration.initialize(members: members), try await makeKey(by: prompter))
    }
    if try await administration.status().isUsable, try await keyKind() != nil {
      _ = try await makeKey(by: prompter)
      return (try await initialize(administration, members), false)
    }
    let secret = try await asking.secret(of: definition, isNew: true, nil, by: prompter)
    let status = try await initialize(administration, members)
    let made = try await keys().make(with: secret, cost: session.passphraseCost)
    await useKey(made.key)
    return (status, made.isNew)
  }

  private func initialize(_ administration: any TeamAdministration, _ members: [String]) async throws -> TeamStatus {
    let status = try await administration.initialize(members: members)
    await rejoin()
    return status
  }

  /// Returns the kind of secret that opens the team's key; nil while it has none.
  package func keyKind() async throws -> KeySecret.Kind? { try await keys().kind() }

  func unlock(by prompter: any Prompter) async throws {
    guard let definition = session.workspace.definition.team?.cipher, session.teamLink.cipher.isLocked else { return }
    let keys = try keys()
    guard try await keys.kind() != nil else { throw TeamKeys.missing }
    let key = try await asking.again(prompter, of: definition) { mistake in
      try await keys.open(with: try await asking.secret(of: definition, isNew: false, mistake, by: prompter))
    }
    await useKey(key)
  }

  /// Opens the team's key if nobody has to be asked: with a variable of the environment, or a key file. A program might
  /// ask a question.
  package func unlockUnasked() async throws {
    switch session.workspace.definition.team?.cipher.passphrase {
    case .prompt, .command: return
    case .environment, nil: try await unlock(by: NoPrompter())
    }
  }

  private func useKey(_ key: CipherKey) async {
    session.teamLink.cipher.unlock(with: key)
    // Values that were read while it was locked are read again.
    session.shared.register(session.teamLink.cipher, as: TeamCipher.name)
    await session.knowledge.learn()
    session.teamLink.tellAgain()
    // A rename of the team's keys that was cut off needs their cipher to continue.
    await session.files.settleBegunRename()
  }

  /// Before one of the team's keys is needed that nobody may connect to yet.
  func checkTrust(for key: SharedKey) throws {
    guard owns(key), session.teamLink.link == nil else { return }
    let missing = session.permissions.missing(of: TrustNeeds(of: session.workspace).ofDatabase)
    guard missing.isEmpty else { throw RenderError.notTrusted(missing) }
  }

  /// A cipher whose key only this machine has cannot keep what a team shares.
  func checkCipher(_ cipher: String?, of name: String) throws(SharedDataError) {
    guard owns(name), let cipher,
      ![CipherDefinition.none, CipherDefinition.gzip, CipherDefinition.team].contains(cipher)
    else { return }
    throw SharedDataError(
      .cipher,
      "\(Printable.quoted(name)) is the team's, and only this machine has the key of \(Printable.quoted(cipher)).",
      place: name,
      advice: "Choose the cipher team, which encrypts with the team's key, or take the key out of team.")
  }
}

extension RepositoryError {
  /// The error of a team that cannot be used.
  fileprivate init(team error: any Error) {
    switch error {
    case let error as RepositoryError: self = error
    case let error as any ExplainedError:
      self.init(.notPermitted, error.summary, detail: error.detail, place: error.place, advice: error.advice)
    default: self.init(.notOpen, "The team's database cannot be used.", detail: "\(error)")
    }
  }
}
