import ArgumentParser
import Commands
import Foundation
import ParleyEngine
import ParleyPostgres
import ParleyStore
import ParleyWorkspace
import WorkbenchLive

/// The options for the workspace to use.
struct WorkspaceOptions: ParsableArguments {
  @Option(
    name: [.customShort("w"), .long], help: "The workspace's folder. (default: the nearest one, from here upwards)",
    completion: .directory)
  var workspace: String?

  @Flag(
    name: .customLong("no-proxy"),
    help: "Ignore the proxies of the environment: http_proxy, https_proxy and all_proxy.")
  var ignoresProxies = false

  /// The proxies of the person's environment; nil for none.
  var proxies: EnvironmentProxies? {
    ignoresProxies ? nil : EnvironmentProxies(ProcessInfo.processInfo.environment)
  }

  /// - Parameter needsEnvironment: whether the command works in an environment.
  func arguments(
    environment: String? = nil, given: [String: String] = [:], needsEnvironment: Bool = false
  ) throws -> SessionArguments {
    var arguments = SessionArguments(
      workspace: workspace, environment: environment, given: given,
      directory: FileManager.default.currentDirectoryPath, state: try .ofThisUser(),
      browser: BrowserProgram(environment: ProcessInfo.processInfo.environment), teams: PostgresTeams())
    arguments.proxies = proxies
    arguments.needsEnvironment = needsEnvironment
    return arguments
  }
}

/// The options for the environment and the values.
struct ValueOptions: ParsableArguments {
  @Option(
    name: [.short, .customLong("env")], help: "The environment. (default: environment in parley.yaml, or the only one)",
    completion: .names(.environments))
  var environment: String?

  @Option(name: .long, help: ArgumentHelp("Set a value for this run. Overrides the files.", valueName: "NAME=VALUE"))
  var set: [String] = []

  func given() throws -> [String: String] {
    try set.reduce(into: [:]) { given, text in
      guard let mark = text.firstIndex(of: "="), mark != text.startIndex else {
        throw ValidationError("“\(text)” is not NAME=VALUE.")
      }
      given[String(text[..<mark])] = String(text[text.index(after: mark)...])
    }
  }
}

extension StateFolder {
  static func ofThisUser() throws -> StateFolder {
    let variables = ProcessInfo.processInfo.environment
    let state = try StateFolder(environment: variables)
    if let settings = SettingsFolder(environment: variables).path {
      KeyBindingLocation(folder: settings).makeRoom(for: state.keys)
    }
    return state
  }
}
