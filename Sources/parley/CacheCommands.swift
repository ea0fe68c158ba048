import ArgumentParser
import Commands
import ParleyEngine

struct Cache: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cache", abstract: "Inspect, refresh, remove and clear cached responses.",
    subcommands: [List.self, Show.self, Why.self, Refresh.self, Remove.self, Clear.self])

  /// The options that all of these commands take.
  struct Options: ParsableArguments {
    @OptionGroup var workspace: WorkspaceOptions
    @OptionGroup var values: ValueOptions

    @Flag(help: "Print JSON.")
    var json = false

    func run(_ action: CacheCommand.Action) throws {
      let arguments = try workspace.arguments(
        environment: values.environment, given: values.given(), needsEnvironment: true)
      let command = CacheCommand(action, arguments, printsJSON: json)
      try carryOut { await command.run(on: $0) }
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List entries: number, request, model, group, age, freshness, size, hits and hit rate.",
      discussion: """
        The hit rate is the part of all requests for which nothing was sent. Words may be fields: origin: url: method: name: group: type: \
        status: size> hits: age> is: (fresh, stale, expired, revalidated, edited, pinned, secret).

        Examples:
          parley cache list type:json 'size>10k'
          parley cache list is:edited
          parley cache list --sort hits --reverse
          parley cache list --tree origin:api
        """)

    @Argument(help: "Only entries that contain all of these words; fields such as type:json narrow it.")
    var words: [String] = []

    @Flag(help: "Group entries by origin and path, with sizes and hit rates.")
    var tree = false

    @Option(
      help:
        "The order: use (last first), name (the URL), size (largest first), age (youngest first), hits (most first) or expiry. (default: use; in a tree, size)"
    )
    var sort: CacheSortField?

    @Flag(help: "Reverse the order.")
    var reverse = false

    @OptionGroup var options: Options

    func run() throws {
      let field = sort?.field ?? (tree ? .size : .use)
      let first = CacheSort(field)
      let order = CacheSort(field, isDescending: first.isDescending != reverse)
      try options.run(.list(words: words.joined(separator: " "), sort: order, asTree: tree))
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Print an entry's body, and whether it would be used now.")

    @Argument(help: "The entry's number, as shown by `list`.")
    var entry: Int64

    @OptionGroup var options: Options

    func run() throws { try options.run(.show(CacheEntryID(rawValue: entry))) }
  }

  struct Why: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "why", abstract: "Explain what the cache would do if a request were sent now.")

    @Argument(
      help: "The request's path under requests/, such as user/login; or the number of an entry, for its request.",
      completion: .names(.requests))
    var request: String

    @OptionGroup var options: Options

    func run() throws { try options.run(.why(CacheCommand.Choice(request))) }
  }

  struct Refresh: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "refresh", abstract: "Send the requests of entries again, and store the new responses.",
      discussion: "Entries of GET and HEAD are refreshed, also those of a URL that is no request of the workspace.")

    @Argument(
      help: "Entry numbers, or requests; refreshes all entries of a request, whatever its parameters.",
      completion: .names(.requests))
    var entries: [String]

    @OptionGroup var options: Options

    func run() throws { try options.run(.refresh(entries.map { CacheCommand.Choice($0) })) }
  }

  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove", abstract: "Remove entries.",
      discussion: "`parley cache clear is:expired` removes all that are past their time.")

    @Argument(
      help: "Entry numbers, or requests; removes all entries of a request, whatever its parameters.",
      completion: .names(.requests))
    var entries: [String]

    @OptionGroup var options: Options

    func run() throws { try options.run(.remove(entries.map { CacheCommand.Choice($0) })) }
  }

  struct Clear: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "clear", abstract: "Remove all entries of the environment, or those that match a filter.",
      discussion: """
        Words may be fields, as in `parley cache list`: is:expired for entries past their time and those expired by hand, is:stale for the first alone.

        Examples:
          parley cache clear is:stale
          parley cache clear is:expired
          parley cache clear origin:api 'age>1d'
        """)

    @Argument(help: "Only entries that contain all of these words; fields such as is:stale narrow it.")
    var words: [String] = []

    @OptionGroup var options: Options

    func run() throws { try options.run(.clear(words: words.joined(separator: " "))) }
  }
}

enum CacheSortField: String, ExpressibleByArgument, CaseIterable {
  case use, name, size, age, hits, expiry

  var field: CacheSort.Field {
    switch self {
    case .use: .use
    case .name: .name
    case .size: .size
    case .age: .age
    case .hits: .hits
    case .expiry: .expiry
    }
  }
}
