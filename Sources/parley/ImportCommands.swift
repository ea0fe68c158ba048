import ArgumentParser
import Commands
import ParleyModel

struct ImportFile: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import an API: \(ImportFormat.titles).",
    discussion: """
      Makes a new workspace, or adds a folder of requests to the one around the current folder or named with -w. Existing files are never \
      overwritten. What could not be imported is listed with its place. Credentials are encrypted on this machine, or asked for when you \
      send; they are never written to a file.

      A description of OpenAPI or Swagger is kept in openapi/. With --update a newer one takes its place: new operations become requests, and \
      requests follow what has changed, but for what you have changed yourself. Requests are never deleted.

      Examples:
        parley import openapi.yaml -w shop
        parley import "curl https://api.example.com/items -u ada" -w shop
        parley import shop.postman_collection.json --dry-run
        parley import openapi.yaml --update -w shop
      """)

  @Argument(
    help:
      "A file, its URL, the folder of a Bruno collection, a curl command in quotes, or - for standard input. The format is recognized by its content.",
    completion: .file())
  var file: String

  @OptionGroup var workspace: WorkspaceOptions

  @Option(
    help: ArgumentHelp(
      "The folder under requests/. (default: its title, in an existing workspace)", valueName: "FOLDER"))
  var into: String?

  @Option(
    help: ArgumentHelp(
      "A file of environments, as Postman and JetBrains keep them beside a collection. Repeatable.", valueName: "FILE"),
    completion: .file())
  var environment: [String] = []

  @Flag(help: "Bring a newer description into the workspace.")
  var update = false

  @Option(
    help: ArgumentHelp(
      "With --update: the description that is updated, by its name in openapi/. (default: by its title)",
      valueName: "NAME"))
  var description: String?

  @Flag(help: "List what would be made, and write nothing.")
  var dryRun = false

  @Flag(help: "Print one JSON object: the files, and what could not be imported.")
  var json = false

  func run() throws {
    var command = ImportCommand(
      file, try workspace.arguments(), into: into, environments: environment, isTrial: dryRun)
    if update { command.updated = .init(name: description) }
    command.printsJSON = json
    let wanted = command
    // A second signal ends it at once.
    let interruption = Interruption(stops: 1)
    try carryOut { console in
      interruption.status(await wanted.run(on: console) { interruption.does($0) })
    }
  }
}
