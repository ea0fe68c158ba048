import ArgumentParser
import Commands

struct Runs: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "runs", abstract: "Look at runs of groups that were kept.",
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
    static let configuration = CommandConfiguration(abstract: "List runs, newest first.")

    @Argument(help: "Only those of this group.")
    var group: String?

    @Option(help: "How many.")
    var limit = 20

    @OptionGroup var options: Options

    func run() throws { try options.run(.list(group: group, limit: limit)) }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Show every step of a run.")

    @Argument(help: "Its number, its identifier, or last.")
    var name: String

    @OptionGroup var options: Options

    func run() throws { try options.run(.show(name)) }
  }

  struct Compare: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Compare two runs of a group; the status is 1 when they are not the same.")

    @Argument var left: String
    @Argument var right: String
    @OptionGroup var options: Options

    func run() throws { try options.run(.compare(left, right)) }
  }

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Look at a run's answers again with what the files expect now; nothing is sent.")

    @Argument var name: String
    @OptionGroup var options: Options

    func run() throws { try options.run(.check(name)) }
  }

  struct Delete: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Forget runs.")

    @Argument var names: [String]
    @OptionGroup var options: Options

    func run() throws { try options.run(.delete(names)) }
  }

  struct Pin: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Keep a run, with its exchanges, however old it gets.")

    @Argument var name: String

    @Flag(help: "Let it go with the others again.")
    var off = false

    @OptionGroup var options: Options

    func run() throws { try options.run(.pin(name, !off)) }
  }
}
