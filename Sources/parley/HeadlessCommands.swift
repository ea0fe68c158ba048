import ArgumentParser
import Commands

struct RunGroup: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run groups. Prints each step to standard error as it ends; exits 1 when a step failed.",
    discussion: """
      Several runs are reported in their order, whatever ends first: a group after the other, the rows of a data file in its order, each \
      as often as --repeat says. Reports have all of them.

      Examples:
        parley run checkout --set password=secret --junit report.xml
        parley run --all --mock               # every group, without a server
        parley run --tag smoke --data users.csv --parallel 4
        parley run checkout --from pay        # replays the last run from a step
      """)

  @Argument(help: "Groups, or folders of them, such as checkout.", completion: .names(.groups))
  var groups: [String] = []

  @Flag(help: "Run every group.")
  var all = false

  @Option(
    help: ArgumentHelp("Run the groups that have this tag. Repeatable.", valueName: "TAG"), completion: .names(.tags))
  var tag: [String] = []

  @Option(
    help: ArgumentHelp(
      "Run each group once for every row of a CSV, TSV, JSON or JSON lines file, with its columns as values.",
      valueName: "FILE"), completion: .file())
  var data: String?

  @Option(name: .customLong("repeat"), help: ArgumentHelp("Run everything this often.", valueName: "N"))
  var repeats = 1

  @Option(help: ArgumentHelp("How many runs are in progress at once.", valueName: "N"))
  var parallel = 1

  @OptionGroup var workspace: WorkspaceOptions
  @OptionGroup var values: ValueOptions

  @Flag(help: "Use the workspace's mocks instead of servers.")
  var mock = false

  @OptionGroup var cacheMode: CacheModeOptions

  @Flag(help: "Print one JSON object with the result of each step; of several runs, a list under runs.")
  var json = false

  @Flag(name: [.customShort("v"), .customLong("verbose")], help: "Print the environment before the first step.")
  var isVerbose = false

  @Option(help: ArgumentHelp("Write a JUnit report.", valueName: "FILE"), completion: .file())
  var junit: String?

  @Option(help: ArgumentHelp("Write a report in the Test Anything Protocol.", valueName: "FILE"), completion: .file())
  var tap: String?

  @Option(
    help: ArgumentHelp("Write a line of JSON for each step and each run.", valueName: "FILE"), completion: .file())
  var jsonLines: String?

  @Option(help: ArgumentHelp("Write a report to read: one HTML page.", valueName: "FILE"), completion: .file())
  var html: String?

  @Option(
    help: ArgumentHelp(
      "Start at this step, with the results of the steps before it from an earlier run.", valueName: "STEP"))
  var from: String?

  @Option(
    help: ArgumentHelp(
      "With --from: the earlier run's number or identifier, or last. (default: last)", valueName: "RUN"))
  var of: String?

  @OptionGroup var snapshot: SnapshotOptions

  func validate() throws {
    guard of == nil || from != nil else { throw ValidationError("--of needs --from.") }
    guard !groups.isEmpty || all || !tag.isEmpty else {
      throw ValidationError("Name a group, or use --all or --tag.")
    }
    guard from == nil || groups.count == 1 && !all && tag.isEmpty && data == nil && repeats == 1 else {
      throw ValidationError("--from is for one run of one group.")
    }
    guard snapshot.wish == nil || parallel == 1 else { throw ValidationError("--shared is for one run at a time.") }
    guard repeats > 0, parallel > 0 else { throw ValidationError("--repeat and --parallel are at least 1.") }
  }

  func run() throws {
    var arguments = try workspace.arguments(
      environment: values.environment, given: values.given(), needsEnvironment: true)
    arguments.isMocking = mock
    arguments.cacheMode = cacheMode.mode
    var wish = RunWish(groups)
    (wish.isAll, wish.tags, wish.data, wish.repeats, wish.parallel) = (all, tag, data, repeats, parallel)
    var files = RunReportFiles()
    (files.junit, files.tap, files.jsonLines, files.html) = (junit, tap, jsonLines, html)
    var command = RunCommand(wish, arguments, printsJSON: json, files: files)
    command.isVerbose = isVerbose
    command.snapshot = snapshot.wish
    command.replay = from.map { ($0, of ?? "last") }
    let running = command
    let interruption = Interruption()
    try carryOut { console in
      interruption.status(await running.run(on: console) { interruption.does($0) })
    }
  }
}

struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Check a workspace's files for errors.",
    discussion:
      """
      Each error is printed with its line, its column and the closest known name; the exit status is 4 if there is one. Credentials that \
      stand in files are warnings: parley secret move takes them out. `# not a secret` behind a value says that it is none.
      """)

  @OptionGroup var workspace: WorkspaceOptions

  @Flag(help: "Print a JSON list.")
  var json = false

  @Flag(help: "Exit with 4 for warnings too.")
  var strict = false

  func run() throws {
    let command = CheckCommand(try workspace.arguments(), printsJSON: json, isStrict: strict)
    try carryOut { await command.run(on: $0) }
  }
}

struct TrustTools: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trust", abstract: "Review and allow what a workspace wants beyond HTTP and its own files.",
    discussion: """
      That is: programs that it runs, and files outside its folder. What is allowed is kept on this machine; whatever changes is asked again.
      """)

  @OptionGroup var workspace: WorkspaceOptions

  @Flag(help: "Allow without asking.")
  var yes = false

  @Flag(help: "Print what it wants as JSON, without asking. Exits 4 if not all is allowed.")
  var json = false

  func run() throws {
    let command = TrustCommand(try workspace.arguments(), isConfirmed: yes, printsJSON: json)
    try carryOut { await command.run(on: $0) }
  }
}

struct New: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Create a workspace.",
    discussion: """
      Examples:
        parley new shop      # creates the folder, an environment and a first request
        parley -w shop         # opens it
      """)

  @Argument(help: "The folder. Created if it does not exist.", completion: .directory)
  var folder: String

  @Flag(help: "Make it in a folder with other files without asking.")
  var yes = false

  @Flag(help: "Print the files as JSON.")
  var json = false

  func run() throws {
    let command = NewCommand(folder, isConfirmed: yes, printsJSON: json)
    try carryOut { command.run(on: $0) }
  }
}
