import ArgumentParser
import Commands
package import ParleyModel
import ParleyWorkspace

struct ExportFile: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Export requests, groups or what was sent: HAR, .http, Postman, OpenAPI, Markdown, code.",
    discussion: """
      Formats: \(ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")).

      Prints to standard output, or writes the file named with -o; environments go into files beside it. Values that are secret are never \
      written. What could not be exported is listed with its place.

      The format curl is a shell script that checks what a request or group expects. `parley send NAME --curl` prints one request as \
      a single curl command.

      Examples:
        parley export postman -o shop.postman_collection.json
        parley export python checkout -o checkout.py
        parley export har --run last -o run.har
      """)

  @Argument(help: "The format.")
  var format: ExportFormat

  @Argument(
    help: "Requests, groups or folders, such as user/login. (default: all requests)",
    completion: .names(.requestsAndGroups))
  var names: [String] = []

  @Option(
    name: [.short, .long], help: ArgumentHelp("The file to write.", valueName: "FILE"),
    completion: .file())
  var output: String?

  @Option(
    name: .customLong("run"),
    help: ArgumentHelp("With har: only what this run sent: its number or identifier, or last.", valueName: "RUN"))
  var ofRun: String?

  @Option(help: ArgumentHelp("With har: the most exchanges, of each request that is named.", valueName: "N"))
  var limit = 1_000

  @Flag(help: "With har: reveal secrets.")
  var showSecrets = false

  @Flag(help: "Replace files that exist.")
  var force = false

  @OptionGroup var workspace: WorkspaceOptions
  @OptionGroup var values: ValueOptions

  func validate() throws {
    guard format == .har || ofRun == nil && !showSecrets else {
      throw ValidationError("--run and --show-secrets need the format har.")
    }
    guard ofRun == nil || names.isEmpty else { throw ValidationError("--run names all of a run, and nothing else.") }
    guard limit > 0 else { throw ValidationError("--limit is at least 1.") }
  }

  func run() throws {
    let arguments = try workspace.arguments(
      environment: values.environment, given: values.given(), needsEnvironment: true)
    let wish = ExportWish(names, run: ofRun, limit: limit, showsSecrets: showSecrets)
    let command = ExportCommand(format, wish, arguments, to: output, replaces: force)
    try carryOut { await command.run(on: $0) }
  }
}

extension ExportFormat: ExpressibleByArgument {}
