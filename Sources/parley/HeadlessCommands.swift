import ArgumentParser
import Commands
@preconcurrency import Dispatch
import Glibc
import ParleyEngine

struct Send: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "send", abstract: "Send a request: the body on standard output, the rest on standard error.")

  @Argument(help: "The request's path under requests/, as in user/login.")
  var request: String

  @OptionGroup var workspace: WorkspaceOptions
  @OptionGroup var values: ValueOptions

  @Flag(help: "Let the workspace's mocks answer.")
  var mock = false

  @Flag(help: "Print one JSON object: request, status, headers, body, timings, events.")
  var json = false

  @Flag(help: "Print the request as a curl command, secrets masked, and send nothing.")
  var curl = false

  @Flag(help: "With --curl: print the secrets too.")
  var showSecrets = false

  func run() throws {
    var arguments = try workspace.arguments(environment: values.environment, given: values.given())
    arguments.isMocking = mock
    let wish: SendCommand.CurlWish = curl ? showSecrets ? .withSecrets : .masked : .no
    let command = SendCommand(request, arguments, printsJSON: json, curl: wish)
    let interruption = Interruption()
    let status = waiting { await command.run(on: StandardConsole()) { interruption.cancels($0) } }
    try status.finish()
  }
}

/// Ctrl-C cancels the request, so that it is kept as cancelled; without a request it ends the program.
private final class Interruption: Sendable {
  private let call = Lock<Call?>(nil)

  init() {
    signal(SIGINT, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    // The handler holds the source, which therefore lives as long as the program.
    source.setEventHandler { [call] in
      withExtendedLifetime(source) {}
      guard let call = call.withLock({ $0 }) else { exit(ExitStatus.interrupted.rawValue) }
      call.cancel()
    }
    source.resume()
  }

  func cancels(_ call: Call) {
    self.call.withLock { $0 = call }
  }
}

struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Find the mistakes in a workspace's files.")

  @OptionGroup var workspace: WorkspaceOptions

  @Flag(help: "Print a JSON list.")
  var json = false

  func run() throws {
    let command = CheckCommand(try workspace.arguments(), printsJSON: json)
    try waiting { await command.run(on: StandardConsole()) }.finish()
  }
}

struct Trust: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trust", abstract: "Show what a workspace wants beyond HTTP and its own files, and allow it.")

  @OptionGroup var workspace: WorkspaceOptions

  @Flag(help: "Allow without asking.")
  var yes = false

  func run() throws {
    let command = TrustCommand(try workspace.arguments(), isConfirmed: yes)
    try waiting { await command.run(on: StandardConsole()) }.finish()
  }
}

struct New: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "new", abstract: "Make a workspace.")

  @Argument(help: "Its folder; it is made when it is not there.")
  var folder: String

  func run() throws {
    try NewCommand(folder).run(on: StandardConsole()).finish()
  }
}
