import ArgumentParser
import Commands

struct RunTools: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "runs", abstract: "List, show, compare and delete recorded runs of groups.",
    subcommands: [List.self, Show.self, Compare.self, Check.self, Delete.self, Pin.self])

  /// What all of them take.
  struct Options: ParsableArguments {
    @OptionGroup var workspace: WorkspaceOptions
    @OptionGroup var values: ValueOptions

    @Flag(help: "Print JSON.")
    var json = false

    func run(_ action: RunsCommand.Action) throws {
      let arguments = try workspace.arguments(environment: values.environment, given: values.given())
      let command = RunsCommand(action, arguments, printsJSON: json)
      try carryOut { await command.run(on: $0) }
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List runs, newest first.")

    @Argument(help: "Only runs of this group.")
    var group: String?

    @Option(help: "How many to list.")
    var limit = 20

    @OptionGroup var options: Options

    func run() throws { try options.run(.list(group: group, limit: limit)) }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Show every step of a run.")

    @Argument(help: "The run's number or identifier, or last.")
    var name: String

    @Flag(help: "Show where the values of each step come from, too.")
    var sources = false

    @OptionGroup var options: Options

    func run() throws { try options.run(.show(name, sources: sources)) }
  }

  struct Compare: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "compare", abstract: "Compare two runs of a group. Exits 1 when they differ.")

    @Argument var left: String
    @Argument var right: String
    @OptionGroup var options: Options

    func run() throws { try options.run(.compare(left, right)) }
  }

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check",
      abstract: "Check a run's recorded responses against the expectations now in the files. Sends nothing.")

    @Argument var name: String
    @OptionGroup var options: Options

    func run() throws { try options.run(.check(name)) }
  }

  struct Delete: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "delete", abstract: "Delete runs.")

    @Argument var names: [String]
    @OptionGroup var options: Options

    func run() throws { try options.run(.delete(names)) }
  }

  struct Pin: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "pin", abstract: "Pin a run: keep it and its exchanges, however old they get.")

    @Argument var name: String

    @Flag(help: "Unpin the run.")
    var off = false

    @OptionGroup var options: Options

    func run() throws { try options.run(.pin(name, !off)) }
  }
}
