import ArgumentParser
import Commands

struct StoreTools: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store", abstract: "Check, repair and measure what Parley keeps of a workspace on this machine.",
    subcommands: [Check.self, Repair.self, Size.self])

  /// What all of them take.
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
      abstract: "Read all of it: both databases, what is encrypted, and the files of bodies. Changes nothing.")

    @OptionGroup var options: Options

    func run() throws { try options.run(.check) }
  }

  struct Repair: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Replace damaged files by what can be read of them, and say what was lost. Keeps the damaged files.")

    @OptionGroup var options: Options

    func run() throws { try options.run(.repair) }
  }

  struct Size: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Say what takes how much room: history, bodies, events, cache, runs, shared data, drafts.")

    @OptionGroup var options: Options

    func run() throws { try options.run(.size) }
  }
}
