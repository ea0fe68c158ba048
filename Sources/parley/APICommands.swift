import ArgumentParser
import Commands

struct APITools: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "api", abstract: "Compare the workspace with the descriptions it was imported from.",
    discussion: """
      Examples:
        parley api coverage
        parley api drift shop --json
      """,
    subcommands: [Coverage.self, Drift.self])

  /// The options that all of these commands take.
  struct Options: ParsableArguments {
    @Argument(help: "Only this description, by its name in openapi/. (default: all)")
    var description: String?

    @OptionGroup var workspace: WorkspaceOptions

    @Flag(help: "Print JSON.")
    var json = false

    func run(_ action: APICommand.Action) throws {
      let command = APICommand(action, try workspace.arguments(), description: description, printsJSON: json)
      try carryOut { await command.run(on: $0) }
    }
  }

  struct Coverage: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "coverage", abstract: "List operations that no request sends, and those that were never sent.")

    @OptionGroup var options: Options

    func run() throws { try options.run(.coverage) }
  }

  struct Drift: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "drift",
      abstract: "List what recorded responses have that the description does not, and the other way round.")

    @OptionGroup var options: Options

    func run() throws { try options.run(.drift) }
  }
}
