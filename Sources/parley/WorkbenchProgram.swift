import ArgumentParser
import Commands
import Foundation
import ParleyEngine
import ParleyStore
import ParleyWorkspace
import TerminalKit
import Workbench

/// The terminal program on one workspace, from opening to closing.
struct WorkbenchProgram {
  /// Nil opens the scratch workspace.
  var folder: String?
  var environment: String?
  var given: [String: String]
  var screen: ScreenOptions

  func run() throws {
    let opened = waiting { await Self.outcome { try await open() } }
    do {
      let services = try opened.get()
      try run(services)
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
    return LiveServices(session, isScratch: folder == nil, stateFolder: state, bus: bus)
  }

  private func run(_ services: LiveServices) throws {
    let variables = ProcessInfo.processInfo.environment
    let state = try StateFolder.ofThisUser()
    let terminal = NcursesTerminal(
      configuration: .init(environment: variables, errorLog: "\(state.path)/parley.log"),
      theme: screen.light ? .light : .dark)
    let runtime = try Runtime(
      terminal: terminal, services: services, commands: CommandSet(),
      editor: Self.editor(variables))
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
