package import ParleyEngine
package import ParleyFiles
package import ParleyStore
package import ParleyTeam
package import ParleyWorkspace
package import WorkbenchServices

/// The services of the real program: everything the workbench asks for, done by a session, in parts that share it.
///
/// One bus and one listener for file changes live as long as the program; the session behind them changes once, when a scratch
/// workspace is kept.
package final class LiveServices: Sendable {
  struct State {
    var session: Session
    var isScratch: Bool
    /// The session has read the files a moment ago, and nobody has asked for them yet.
    var isFresh = true
    /// Whether the request without a file has been loaded.
    var hasLoadedScratch = false
    var environmentHistory = EnvironmentHistory()
    var filesHistory = FilesHistory()
    var unplaced = UnplacedByNumber()
    var watch: FileWatch?
    var mockServer: MockServer?
    var onChanging: (@Sendable () -> Void)?
    var onChange: (@Sendable () -> Void)?
    var onRunsChange: (@Sendable () -> Void)?
    var onRunsProgress: (@Sendable () -> Void)?
    var onForeignEvents: (@Sendable () -> Void)?
    var onNotice: (@Sendable (Problem) -> Void)?
  }

  let state: Lock<State>
  let takings = Takings()
  let stateFolder: StateFolder
  /// The folder of the person's key bindings and settings; nil if they have no such folder.
  let settingsFolder: String?
  /// The folder against which relative paths of a pasted command are resolved: the one that the program was started
  /// from.
  let currentFolder: String?
  let bus: EventBus
  /// For text that is too long for the terminal's clipboard; nil where there is none.
  let clipboard: ClipboardProgram?
  /// For text of any length, inside tmux; nil outside.
  let tmux: ClipboardProgram?
  /// Opens files of any kind; nil where there is none.
  let systemProgram: SystemProgram?
  /// The browser in which the person signs in; nil if there is none.
  let browser: BrowserProgram?
  /// Connects to the databases of teams; nil for none.
  let teams: (any TeamProvider)?
  package let signIns = SignIns()
  let index = LogIndex()
  let lines = LogLines()
  let groupTexts = GroupTexts()
  let sharedEvents = SharedEventLines()
  let sharedLevels = SharedLevelsCache()
  let sharedThen = SharedThenCache()
  let imports = ImportReading()
  /// The start of the program.
  let startedAt = Timestamp.now()

  /// - Parameters:
  ///   - session: the session, opened with `bus` as its events.
  ///   - watch: the watch on its files, begun before they were read; if nil, one begins now.
  ///   - isScratch: whether the session is on the scratch workspace of `stateFolder`.
  ///   - settingsFolder: the folder of key bindings and other settings for all workspaces.
  ///   - clipboard: takes text that is too long for the terminal's clipboard.
  ///   - tmux: takes all other text too.
  ///   - systemProgram: opens bodies outside of the terminal.
  ///   - browser: the browser in which the person signs in.
  ///   - teams: connects to the databases of teams.
  ///   - currentFolder: the folder against which relative paths of a pasted command are resolved; that of the process
  ///     by default.
  package init(
    _ session: Session, isScratch: Bool, stateFolder: StateFolder, bus: EventBus, watch: FileWatch? = nil,
    settingsFolder: String? = nil, clipboard: ClipboardProgram? = nil, tmux: ClipboardProgram? = nil,
    systemProgram: SystemProgram? = nil, browser: BrowserProgram? = nil, teams: (any TeamProvider)? = nil,
    currentFolder: String? = CurrentFolder.path
  ) {
    state = Lock(State(session: session, isScratch: isScratch))
    self.stateFolder = stateFolder
    self.settingsFolder = settingsFolder
    self.currentFolder = currentFolder
    self.bus = bus
    self.clipboard = clipboard
    self.tmux = tmux
    self.systemProgram = systemProgram
    self.browser = browser
    self.teams = teams
    follow(session, by: watch ?? FileWatch(of: session.workspace.root))
  }

  package var workspace: LiveWorkspace { LiveWorkspace(live: self) }
  package var requests: LiveRequests { LiveRequests(live: self) }
  package var groups: LiveGroups { LiveGroups(live: self) }
  package var history: LiveHistory { LiveHistory(live: self) }
  package var shared: LiveShared { LiveShared(live: self) }
  package var person: LivePerson { LivePerson(live: self) }

  /// The parts, as the workbench takes them.
  package var all: Services {
    Services(workspace, requests, groups, history, shared, person, hiding: bus.secrets)
  }

  var session: Session { state.withLock { $0.session } }
  var isScratch: Bool { state.withLock { $0.isScratch } }

  /// Writes what waits, and lets go of everything.
  package func close() async {
    await stopMockServer()
    state.withLock { $0.watch.take() }?.stop()
    await session.close()
  }

  package var secrets: KnownSecrets { bus.secrets }

  /// Hands on what its store tells, once somebody wants to know.
  func listen(to session: Session) {
    guard state.withLock({ $0.onNotice }) != nil else { return }
    session.notices.listen { [weak self] notice in
      self?.state.withLock { $0.onNotice }?(Problem(notice.error))
    }
  }

  /// Hears what others write for the team, and tells when its server goes and comes.
  private func followTeam(of session: Session) {
    session.team.onChange { [weak self] _ in self?.state.withLock { $0.onChange }?() }
    session.team.connect()
  }

  /// Follows the files of a workspace, and its runs. If that is not possible, the workbench still works, and reads them
  /// on request.
  func follow(_ session: Session, by watch: FileWatch) {
    listen(to: session)
    attend(session)
    if !isScratch { RecentWorkspaces(stateFolder).note(session.workspace.root) }
    followTeam(of: session)
    session.store.runs.onChange { [weak self] in self?.state.withLock { $0.onRunsChange }?() }
    session.store.runs.onProgress { [weak self] in self?.state.withLock { $0.onRunsProgress }?() }
    session.store.events.onForeignEvents { [weak self] in self?.state.withLock { $0.onForeignEvents }?() }
    let old = state.withLock { state in
      defer { state.watch = watch }
      return state.watch
    }
    old?.stop()
    watch.follow(session.permissions.watchedFiles)
    watch.tell { [weak self] news in self?.take(news) }
  }

  private func take(_ news: FileWatch.News) {
    let tell = state.withLock { state in
      state.isFresh = false
      return news == .changing ? state.onChanging : state.onChange
    }
    tell?()
  }

  func stopMockServer() async {
    await state.withLock { $0.mockServer.take() }?.stop()
  }
}
