import ArgumentParser
import Commands

struct RunTools: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "runs", abstract: "List, show, compare, export, import and delete recorded runs of groups.",
    discussion: """
      Examples:
        parley runs list checkout
        parley runs list --filter 'is:failed since:2d status:500'
        parley runs find 4711                 # in what the steps sent, got and gave
        parley runs why last --since green    # and what has changed since it worked
        parley runs show last --sources       # where each value comes from
        parley runs show last --filter is:retried
        parley runs compare 12 13 --ignore .headers.date
        parley runs export last report.html
        parley runs publish last              # for the team; it is team:NUMBER then
      """,
    subcommands: [
      List.self, Show.self, Find.self, Why.self, Compare.self, Check.self, Delete.self, Pin.self, Export.self,
      Import.self,
      Publish.self,
    ])

  /// The options that all of these commands take.
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

    @Argument(help: "Only runs of this group.", completion: .names(.groups))
    var group: String?

    @Option(help: "How many to list.")
    var limit = 20

    @Option(
      parsing: .unconditional,
      help: """
        Only these runs, such as is:failed, since:2d, status:500, ms>200, environment:local or changed:cart/pay. \
        May be several words in quotes.
        """)
    var filter = ""

    @Flag(help: "List the runs that the team published.")
    var team = false

    @OptionGroup var options: Options

    func validate() throws {
      guard !team || group == nil else { throw ValidationError("Give a group or --team.") }
      guard !team || filter.isEmpty else { throw ValidationError("Give --filter or --team.") }
    }

    func run() throws {
      try options.run(team ? .listTeam(limit: limit) : .list(group: group, limit: limit, filter: filter))
    }
  }

  struct Find: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "find",
      abstract: "Find a value in what the steps of runs worked on, sent, got and gave. Exits 1 if there is none.",
      discussion: """
        A number, or a text in quotes, is found as a whole value; other text inside of texts; text that begins with . is a jq \
        condition. Nothing is sent.

          parley runs find 4711                 in the newest runs of all groups
          parley runs find ada@example.com last
          parley runs find '.total > 100' --group checkout
        """)

    @Argument(help: "The value.")
    var value: String

    @Argument(help: "The run's number or identifier, or last. (default: the newest 100 runs)")
    var name: String?

    @Option(help: "Only runs of this group.", completion: .names(.groups))
    var group: String?

    @Option(help: "How many places to list.")
    var limit = 100

    @OptionGroup var options: Options

    func validate() throws {
      guard name == nil || group == nil else { throw ValidationError("Give a run or --group.") }
      guard limit > 0 else { throw ValidationError("Give a --limit of at least 1.") }
    }

    func run() throws { try options.run(.find(value, run: name, group: group, limit: limit)) }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Show every step of a run.")

    @Argument(help: "The run's number or identifier, or last.")
    var name: String

    @Flag(help: "Show where the values of each step come from, too.")
    var sources = false

    @Option(
      parsing: .unconditional,
      help: "Only these steps, such as is:retried, state:failed or ms>200. May be several words in quotes.")
    var filter = ""

    @OptionGroup var options: Options

    func run() throws { try options.run(.show(name, sources: sources, filter: filter)) }
  }

  struct Compare: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "compare", abstract: "Compare two runs. Exits 1 when they differ.",
      discussion: "Paths that the workbench ignores for the group are ignored here too.")

    @Argument(help: "A run's number or identifier, or last.")
    var left: String

    @Argument(help: "The run to compare it with.")
    var right: String

    @Option(
      name: .customLong("ignore"),
      help: "Ignore a path, such as .headers.date, steps.login.result.token or ..id. May be repeated.")
    var ignored: [String] = []

    @OptionGroup var options: Options

    func run() throws { try options.run(.compare(left, right, ignoring: ignored)) }
  }

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check",
      abstract: "Check a run's recorded responses against the expectations now in the files. Sends nothing.")

    @Argument(help: "The run's number or identifier, or last.")
    var name: String

    @OptionGroup var options: Options

    func run() throws { try options.run(.check(name)) }
  }

  struct Why: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "why",
      abstract: "Show why a step failed, was skipped or gave what it gave, back to the first cause.",
      discussion: """
        The last lines are the first causes: a line of a file, an edit by hand, a part of a response, an earlier run. \
        What nobody recorded is called unknown. Nothing is sent.

          parley runs why last                  the first step that failed
          parley runs why 14 total .sum         a value that it gave
          parley runs why 14 pay "header Authorization"
          parley runs why last cheapest --missing 7
          parley runs why last check '$vars.tenant' --try a1
          parley runs why last --since green    what has changed since it worked
        """)

    @Argument(help: "The run's number or identifier, or last.")
    var name: String

    @Argument(help: "The step's number or name. (default: the first that failed)")
    var step: String?

    @Argument(
      help: """
        A path in its output such as .total, or status, time, sends, rows, "row 3", '$shared.KEY', or a part of its \
        request such as "header Authorization".
        """)
    var subject: String?

    @Option(help: "A value that the step did not give, such as 7, or {\"id\":7} for an object with this member.")
    var missing: String?

    @Option(
      name: .customLong("try"),
      help: """
        Try another value in its place (of $vars.NAME, a variable), and show what the run's filters and conditions would give. \
        Nothing is sent.
        """)
    var tried: String?

    @Option(
      help: """
        Show what has changed on this way since another run: its number, or green for the newest before that succeeded.
        """)
    var since: String?

    @OptionGroup var options: Options

    func validate() throws {
      guard tried == nil || since == nil else { throw ValidationError("Give --try or --since.") }
    }

    func run() throws {
      try options.run(.why(name, step: step, subject: subject, missing: missing, tried: tried, since: since))
    }
  }

  struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "export", abstract: "Write a run to a file, for another machine or as a report to read.")

    @Argument(help: "The run's number or identifier, or last.")
    var name: String

    @Argument(help: "The file to write. A name that ends in .html makes a report.", completion: .file())
    var file: String

    @Flag(help: "Write a report to read: one HTML page.")
    var html = false

    @Flag(
      name: [.customLong("with-secrets"), .customLong("sealed")],
      help: """
        Include the secrets, encrypted with a passphrase: it is asked for, or read from PARLEY_RUN_PASSPHRASE. \
        (default: secrets are masked)
        """)
    var sealed = false

    @Flag(help: "Replace the file if it exists.")
    var force = false

    @OptionGroup var options: Options

    func run() throws { try options.run(.export(name, to: file, html: html, sealed: sealed, force: force)) }
  }

  struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "import", abstract: "Read a run that was exported, with its requests and responses.")

    @Argument(help: "The file that `parley runs export` wrote.", completion: .file())
    var file: String

    @OptionGroup var options: Options

    func run() throws { try options.run(.importFile(file)) }
  }

  struct Publish: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "publish", abstract: "Publish a run for the team, encrypted with the team's key.",
      discussion: "The team's runs are named team:NUMBER wherever a run is: parley runs show team:12.")

    @Argument(help: "The run's number or identifier, or last. With --remove: team:NUMBER.")
    var name: String

    @Flag(help: "Include the secrets. (default: they are masked)")
    var withSecrets = false

    @Flag(help: "Remove a run of the team's for everybody.")
    var remove = false

    @OptionGroup var options: Options

    func run() throws {
      guard remove else { return try options.run(.publish(name, withSecrets: withSecrets)) }
      guard name.hasPrefix("team:"), let number = Int64(name.dropFirst(5)) else {
        throw ValidationError("Give a run of the team's, such as team:12.")
      }
      try options.run(.removeFromTeam(number))
    }
  }

  struct Delete: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "delete", abstract: "Delete runs.")

    @Argument(help: "Their numbers or identifiers, or last.")
    var names: [String]

    @OptionGroup var options: Options

    func run() throws { try options.run(.delete(names)) }
  }

  struct Pin: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "pin", abstract: "Pin a run: keep it and its exchanges, however old they get.")

    @Argument(help: "The run's number or identifier, or last.")
    var name: String

    @Flag(help: "Unpin the run.")
    var off = false

    @OptionGroup var options: Options

    func run() throws { try options.run(.pin(name, !off)) }
  }
}
