package import ParleyEngine
package import ParleyFiles
package import ParleyFormats
package import ParleyStore
package import ParleyTeam
internal import ParleyText

/// An open workspace: its files, the client that sends its requests, and the store that keeps what comes of them.
///
/// The workbench and the headless commands both work through a session, so that nothing works in one that does not work in
/// the other.
///
/// ```swift
/// let session = try await Session.open(at: folder, state: StateFolder(environment: environment))
/// let rendered = try await session.sending.render("user/login", given: ["password": password])
/// let response = try await session.sending.call(rendered).response()
/// await session.close()
/// ```
package final class Session: Sendable {
  /// The workspace's files as they were read last, and the active environment.
  let open: OpenFiles
  package let client: Client
  package let store: Store
  /// The data that requests and people share by key, in the active environment.
  package let shared: SharedData
  /// The store's location, and the workspace it belongs to.
  package let location: StoreLocation
  /// Values for every send of this session, by name.
  package let given: [String: String]
  /// The proxies of the person's environment; nil for none.
  package let proxies: EnvironmentProxies?

  /// Evaluates the filters of the workspace's files.
  package let jq: JQEvaluator
  /// The schemas and descriptions that are files of the workspace.
  package let schemas: SchemaFiles
  let mockTurns = MockTurns()
  /// The choices made for credentials that were typed.
  let credentialChoices: CredentialChoices
  /// The certificates that somebody trusts.
  package let serverTrust: ServerTrust
  /// Its permissions beyond HTTP and its own files.
  package let permissions: Permissions
  /// The answers that are kept.
  package let answers: KeptAnswers
  /// The person who is there while requests are in flight.
  package let attendance: Attendance
  /// The notices of the store so far, such as a damaged file or something that could not be kept.
  package let notices = StoreNotices()
  let knowledge: SharedKnowledge
  let vaults = CipherVaults()
  let teamLink: TeamLink
  let families = ProcessFamilies()
  /// The store in memory that replaces the one on a full disk; nil if the disk can be written to.
  private let standIn: StandIn?
  /// scrypt's, of passphrases that are given first or changed.
  let passphraseCost: Int
  private let observing = Lock<Task<Void, Never>?>(nil)
  private let reading = AsyncTurn()
  private let recording: EventRecording?
  private let choice: EnvironmentChoice

  /// Opens the workspace in a folder, with its store.
  /// - Parameters:
  ///   - state: the folder of stores, keys and trust.
  ///   - environment: the active environment; if nil, the one that was active last, then `local`, then the first.
  ///   - given: values for every send of the session, by name; they override those of the files.
  ///   - events: the bus for the client's events; a bus of its own when nil.
  ///   - passphraseCost: scrypt's cost for the passphrases of ciphers.
  ///   - jq: evaluates filters.
  ///   - teams: connects to the databases of teams; nil for none.
  ///   - asksForOrigin: whether somebody can be asked what a known id at a new path is; otherwise it is a copy and begins
  ///     with an empty store.
  ///   - recordsEvents: whether the session records `events` in the log; false beside a session that does so already.
  ///   - proxies: those of the person's environment; nil for none.
  ///   - isForCommand: whether a command needs an environment, which then is never the one that was active last.
  /// - Throws: `UnknownOrigin` if that has to be asked, `WorkspaceError` if there is no such workspace or environment,
  ///   `RepositoryError` if the store cannot be used. Mistakes in files are not errors: they are in
  ///   `workspace.diagnostics`.
  package static func open(
    at folder: String, state: StateFolder, environment: String? = nil, given: [String: String] = [:],
    events: EventBus? = nil, passphraseCost: Int = KeySecret.standardCost, jq: JQEvaluator = JQEvaluator(),
    teams: (any TeamProvider)? = nil, asksForOrigin: Bool = false, recordsEvents: Bool = true,
    proxies: EnvironmentProxies? = nil, isForCommand: Bool = false
  ) async throws -> Session {
    // Beside the reading of the files, where there is one already.
    async let known = SessionStore.known(of: folder, in: state, asksForOrigin: asksForOrigin)
    let files = await Blocking.result { () throws in try Workspace.load(at: folder) }
    var opened = try await known
    do {
      let workspace = try files.get()
      let location = try state.location(ofWorkspace: workspace.identity.id, at: workspace.root)
      let choice = EnvironmentChoice(folder: location.folder)
      let active =
        try isForCommand
        ? choice.environment(ofCommandIn: workspace, wanted: environment)
        : choice.environment(of: workspace, wanted: environment)
      let store = if let opened { try await opened.at(location) } else { try await SessionStore.opened(at: location) }
      opened = store
      let trust = FileTrustStorage(directory: state.path)
      let session = Session(
        client: Client(repository: store.store, cache: store.store.cache, events: events), store: store,
        open: OpenFiles(workspace, environment: active), given: given, trust: trust,
        granted: try trust.grant(for: workspace.identity), choice: choice, passphraseCost: passphraseCost, jq: jq,
        teams: teams, recordsEvents: recordsEvents, proxies: proxies)
      try await session.begin()
      return session
    } catch {
      await opened?.close()
      throw error
    }
  }

  private init(
    client: Client, store opened: SessionStore, open: OpenFiles, given: [String: String],
    trust: any TrustStorage, granted: TrustGrant, choice: EnvironmentChoice, passphraseCost: Int, jq: JQEvaluator,
    teams: (any TeamProvider)?, recordsEvents: Bool, proxies: EnvironmentProxies?
  ) {
    self.proxies = proxies
    self.jq = jq
    schemas = SchemaFiles(root: open.workspace.root)
    store = opened.store
    location = opened.location
    credentialChoices = CredentialChoices(folder: opened.location.folder)
    serverTrust = ServerTrust(folder: opened.location.folder)
    standIn = opened.standIn
    teamLink = TeamLink(local: store.sharedData, provider: teams)
    shared = SharedData(storage: teamLink.storage, environment: open.environmentName, events: client.events)
    permissions = Permissions(of: open, in: trust, granted: granted, isKept: standIn == nil)
    knowledge = SharedKnowledge(of: open, in: shared)
    answers = KeptAnswers(of: open, in: shared, knowing: knowledge)
    attendance = Attendance(for: client)
    self.passphraseCost = passphraseCost
    self.client = client
    client.events.secrets.recognizer = CredentialName.recognizer
    self.open = open
    self.given = given
    self.choice = choice
    recording = recordsEvents ? store.events.record(client.events) : nil
    notices.listen { [events = client.events] notice in
      events.post(custom: Event.storeNotice, parameters: notice.error.parameters)
    }
    if let standIn { notices.tell(.nothingKept(standIn.reason)) }
    store.onNotice(alsoEarlier: true, notices.tell)
    client.configuration.tokens = SharedTokens(in: shared)
    useCookies()
    adjustClient()
    permissions.onAllowing { [weak self] in
      Task { await self?.team.apply() }
    }
  }

  /// Opens the same workspace with another environment active: its values, cookies, shared keys and answers are those
  /// of that environment. The choice is not remembered. The caller closes the session.
  /// - Parameter events: a bus whose events this session writes to the log already.
  package func opened(in environment: String, events: EventBus) async throws -> Session {
    try await Session.open(
      at: workspace.root, state: location.state, environment: environment, given: given, events: events,
      passphraseCost: passphraseCost, jq: jq, recordsEvents: false, proxies: proxies)
  }

  package func begin() async throws {
    try await client.open()
    try await store.cookies.load()
    try await beginSharing()
    await files.settleBegunRename()
  }

  /// Whether this was the active environment when the workspace was open last.
  func environmentWasRemembered(_ name: String) -> Bool { choice.remembered?.isIdentical(to: name) == true }

  /// Applies the settings of `parley.yaml` that hold for the client as a whole.
  private func adjustClient() {
    client.poolSize = workspace.definition.pool?.value ?? 0
    let retention = workspace.definition.retention
    if store.retention != retention { store.retention = retention }
  }

  /// How much of the history is kept, in words: `30 days, up to 2 GB`.
  package var retentionWords: String { store.retention.words }

  /// Each environment has its own.
  private func useCookies() {
    client.configuration.cookies = store.cookies.storage(for: environmentName)
  }

  /// All that this session has learned of secrets: what is shown, printed or written of anything is masked by it.
  package var secrets: KnownSecrets { client.events.secrets }

  /// Writes the pending events, so that the log has everything that has been reported so far.
  package func flushEvents() async throws(RepositoryError) {
    await recording?.flush()
    try await store.events.flush()
  }

  /// Writes what waits, and lets go of the store.
  package func close() async {
    observing.withLock { $0.take() }?.cancel()
    await recording?.cancel()
    await client.close()
    await families.end()
    await team.leave()
    await store.close()
    standIn?.remove()
  }

  /// Whether anything of this session is there in the next one; not where the disk takes nothing more.
  package var isKept: Bool { standIn == nil }

  /// The reason why nothing is kept; nil if things are kept.
  package var reasonNotKept: RepositoryError? { standIn?.reason }

  /// As it was when its files were last read.
  package var workspace: Workspace { open.workspace }

  /// Reads the files again. An environment that no longer exists is replaced by another. A call during the reading
  /// waits, and reads them once more: older contents never replace newer ones.
  @discardableResult
  package func reload() async throws -> Workspace {
    try await reading { try await read() }
  }

  private func read() async throws -> Workspace {
    let root = workspace.root
    let workspace = try await Blocking.run { try Workspace.load(at: root) }
    let active = environmentName
    let kept = active.flatMap(workspace.environment)?.name
    let environment = try kept ?? choice.environment(of: workspace, wanted: nil)
    open.use(workspace, environment: environment)
    useCookies()
    adjustClient()
    await applySharedRules()
    await team.apply()
    return workspace
  }
}

