import ArgumentParser
import Commands

struct StoreTools: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store", abstract: "Check, repair and measure a workspace's data on this machine.",
    subcommands: [Check.self, Repair.self, Size.self])

  /// The options that all of these commands take.
  struct Options: ParsableArguments {
    @OptionGroup var workspace: WorkspaceOptions

    @Flag(help: "Print JSON.")
    var json = false

    func run(_ action: StoreCommand.Action) throws {
      let command = StoreCommand(action, try workspace.arguments(), printsJSON: json)
      try carryOut { await command.run(on: $0) }
    }
  }

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check", abstract: "Verify both databases, encrypted data and body files. Changes nothing.")

    @OptionGroup var options: Options

    func run() throws { try options.run(.check) }
  }

  struct Repair: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "repair",
      abstract: "Recover what can be read of damaged files, and report what was lost. Keeps the damaged files.")

    @OptionGroup var options: Options

    func run() throws { try options.run(.repair) }
  }

  struct Size: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "size", abstract: "Show disk usage: history, bodies, events, cache, runs, shared data, drafts.")

    @OptionGroup var options: Options

    func run() throws { try options.run(.size) }
  }
}
