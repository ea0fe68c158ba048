package import ParleyEngine
internal import ParleyFiles
package import ParleyStore
package import ParleyTeam
package import ParleyWorkspace

/// The workspace that a command works on, and the options that go with it.
package struct SessionArguments: Sendable {
  /// The folder named with `-w`; otherwise the workspace is looked for upwards from `directory`.
  package var workspace: String?
  package var environment: String?
  /// Whether the command needs an environment; then several of them without a usual one are a mistake.
  package var needsEnvironment = false
  /// `--set NAME=VALUE`
  package var given: [String: String]
  /// Whether it is told which of these names no file has. A replay has names of its own.
  var notesGivenNames = true
  /// Whether the workspace's mocks reply in place of servers.
  package var isMocking = false
  /// How requests use cache and network.
  package var cacheMode = CacheMode.automatic
  /// The folder in which the command was called.
  package var directory: String
  package var state: StateFolder
  /// The browser in which a person signs in; nil if there is none.
  package var browser: BrowserProgram?
  /// Whether the workspace that everybody has will do where there is no other.
  var scratch = ScratchUse.no
  /// Connects to the database of a team; nil for none.
  package var teams: (any TeamProvider)?
  /// The proxies of the person's environment; nil for none.
  package var proxies: EnvironmentProxies?

  package init(
    workspace: String? = nil, environment: String? = nil, given: [String: String] = [:], directory: String,
    state: StateFolder, browser: BrowserProgram? = nil, teams: (any TeamProvider)? = nil
  ) {
    self.workspace = workspace
    self.environment = environment
    self.given = given
    self.directory = directory
    self.state = state
    self.browser = browser
    self.teams = teams
  }

  /// Returns the path of a file that was named on the command line.
  func path(of file: String) -> String {
    file.hasPrefix("/") ? file : "\(directory)/\(file)"
  }

  /// A path as it stands from here, which is how a relative one was typed.
  func asTyped(_ path: String) -> String {
    path.hasPrefix("\(directory)/") ? String(path.dropFirst(directory.count + 1)) : path
  }

  /// Whether a command works on the workspace that everybody has where there is no other.
  enum ScratchUse: Sendable {
    case no, silently
    /// And says so, as what it shows may be surprising.
    case told
  }

  /// - Parameter console: is told that it is the workspace of what is sent outside of one.
  func folder(telling console: (any Console)? = nil) throws -> String {
    if let workspace { return workspace }
    do throws(WorkspaceError) {
      return try Workspace.folder(above: directory)
    } catch {
      guard scratch != .no, error.code == "workspace.none" else { throw error }
      if scratch == .told { console?.note("No workspace here: this is of what was sent outside of one.") }
      return try ScratchWorkspace.make(in: state)
    }
  }

  /// Opens a session, does a command's work with it, and closes it, also after a failure. Failures are shown.
  /// - Parameters:
  ///   - words: what it is busy with, told when it takes long; nil for a command that tells more itself.
  ///   - body: gets the session, and the console without the session's secrets.
  func withSession(
    on console: any Console, needing part: StorePart? = nil, toChange isChange: Bool = false, printsJSON: Bool = false,
    busy words: String? = nil, _ body: (Session, MaskingConsole) async throws -> ExitStatus
  ) async -> ExitStatus {
    guard let words else {
      return await opened(on: console, needing: part, toChange: isChange, printsJSON: printsJSON, body)
    }
    let console = RunConsole(console)
    let status = try? await BusyLine.during(words, on: console) {
      await opened(on: console, needing: part, toChange: isChange, printsJSON: printsJSON, body)
    }
    return status ?? .internal
  }

  private func opened(
    on console: any Console, needing part: StorePart?, toChange isChange: Bool, printsJSON: Bool,
    _ body: (Session, MaskingConsole) async throws -> ExitStatus
  ) async -> ExitStatus {
    do {
      let session = try await open(on: console, needing: part, toChange: isChange)
      let masking = MaskingConsole(console, session.secrets)
      let status = await masking.tellingFailure(asJSON: printsJSON) { try await body(session, masking) }
      await session.close()
      return status
    } catch {
      return console.fail(error, asJSON: printsJSON)
    }
  }

  /// - Parameters:
  ///   - console: the console that shows the store's messages.
  ///   - part: the part of the store that the command needs; nil if it needs none.
  ///   - isChange: whether the command changes stored data.
  /// - Throws: an error if that part was damaged: the recovered data is in use from now on, but a person should look
  ///   first. Also if a change could not be stored, because the disk is full.
  private func open(on console: any Console, needing part: StorePart?, toChange isChange: Bool) async throws -> Session
  {
    let session = try await Session.open(
      at: folder(telling: console), state: state, environment: environment, given: given, teams: teams,
      proxies: proxies,
      isForCommand: needsEnvironment)
    if isChange, let reason = session.reasonNotKept {
      await session.close()
      throw reason.refusingChange
    }
    if notesGivenNames {
      let names = GivenNames(in: session.workspace, environment: session.environmentName)
      for note in names.notes(on: given.keys) { console.note(note) }
    }
    if isMocking { session.mocks.isOn = true }
    session.cache.mode = cacheMode
    // Without a person before it, a sign-in fails and says so.
    if console.notesToTerminal { session.attendance.signInGuide = ConsoleSignIn(console: console, browser: browser) }
    let loss = session.notices.all.first { part != nil && $0.replaced == part }
    let masked = MaskingConsole(console, session.secrets)
    session.notices.listen { if $0 != loss { masked.tell($0.error) } }
    guard let loss else { return session }
    await session.close()
    throw loss.error.replacedUnderCommand
  }
}

extension Console {
  fileprivate func tellingFailure(asJSON: Bool, _ work: () async throws -> ExitStatus) async -> ExitStatus {
    do { return try await work() } catch { return fail(error, asJSON: asJSON) }
  }
}

extension RepositoryError {
  fileprivate var refusingChange: RepositoryError {
    RepositoryError(
      kind, "Nothing was changed: the disk of the state folder cannot be written to.", detail: detail, place: place,
      advice: "Free some space on it, and run the command again.")
  }

  fileprivate var replacedUnderCommand: RepositoryError {
    RepositoryError(
      kind, summary, detail: detail, place: place,
      advice: "\(advice.map { "\($0) " } ?? "")Nothing else was done. Run the command again.")
  }
}