// The active environment.
extension Session {
  package var environmentName: String? { open.environmentName }

  package var environment: WorkspaceEnvironment? { open.environment }

  /// Makes an environment the active one, now and when the workspace is opened again.
  /// - Throws: `WorkspaceError` when there is none of that name.
  package func select(environment name: String) throws {
    let name = try choice.environment(of: workspace, wanted: name)
    // It does not matter where nothing can be kept.
    do { try choice.remember(name) } catch  where !isKept {}
    open.select(environment: name)
    shared.environment = name
    useCookies()
    Task { await knowledge.learn() }
  }
}

// Shared data, as the workspace's files have it.
extension Session {
  private func beginSharing() async throws(SharedDataError) {
    try await shared.open()
    let changes = shared.changes()
    await applySharedRules()
    await team.apply()
    let observation = Task { [weak knowledge] in
      for await change in changes { knowledge?.note(change.entry) }
    }
    observing.withLock { $0 = observation }
  }

  private func applySharedRules() async {
    let (workspace, environment) = open.current
    vaults.declare(workspace.definition.ciphers.map(\.name.value), in: shared)
    shared.environment = environment
    shared.rules = workspace.sharedRules
    // What a locked cipher is to hide is hidden when it is unlocked.
    try? await shared.protect()
    await knowledge.learn()
  }
}
