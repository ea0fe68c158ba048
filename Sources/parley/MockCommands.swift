import ArgumentParser
import Commands
import ParleyWorkspace

struct MockTools: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mock",
    abstract: "Serve the workspace's mocks to any program.",
    discussion: """
      Answers requests by the files under mocks/, as within the workbench, until Ctrl-C. Standard output has a line for each request. \
      A request that no mock is for gets status 404 and the nearest mocks; with --upstream it goes to the real server, and with --record \
      the response becomes a mock. Credentials are never recorded.
      """)

  @OptionGroup var workspace: WorkspaceOptions
  @OptionGroup var values: ValueOptions

  @Option(name: [.short, .long], help: "The port; 0 takes any free one.")
  var port: UInt16 = 4010

  @Option(
    help: ArgumentHelp(
      "The address to listen on. 0.0.0.0 lets other machines in.", valueName: "ADDRESS"))
  var host = "127.0.0.1"

  @Option(
    help: ArgumentHelp(
      "Send requests that no mock answers to this server: a URL, or a name under servers in parley.yaml.",
      valueName: "URL"))
  var upstream: String?

  @Flag(help: "With --upstream: keep what it sends as mocks, in mocks/recorded.yaml.")
  var record = false

  @Flag(help: "Let pages of other sites use the server in a browser (CORS).")
  var cors = false

  @Flag(inversion: .prefixedNo, help: "Follow changes of the workspace's files.")
  var watch = true

  @Flag(help: "Print a line of JSON for each request.")
  var json = false

  @Flag(name: .shortAndLong, help: "Print requests and responses as they are on the wire; credentials are masked.")
  var verbose = false

  func validate() throws {
    guard !record || upstream != nil else { throw ValidationError("--record needs --upstream: what to record from.") }
  }

  func run() throws {
    let arguments = try workspace.arguments(
      environment: values.environment, given: values.given(), needsEnvironment: true)
    var options = MockServerOptions()
    (options.host, options.port, options.allowsOrigins, options.isRecording) = (host, port, cors, record)
    let command = MockCommand(
      arguments, options, upstream: upstream, printsJSON: json, isWatching: watch, isVerbose: verbose)
    let interruption = Interruption()
    try carryOut { console in
      interruption.status(await command.run(on: console) { interruption.does($0) })
    }
  }
}
