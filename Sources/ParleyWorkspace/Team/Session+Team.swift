package import ParleyEngine
package import ParleyFiles
package import ParleyStore
package import ParleyTeam
internal import ParleyText

// What a session has of its workspace's team.
//
// ```swift
// session.connectTeam()                            // the workbench; others connect with the first key they need
// if case .offline(let trouble) = session.teamState { … }
// ```
extension Session {
  /// How it is with the team just now.
  package var teamState: TeamState { team.state }

  /// Counts up when somebody publishes or removes one of the team's runs.
  package var teamRunNews: Int { team.runNews }

  /// Calls with the state now, whenever it changes and when there is more to read, from any thread.
  package func onTeamChange(_ call: @escaping @Sendable (TeamState) -> Void) { team.onChange(call) }

  /// Whether a key is the team's, as it is seen from the active environment.
  package func isTeams(_ name: String) -> Bool { isTeams(shared.key(name)) }

  /// Whether a key is the team's.
  package func isTeams(_ key: SharedKey) -> Bool { team.storage.isTeams(key) }

  /// The names of keys that this machine has of its own, and that are not seen because the team's are.
  package func keysHiddenByTeam() async throws -> [String] {
    try await team.storage.hiddenByTeam(SharedQuery(environment: environmentName, rules: shared.rules)).map(\.name)
  }

  /// Connects in the background, so that what others write is heard. Where that is not allowed nothing happens.
  package func connectTeam() {
    team.isFollowed = true
    guard team.link != nil else { return }
    Task { [weak self] in
      guard let self else { return }
      _ = try? await team.storage.lastSequences(waitingFor: RoutedSharedData.teamLane)
      shared.restart(lane: RoutedSharedData.teamLane)
      await learn()
      try? await unlockTeamUnasked()
    }
  }

  /// Applies the team's settings in the files, as far as they are allowed now.
  func applyTeam() async {
    await team.turn { await followFiles() }
  }

  /// Connects anew, such as after a database was set up.
  package func rejoinTeam() async {
    await team.turn {
      await leaveTeam()
      await followFiles()
    }
  }

  private func followFiles() async {
    let workspace = workspace
    guard let definition = workspace.definition.team, let keys = workspace.teamKeys else { return await leaveTeam() }
    let wanted = TeamLink.Settings(
      definition, keys: keys, isTrusted: missing(of: workspace.trustWantedByDatabase).isEmpty)
    guard wanted != team.settings else { return }
    await leaveTeam()
    shared.register(team.cipher, as: TeamCipher.name)
    do {
      try await joinTeam(definition, keys)
    } catch {
      team.refuse(RepositoryError(team: error), keys: keys)
    }
    team.settings = wanted
    shared.restart(lane: RoutedSharedData.teamLane)
  }

  private func joinTeam(_ definition: TeamDefinition, _ keys: SharedKeySelection) async throws {
    let address = try await teamAddress()
    guard let provider = team.provider else {
      throw RepositoryError(.notOpen, "This program cannot connect to a team's database.")
    }
    let server = provider.server(at: address, copy: store.teamCopy)
    team.join(server, keys: keys, seen: store.teamCopy)
    team.link?.server.onStateChange { [weak self, weak team] state in
      team?.told(state)
      if state == .connected { Task { await self?.learn() } }
    }
    team.link?.server.onRunsChange { [weak team] in team?.toldOfRuns() }
    if team.isFollowed { connectTeam() }
  }

  func leaveTeam() async {
    guard team.settings != nil else { return }
    shared.unregister(cipher: TeamCipher.name)
    await team.leave()
    shared.restart(lane: RoutedSharedData.teamLane)
  }

  /// Returns the address of the team's database, with its templates filled in.
  /// - Throws: `RenderError.notTrusted` and the like; `WorkspaceError` when the workspace has no team.
  package func teamAddress() async throws -> TeamAddress {
    let workspace = workspace
    guard let definition = workspace.definition.team, let text = definition.postgres?.value else {
      try checkWorkspaceFile()
      throw WorkspaceError(
        "noTeam", "\(WorkspacePaths.workspaceFile) says nothing of a team.",
        advice:
          "Add team: { postgres: \"{{env.PARLEY_TEAM}}\", passphrase: prompt, keys: [NAME] } to \(WorkspacePaths.workspaceFile)."
      )
    }
    let missing = missing(of: workspace.trustWantedByDatabase)
    guard missing.isEmpty else { throw RenderError.notTrusted(missing) }
    let providers = ValueProviders(directory: workspace.root, trust: grant)
    var renderer = TemplateRenderer(workspace: workspace, scope: workspace.teamScope, providers: providers)
    try await renderer.prepare(for: [text])
    let address = try await renderer.render(text).text
    DatabaseAddress.password(of: address).map { secrets.learn(Secrets([$0])) }
    return TeamAddress(
      address, schema: definition.schema?.value ?? TeamDefinition.standardSchema,
      allowsUnverified: definition.verify?.value == false)
  }

  /// For whoever sets the team's database up.
  /// - Throws: `WorkspaceError` with the first mistake in the workspace's file.
  package func teamAdministration() async throws -> any TeamAdministration {
    try checkWorkspaceFile()
    let address = try await teamAddress()
    guard let provider = team.provider else {
      throw RepositoryError(.notOpen, "This program cannot connect to a team's database.")
    }
    return provider.administration(of: address)
  }
}

