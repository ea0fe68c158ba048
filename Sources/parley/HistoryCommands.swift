import ArgumentParser
import Commands

struct HistoryTools: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "List, search, show, pin and delete the exchanges of the history.",
    discussion: """
      Examples:
        parley history list --filter 'kettle status>=500 since:1h'
        parley history search kettle is:edited
        parley history show last
        parley history pin last
        parley history pin --filter 'name:cart/pay status>=400'
        parley history delete --filter 'until:30d -status>=400'
      """,
    subcommands: [List.self, Search.self, Show.self, Pin.self, Delete.self])

  /// The options that all of these commands take.
  struct Options: ParsableArguments {
    @OptionGroup var workspace: WorkspaceOptions

    @Flag(help: "Print JSON.")
    var json = false

    func run(_ action: HistoryCommand.Action) throws {
      let command = HistoryCommand(action, try workspace.arguments(), printsJSON: json)
      try carryOut { await command.run(on: $0) }
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List exchanges, newest first.")

    @OptionGroup var wanted: Wanted
    @OptionGroup var options: Options

    func run() throws { try options.run(wanted.action) }
  }

  struct Search: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "search", abstract: "Search exchanges by words and fields: the same as list.")

    @OptionGroup var wanted: Wanted
    @OptionGroup var options: Options

    func run() throws { try options.run(wanted.action) }
  }

  /// The exchanges that are listed.
  struct Wanted: ParsableArguments {
    @Argument(help: "Words and fields, as for --filter.")
    var words: [String] = []

    @Option(
      parsing: .unconditional,
      help: "Words and fields, such as 'kettle status>=500 method:post since:1h is:edited -health'.")
    var filter = ""

    @Option(help: "How many to list.")
    var limit = 20

    func validate() throws {
      guard limit > 0 else { throw ValidationError("--limit is at least 1.") }
    }

    var action: HistoryCommand.Action {
      .list(filter: (words + [filter]).filter { !$0.isEmpty }.joined(separator: " "), limit: limit)
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Show what was sent and what came back, with secrets masked.")

    @Argument(help: "The exchange's number or identifier, or last.")
    var name: String

    @OptionGroup var options: Options

    func run() throws { try options.run(.show(name)) }
  }

  struct Pin: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "pin",
      abstract: "Pin exchanges, by name or all that a filter finds: keep them, however old they get.")

    @OptionGroup var chosen: Chosen

    @Flag(help: "Unpin them.")
    var off = false

    @OptionGroup var options: Options

    func run() throws { try options.run(chosen.filter.map { .pinMatching($0, !off) } ?? .pin(chosen.names, !off)) }
  }

  struct Delete: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "delete", abstract: "Delete exchanges, by name or all that a filter finds but pinned ones.")

    @OptionGroup var chosen: Chosen

    @Flag(help: "With --filter: delete without asking. (default: asks at a terminal)")
    var yes = false

    @OptionGroup var options: Options

    func run() throws {
      try options.run(chosen.filter.map { .deleteMatching($0, isConfirmed: yes) } ?? .delete(chosen.names))
    }
  }

  /// The exchanges that a command changes.
  struct Chosen: ParsableArguments {
    @Argument(help: "Their numbers or identifiers, or last.")
    var names: [String] = []

    @Option(parsing: .unconditional, help: "Words and fields, as for list.")
    var filter: String?

    func validate() throws {
      guard names.isEmpty != (filter == nil) else { throw ValidationError("Name exchanges, or give --filter.") }
    }
  }
}
