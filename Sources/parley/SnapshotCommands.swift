import ArgumentParser
import Commands

// `parley shared compare` and `parley shared snapshot`.
extension Shared {
  struct Compare: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "compare",
      abstract: "Compare keys or environments. Exits 1 when something differs.",
      discussion: """
        Examples:
          parley shared compare --with staging     # with those of another environment
          parley shared compare cart --with staging  # one key
          parley shared compare cart               # one key in all environments
          parley shared compare user.old user.new    # two keys
        """)

    @Argument(help: "A key. (default: all keys)")
    var key: String?

    @Argument(help: "Another key to compare it with.")
    var other: String?

    @Option(
      name: .customLong("with"), help: "The environment to compare with. (default: each other one)",
      completion: .names(.environments))
    var environment: String?

    @OptionGroup var options: Options

    func validate() throws {
      guard key != nil || environment != nil else { throw ValidationError("Give a key or --with ENVIRONMENT.") }
    }

    func run() throws {
      try options.run(.compare(SharedComparisonWish(key: key, other: other, environment: environment)))
    }
  }

  struct Snapshot: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "snapshot", abstract: "Keep what all keys of an environment hold, under a name, and restore it.",
      discussion: """
        A snapshot takes hardly any room: it refers to the history. Keys that a team shares are part of it: its snapshots are
        listed for everybody in the team, and restoring one changes these keys for everybody.

        Examples:
          parley shared snapshot take before-payment
          parley shared snapshot compare before-payment
          parley run checkout --shared before-payment
        """,
      subcommands: [Take.self, List.self, Compare.self, Restore.self, Remove.self])

    /// Which one.
    struct Name: ParsableArguments {
      @Argument(help: "The snapshot's name.")
      var name: String
    }

    struct Take: ParsableCommand {
      static let configuration = CommandConfiguration(commandName: "take", abstract: "Take a snapshot.")

      @OptionGroup var name: Name
      @OptionGroup var options: Options

      func run() throws { try options.run(.snapshot(.take(name.name))) }
    }

    struct List: ParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the snapshots of the environment, newest first.")

      @OptionGroup var options: Options

      func run() throws { try options.run(.snapshot(.list)) }
    }

    struct Compare: ParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "compare", abstract: "Compare a snapshot with now. Exits 1 when a key has changed.")

      @OptionGroup var name: Name
      @OptionGroup var options: Options

      func run() throws { try options.run(.snapshot(.compare(name.name))) }
    }

    struct Restore: ParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Restore all keys as they were: all of them or none.")

      @Flag(help: "Leave the keys that a team shares as they are.")
      var onlyOwn = false

      @OptionGroup var name: Name
      @OptionGroup var options: Options

      func run() throws { try options.run(.snapshot(.restore(name.name, isOwnOnly: onlyOwn))) }
    }

    struct Remove: ParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a snapshot. The keys stay as they are.")

      @OptionGroup var name: Name
      @OptionGroup var options: Options

      func run() throws { try options.run(.snapshot(.remove(name.name))) }
    }
  }
}
