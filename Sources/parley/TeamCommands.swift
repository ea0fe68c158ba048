import ArgumentParser
import Commands

struct TeamTools: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "team", abstract: "Set up and inspect the database in which a team shares keys and runs.",
    discussion: """
      parley.yaml names the database under team. The other commands use it by themselves: parley shared, send and run.

      Examples:
        parley team init --member ada --member bob
        parley team status
        parley runs publish last
      """,
    subcommands: [Init.self, Status.self, Migrate.self])

  struct Options: ParsableArguments {
    @OptionGroup var workspace: WorkspaceOptions

    @Flag(help: "Print JSON.")
    var json = false

    func run(_ action: TeamCommand.Action, in environment: String? = nil) throws {
      let command = TeamCommand(action, try workspace.arguments(environment: environment), printsJSON: json)
      try carryOut { await command.run(on: $0) }
    }
  }

  struct Init: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "init",
      abstract: "Create the schema and the team's key, or let more members in. What is there stays.",
      discussion: "An older schema is not changed: bring it up to date with parley team migrate first.")

    @Option(name: .customLong("member"), help: "A role of the database that may use it. May be given several times.")
    var members: [String] = []

    @OptionGroup var options: Options

    func run() throws { try options.run(.initialize(members: members)) }
  }

  struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "status", abstract: "Show the database, your rights and what is in it. Exits 2 if it cannot be used."
    )

    @Option(
      name: [.short, .customLong("env")],
      help: "The environment whose keys are meant. (default: the last active one)", completion: .names(.environments))
    var environment: String?

    @OptionGroup var options: Options

    func run() throws { try options.run(.status, in: environment) }
  }

  struct Migrate: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "migrate", abstract: "Bring an older schema up to date.",
      discussion:
        "Says from which version to which. Older versions of Parley then only read their copy of the team's keys.")

    @OptionGroup var options: Options

    func run() throws { try options.run(.migrate) }
  }
}
