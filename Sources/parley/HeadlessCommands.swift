import ArgumentParser
import Commands
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

  @Flag(help: "With --curl or --json: print the secrets too.")
  var showSecrets = false

  @Flag(help: "Send nothing: print what the cache has. Nothing, where it has nothing, is no error.")
  var cached = false

  func run() throws {
    var arguments = try workspace.arguments(environment: values.environment, given: values.given())
    arguments.isMocking = mock
    let wish: SendCommand.CurlWish = curl ? showSecrets ? .withSecrets : .masked : .no
    let command = SendCommand(
      request, arguments, printsJSON: json, curl: wish, asksOnlyCache: cached, reveals: showSecrets)
    let interruption = Interruption()
    try carryOut { console in
      interruption.status(await command.run(on: console) { interruption.cancels($0) })
    }
  }
}

struct RunGroup: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run a group: every step on standard error as it ends; fails when one failed.")

  @Argument(help: "The group's path under groups/, as in checkout.")
  var group: String

  @OptionGroup var workspace: WorkspaceOptions
  @OptionGroup var values: ValueOptions

  @Flag(help: "Let the workspace's mocks answer.")
  var mock = false

  @Flag(help: "Print one JSON object: what became of each step.")
  var json = false

  @Option(help: ArgumentHelp("Write a JUnit report.", valueName: "FILE"))
  var junit: String?

  @Option(
    help: ArgumentHelp("Begin at this step, with what the steps before it gave in an earlier run.", valueName: "STEP"))
  var from: String?

  @Option(
    help: ArgumentHelp("With --from: which run; its identifier, its number, or last, as by default.", valueName: "RUN"))
  var of: String?

  func validate() throws {
    guard of == nil || from != nil else { throw ValidationError("--of says which run --from means: give that too.") }
  }

  func run() throws {
    var arguments = try workspace.arguments(environment: values.environment, given: values.given())
    arguments.isMocking = mock
    var command = RunCommand(group, arguments, printsJSON: json, junit: junit)
    command.replay = from.map { ($0, of ?? "last") }
    let running = command
    let interruption = Interruption()
    try carryOut { console in
      interruption.status(await running.run(on: console) { interruption.does($0) })
    }
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
    try carryOut { await command.run(on: $0) }
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
    try carryOut { await command.run(on: $0) }
  }
}

struct New: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "new", abstract: "Make a workspace.")

  @Argument(help: "Its folder; it is made when it is not there.")
  var folder: String

  func run() throws {
    let command = NewCommand(folder)
    try carryOut { command.run(on: $0) }
  }
}
