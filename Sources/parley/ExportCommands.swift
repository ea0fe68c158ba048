import ArgumentParser
import Commands
import ParleyWorkspace

struct ExportFile: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Export requests, groups or what was sent: HAR, .http, Postman, OpenAPI, Markdown, code.",
    discussion: """
      Formats: \(ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")).

      Prints to standard output, or writes the file named with -o; environments go into files beside it. Values that are secret are never \
      written. What could not be exported is listed with its place.
      """)

  @Argument(help: "The format.")
  var format: ExportFormat

  @Argument(help: "Requests, groups or folders, such as user/login. (default: all requests)")
  var names: [String] = []

  @Option(name: [.short, .long], help: ArgumentHelp("The file to write.", valueName: "FILE"))
  var output: String?

  @Flag(help: "Replace files that exist.")
  var force = false

  @OptionGroup var workspace: WorkspaceOptions
  @OptionGroup var values: ValueOptions

  func run() throws {
    let arguments = try workspace.arguments(environment: values.environment, given: values.given())
    let command = ExportCommand(format, names, arguments, to: output, replaces: force)
    try carryOut { await command.run(on: $0) }
  }
}

extension ExportFormat: ExpressibleByArgument {}