extension Session {
  /// Throws if the workspace's file has a mistake: then it cannot be said what it holds about a team.
  private func checkWorkspaceFile() throws(WorkspaceError) {
    let mistake = workspace.diagnostics.first { $0.severity == .error && $0.place.file == WorkspacePaths.workspaceFile }
    guard let mistake else { return }
    throw WorkspaceError(
      "mistake", "\(mistake.place.exact): \(mistake.sentence)",
      advice: mistake.hint.map { "Hint: \($0)." } ?? "`parley check` lists all mistakes.")
  }
}

// The team's key.
extension Session {
  /// - Throws: `RenderError.notTrusted` before the workspace is trusted; why the team cannot be had.
  func teamKeys() throws -> TeamKeys {
    let missing = missing(of: workspace.trustWantedByTeam)
    guard missing.isEmpty else { throw RenderError.notTrusted(missing) }
    guard let link = team.link else {
      throw team.refusal ?? RepositoryError(.notOpen, "\(WorkspacePaths.workspaceFile) says nothing of a team.")
    }
    return link.keys
  }

  /// Makes the team's key with what its definition says, or opens the one there is.
  /// - Returns: whether it was made.
  package func makeTeamKey(by prompter: any Prompter) async throws -> Bool {
    guard let definition = workspace.definition.team?.cipher else { _ = try await teamAddress(); return false }
    let keys = try teamKeys()
    let isNew = try await keys.kind() == nil
    let made = try await askingAgain(prompter, of: definition) { mistake in
      try await keys.make(
        with: try await secret(of: definition, isNew: isNew, mistake, by: prompter), cost: passphraseCost)
    }
    await useTeamKey(made.key)
    return made.isNew
  }

  /// Sets the team's database up, lets members in, and makes the team's key or opens the one there is. What opens the key is asked
  /// first: where it is not to be had, nothing happens.
  /// - Returns: how the database is then, and whether the key was made.
  package func initializeTeam(
    _ administration: any TeamAdministration, members: [String], by prompter: any Prompter
  ) async throws -> (status: TeamStatus, madeKey: Bool) {
    guard let definition = workspace.definition.team?.cipher else {
      return (try await administration.initialize(members: members), try await makeTeamKey(by: prompter))
    }
    if try await administration.status().isUsable, try await teamKeyKind() != nil {
      _ = try await makeTeamKey(by: prompter)
      return (try await initialize(administration, members), false)
    }
    let secret = try await secret(of: definition, isNew: true, nil, by: prompter)
    let status = try await initialize(administration, members)
    let made = try await teamKeys().make(with: secret, cost: passphraseCost)
    await useTeamKey(made.key)
    return (status, made.isNew)
  }

  private func initialize(_ administration: any TeamAdministration, _ members: [String]) async throws -> TeamStatus {
    let status = try await administration.initialize(members: members)
    await rejoinTeam()
    return status
  }

  /// Returns the kind of secret that opens the team's key; nil while it has none.
  package func teamKeyKind() async throws -> KeySecret.Kind? { try await teamKeys().kind() }

  func unlockTeam(by prompter: any Prompter) async throws {
    guard let definition = workspace.definition.team?.cipher, team.cipher.isLocked else { return }
    let keys = try teamKeys()
    guard try await keys.kind() != nil else { throw TeamKeys.missing }
    let key = try await askingAgain(prompter, of: definition) { mistake in
      try await keys.open(with: try await secret(of: definition, isNew: false, mistake, by: prompter))
    }
    await useTeamKey(key)
  }

  /// Opens the team's key if nobody has to be asked: with a variable of the environment, or a key file. A program might
  /// ask a question.
  package func unlockTeamUnasked() async throws {
    switch workspace.definition.team?.cipher.passphrase {
    case .prompt, .command: return
    case .environment, nil: try await unlockTeam(by: NoPrompter())
    }
  }

  private func useTeamKey(_ key: CipherKey) async {
    team.cipher.unlock(with: key)
    // What was read while it was locked is read again.
    shared.register(team.cipher, as: TeamCipher.name)
    await learn()
    team.tellAgain()
    // A rename of the team's keys that was cut off needs their cipher to continue.
    await settleBegunRename()
  }

  /// Before one of the team's keys is needed that nobody may connect to yet.
  func checkTeamTrust(for key: SharedKey) throws {
    guard isTeams(key), team.link == nil else { return }
    let missing = missing(of: workspace.trustWantedByDatabase)
    guard missing.isEmpty else { throw RenderError.notTrusted(missing) }
  }

  /// A cipher whose key only this machine has cannot keep what a team shares.
  func checkCipher(_ cipher: String?, of name: String) throws(SharedDataError) {
    guard isTeams(name), let cipher,
      ![CipherDefinition.none, CipherDefinition.gzip, CipherDefinition.team].contains(cipher)
    else { return }
    throw SharedDataError(
      .cipher,
      "\(Printable.quoted(name)) is the team's, and only this machine has the key of \(Printable.quoted(cipher)).",
      place: name, advice: "Choose the cipher team, which encrypts with the team's key, or take the key out of team.")
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
