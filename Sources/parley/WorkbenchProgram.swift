import ArgumentParser
import Commands
import Foundation
import ParleyEngine
import ParleyFiles
import ParleyPostgres
import ParleyStore
import ParleyText
import ParleyWorkspace
import TerminalKit
import Workbench
import WorkbenchLive
import WorkbenchState

/// The terminal program on one workspace, from opening to closing.
struct WorkbenchProgram {
  /// Nil opens the scratch workspace.
  var folder: String?
  var environment: String?
  var given: [String: String]
  var screen: ScreenOptions
  /// Those of the person's environment; nil for none.
  var proxies: EnvironmentProxies?
  /// Stands in the hint line until the first key.
  var notice: String?
  /// A URL, `POST url body` or curl command to open.
  var request: String?

  func run() throws {
    do {
      // Files and store are read while the screen and its keys are made ready.
      let opening = Opening { try await open(asksForOrigin: folder != nil) }
      let (terminal, commands) = try opening.meanwhile { try screenAndKeys() }
      defer { terminal.stop() }
      guard let services = try services(opening, terminal) else { return }
      var (program, next) = (self, try run(services, terminal, commands))
      while let workspace = next { next = try program.goOn(in: workspace, terminal, commands) }
      if let signal = terminal.endingSignal { throw ExitCode(128 + signal) }
    } catch let code as ExitCode {
      throw code
    } catch {
      let isUnseen = (error as? TerminalError)?.code == .notATerminal
      StandardConsole().tell(isUnseen ? request.map(UsageError.init(unseen:)) ?? error : error)
      throw ExitCode(ExitStatus(error).rawValue)
    }
  }

  /// Opens another workspace in place of the one that was left. If it cannot be opened, that one is opened again, with the
  /// reason.
  /// - Returns: the workspace to go on with after it; nil to leave the program.
  private mutating func goOn(
    in next: NextWorkspace, _ terminal: NcursesTerminal, _ commands: CommandSet
  ) throws -> NextWorkspace? {
    let left = folder
    do {
      let demo = next == .demo ? try RunningDemo() : nil
      defer { demo?.server.end() }
      enter(next, demo)
      let program = self
      let opening = Opening { try await program.open(asksForOrigin: true) }
      guard let services = try program.services(opening, terminal) else { return left.map(NextWorkspace.folder) }
      return try run(services, terminal, commands)
    } catch let error as any ExplainedError {
      guard left.map(NextWorkspace.folder) != next else { throw error }
      (folder, given) = (left, [:])
      let before = self
      guard let services = try before.services(Opening { try await before.open(asksForOrigin: false) }, terminal) else {
        return nil
      }
      notice = "\(next == .demo ? "The demo" : next.title) was not opened: \(error.summary)"
      return try run(services, terminal, commands)
    }
  }

  /// Lets nothing of the workspace before hold for the next one.
  private mutating func enter(_ next: NextWorkspace, _ demo: RunningDemo?) {
    if case .folder(let folder) = next { self.folder = folder } else { folder = demo?.folder }
    (environment, given, notice, request) = (nil, demo?.given ?? [:], demo?.notice.line, nil)
  }

  private func open(asksForOrigin: Bool) async throws -> LiveServices {
    let state = try StateFolder.ofThisUser()
    let bus = EventBus()
    let root = try folder ?? ScratchWorkspace.make(in: state)
    let watch = FileWatch(of: root)
    let session = try await Session.open(
      at: root, state: state, environment: environment, given: given, events: bus, teams: PostgresTeams(),
      asksForOrigin: asksForOrigin, proxies: proxies)
    let variables = ProcessInfo.processInfo.environment
    return LiveServices(
      session, isScratch: folder == nil, stateFolder: state, bus: bus, watch: watch,
      settingsFolder: SettingsFolder(environment: variables).path, clipboard: ClipboardProgram(environment: variables),
      tmux: .tmux(environment: variables), systemProgram: SystemProgram(environment: variables),
      browser: BrowserProgram(environment: variables), teams: PostgresTeams())
  }

  private func screenAndKeys() throws -> (NcursesTerminal, CommandSet) {
    let variables = ProcessInfo.processInfo.environment
    let settings = SettingsFolder(environment: variables)
    let state = try StateFolder.ofThisUser()
    let terminal = NcursesTerminal(
      configuration: .init(environment: variables, errorLog: "\(state.path)/parley.log"),
      theme: try settings.theme(screen.wantedTheme))
    return (terminal, try settings.commands())
  }

  /// - Returns: nil when the person would rather not say whether the workspace was moved, or is a copy.
  private func services(_ opening: Opening, _ terminal: NcursesTerminal) throws -> LiveServices? {
    do { return try opening.services() } catch let origin as UnknownOrigin {
      guard try isKnown(origin, terminal) else { return nil }
      return try Opening { try await open(asksForOrigin: false) }.services()
    }
  }

  /// Asks about a workspace of unknown origin. An obstacle is shown in the question, which stays: a workspace that is
  /// open elsewhere is a copy, or has to be closed there.
  /// - Returns: whether the workspace is opened.
  private func isKnown(_ origin: UnknownOrigin, _ terminal: NcursesTerminal) throws -> Bool {
    let known = origin.others.map(\.owner.path)
    let present = known.filter { FileManager.default.fileExists(atPath: "\($0)/\(WorkspacePaths.workspaceFile)") }
    var question = MoveQuestion(here: origin.here.owner.path, known: known, present: Set(present))
    while true {
      switch try question.ask(on: terminal) {
      case .copy: return true
      case .leave: return false
      case .moved(let place):
        do throws(RepositoryError) {
          try origin.here.adopt(from: origin.others[place])
          return true
        } catch {
          question.obstacle = [error.summary, error.advice].compactMap(\.self).joined(separator: " ")
        }
      }
    }
  }

  /// - Returns: the workspace to go on with; nil to leave the program.
  private func run(
    _ services: LiveServices, _ terminal: NcursesTerminal, _ commands: CommandSet
  ) throws -> NextWorkspace? {
    let settings = SettingsFolder(environment: ProcessInfo.processInfo.environment)
    var person = try settings.settings()
    if screen.screenReader { person.isPlain = true }
    let runtime = Runtime(
      terminal: terminal, services: services.all, commands: commands,
      editor: Self.editor(ProcessInfo.processInfo.environment),
      pager: Self.pager(ProcessInfo.processInfo.environment), notice: services.noteOnGivenNames ?? notice,
      request: request, themes: settings.themes(), settings: person)
    defer { waiting { await services.close() } }
    return try runtime.run()
  }

  /// As words; `$EDITOR` may hold arguments.
  private static func editor(_ variables: [String: String]) -> [String] {
    let text = variables["VISUAL"] ?? variables["EDITOR"] ?? "vi"
    return text.split(separator: " ").map(String.init)
  }

  private static func pager(_ variables: [String: String]) -> [String] {
    (variables["PAGER"] ?? "less").split(separator: " ").map(String.init)
  }
}

extension UsageError {
  /// A request was to be opened where there is no terminal: it is more likely to be sent.
  fileprivate init(unseen request: String) {
    let words = request.split(separator: " ").map(String.init)
    let shown = words.count <= 2 ? ShellWords.line(of: words) : "…"
    self.init(
      "Standard input or output is not a terminal, so nothing can be opened.",
      advice: "`parley send \(shown)` sends it and prints the response.")
  }
}
