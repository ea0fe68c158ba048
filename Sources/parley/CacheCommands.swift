import ArgumentParser
import Commands
import ParleyEngine

struct Cache: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cache", abstract: "Look into the cache of answers, and clear it.",
    subcommands: [List.self, Show.self, Why.self, Remove.self, Clear.self])

  /// What all of them take.
  struct Options: ParsableArguments {
    @OptionGroup var workspace: WorkspaceOptions
    @OptionGroup var values: ValueOptions

    @Flag(help: "Print JSON.")
    var json = false

    func run(_ action: CacheCommand.Action) throws {
      let arguments = try workspace.arguments(environment: values.environment, given: values.given())
      let command = CacheCommand(action, arguments, printsJSON: json)
      try carryOut { await command.run(on: $0) }
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List entries: number, request, model, group, age, freshness, size and hits.")

    @Argument(help: "Only entries that hold all of these words.")
    var words: [String] = []

    @OptionGroup var options: Options

    func run() throws { try options.run(.list(words: words.joined(separator: " "))) }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print the body of an entry, and whether it would be used now.")

    @Argument(help: "The number of the entry, as `list` shows it.")
    var entry: Int64

    @OptionGroup var options: Options

    func run() throws { try options.run(.show(CacheEntryID(rawValue: entry))) }
  }

  struct Why: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Say what the cache would do for a request if it were sent now, and why.")

    @Argument(help: "The request's path under requests/, as in user/login.")
    var request: String

    @OptionGroup var options: Options

    func run() throws { try options.run(.why(request)) }
  }

  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Remove entries.")

    @Argument(help: "Numbers of entries, or requests, whose entries go whatever their parameters.")
    var entries: [String]

    @OptionGroup var options: Options

    func run() throws { try options.run(.remove(entries.map { CacheCommand.Choice($0) })) }
  }

  struct Clear: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Remove all entries of the environment.")

    @Argument(help: "Only entries that hold all of these words.")
    var words: [String] = []

    @OptionGroup var options: Options

    func run() throws { try options.run(.clear(words: words.joined(separator: " "))) }
  }
}
