import ArgumentParser
import Commands
import Foundation
import ParleyEngine
import ParleyStore
import ParleyWorkspace
import TerminalKit
import Workbench
import WorkbenchLive

/// The terminal program on one workspace, from opening to closing.
struct WorkbenchProgram {
  /// Nil opens the scratch workspace.
  var folder: String?
  var environment: String?
  var given: [String: String]
  var screen: ScreenOptions
  /// Stands in the hint line until the first key.
  var notice: String?

  func run() throws {
    do {
      let (terminal, commands) = try screenAndKeys()
      defer { terminal.stop() }
      if try settleOrigin(terminal) {
        let services = try waiting { await Self.outcome { try await open() } }.get()
        try run(services, terminal, commands)
      }
      if let signal = terminal.endingSignal { throw ExitCode(128 + signal) }
    } catch let code as ExitCode {
      throw code
    } catch {
      StandardConsole().tell(error)
      throw ExitCode(ExitStatus(error).rawValue)
    }
  }

  private func open() async throws -> LiveServices {
    let state = try StateFolder.ofThisUser()
    let bus = EventBus()
    let root = try folder ?? ScratchWorkspace.make(in: state)
    let session = try await Session.open(at: root, state: state, environment: environment, given: given, events: bus)
    let variables = ProcessInfo.processInfo.environment
    return LiveServices(
      session, isScratch: folder == nil, stateFolder: state, bus: bus,
      keyFile: SettingsFolder(environment: variables).keyFile, clipboard: ClipboardProgram(environment: variables))
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

  /// A known id at a new path: moved, or a copy?
  /// - Returns: false when the person would rather not say.
  private func settleOrigin(_ terminal: NcursesTerminal) throws -> Bool {
    let state = try StateFolder.ofThisUser()
    guard let folder, let location = try? Session.location(of: folder, in: state), !location.exists
    else { return true }
    let others = location.others()
    guard !others.isEmpty else { return true }
    switch try MoveQuestion(here: location.owner.path, known: others.map(\.owner.path)).ask(
      on: terminal)
    {
    case .copy: return true
    case .moved(let place):
      try location.adopt(from: others[place])
      return true
    case .leave: return false
    }
  }

  private func run(_ services: LiveServices, _ terminal: NcursesTerminal, _ commands: CommandSet)
    throws
  {
    let runtime = Runtime(
      terminal: terminal, services: services, commands: commands,
      editor: Self.editor(ProcessInfo.processInfo.environment), notice: notice)
    defer { waiting { await services.close() } }
    try runtime.run()
  }

  private static func outcome<Value>(_ work: () async throws -> Value) async -> Result<Value, any Error> {
    do {
      return .success(try await work())
    } catch {
      return .failure(error)
    }
  }

  /// As words; `$EDITOR` may hold arguments.
  private static func editor(_ variables: [String: String]) -> [String] {
    let text = variables["VISUAL"] ?? variables["EDITOR"] ?? "vi"
    return text.split(separator: " ").map(String.init)
  }
}
