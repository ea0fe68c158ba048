public import ParleyEngine
public import ParleyStore

/// An open workspace: its files, the client that sends its requests, and the store that keeps what comes of them.
///
/// The workbench and the headless commands both work through a session, so that nothing works in one that does not work in
/// the other.
///
/// ```swift
/// let session = try await Session.open(at: folder, state: StateFolder(environment: environment))
/// let rendered = try await session.render("user/login", given: ["password": password])
/// let response = try await session.call(rendered).response()
/// await session.close()
/// ```
public final class Session: Sendable {
  private struct State {
    var workspace: Workspace
    var environment: String?
    var grant: TrustGrant
  }

  public let client: Client
  public let store: Store
  /// Where the store is, and whose it is.
  public let location: StoreLocation
  /// Values for every send of this session, by name.
  public let given: [String: String]

  private let state: Lock<State>
  private let recording: EventRecording
  private let trustStorage: any TrustStorage
  private let choice: EnvironmentChoice

  /// Opens the workspace in a folder, with its store.
  /// - Parameters:
  ///   - state: where stores, keys and trust are.
  ///   - environment: the active one; otherwise the one that was active last, then `local`, then the first.
  ///   - given: values for every send of the session, by name; they win over those of the files.
  ///   - events: where the client tells what it does; a bus of its own when nil.
  /// - Throws: `WorkspaceError` when there is no workspace or no such environment, `RepositoryError` when the store cannot be
  ///   used. Mistakes in files are no error: they are in `workspace.diagnostics`.
  public static func open(
    at folder: String, state: StateFolder, environment: String? = nil, given: [String: String] = [:],
    events: EventBus? = nil
  ) async throws -> Session {
    let workspace = try await Blocking.run { try Workspace.load(at: folder) }
    let location = try state.location(ofWorkspace: workspace.identity.id, at: workspace.root)
    let choice = EnvironmentChoice(folder: location.folder)
    let active = try choice.environment(of: workspace, wanted: environment)
    let store = Store(at: location)
    let client = Client(repository: store, events: events)
    try await client.standBy()
    let trust = FileTrustStorage(directory: state.path)
    return Session(
      client: client, store: store, location: location,
      state: State(workspace: workspace, environment: active, grant: try trust.grant(for: workspace.identity)),
      given: given, trustStorage: trust, choice: choice)
  }

  private init(
    client: Client, store: Store, location: StoreLocation, state: sending State, given: [String: String],
    trustStorage: any TrustStorage, choice: EnvironmentChoice
  ) {
    self.client = client
    self.store = store
    self.location = location
    self.state = Lock(state)
    self.given = given
    self.trustStorage = trustStorage
    self.choice = choice
    recording = store.events.record(client.events)
  }

  /// Writes the events told so far, so that the log holds all that anybody has heard of.
  public func flushEvents() async throws(RepositoryError) {
    await recording.flush()
    try await store.events.flush()
  }

  /// Writes what waits, and lets go of the store.
  public func close() async {
    await recording.cancel()
    await store.close()
  }

  /// As it was when its files were last read.
  public var workspace: Workspace { state.withLock { $0.workspace } }

  /// Reads the files again. An environment that is gone gives way to another.
  @discardableResult
  public func reload() async throws -> Workspace {
    let root = workspace.root
    let workspace = try await Blocking.run { try Workspace.load(at: root) }
    let active = environmentName
    let kept = active.flatMap(workspace.environment)?.name
    let environment = try kept ?? choice.environment(of: workspace, wanted: nil)
    state.withLock { state in
      state.workspace = workspace
      state.environment = environment
    }
    return workspace
  }
}

// The active environment.
extension Session {
  public var environmentName: String? { state.withLock { $0.environment } }

  public var environment: WorkspaceEnvironment? {
    state.withLock { state in state.environment.flatMap(state.workspace.environment) }
  }

  /// Makes an environment the active one, now and when the workspace is opened again.
  /// - Throws: `WorkspaceError` when there is none of that name.
  public func select(environment name: String) throws {
    let name = try choice.environment(of: workspace, wanted: name)
    try choice.remember(name)
    state.withLock { $0.environment = name }
  }
}

// What the workspace may do beyond HTTP and its own files.
extension Session {
  public var grant: TrustGrant { state.withLock { $0.grant } }

  /// What it wants and was not allowed, or what has changed since it was allowed.
  public func trustMissing() -> [TrustItem] {
    grant.missing(of: workspace.trustWanted())
  }

  /// Allows these things from now on, besides what was allowed before.
  public func trust(_ items: [TrustItem]) throws {
    let grant = TrustGrant(self.grant.items.union(items))
    try trustStorage.save(grant, for: workspace.identity)
    state.withLock { $0.grant = grant }
  }
}
