import ArgumentParser
import Commands

struct SecretTools: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "secret", abstract: "Take credentials out of a workspace's files.", subcommands: [Move.self])

  struct Move: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "move",
      abstract: "Move credentials out of files. A template takes the place of each.",
      discussion: """
        Places are those that parley check prints: a file, or a line of it. Unless an option says otherwise, credentials are kept \
        encrypted on this machine, for the active environment; everybody else is asked for theirs.

        Examples:
          parley check                             # lists credentials in files
          parley secret move requests/pay.yaml     # all of the file, on this machine
          parley secret move requests/pay.yaml:4 --from-variable SHOP_TOKEN
          parley secret move environments/staging.yaml:3 --from-command 'pass shop'
        """)

    @Argument(help: "Files, or lines of them, such as requests/pay.yaml:4.", completion: .file(extensions: ["yaml"]))
    var places: [String]

    @Option(help: ArgumentHelp("Read it from this environment variable from now on.", valueName: "NAME"))
    var fromVariable: String?

    @Option(help: ArgumentHelp("Read it from what this command prints from now on.", valueName: "COMMAND"))
    var fromCommand: String?

    @Option(
      name: .customLong("as"),
      help: ArgumentHelp("With --from-variable or --from-command: its name in the environment.", valueName: "NAME"))
    var name: String?

    @OptionGroup var workspace: WorkspaceOptions

    @Option(
      name: [.short, .customLong("env")], help: "The environment. (default: the last active one)",
      completion: .names(.environments))
    var environment: String?

    @Flag(help: "Print JSON.")
    var json = false

    func validate() throws {
      guard fromVariable == nil || fromCommand == nil else {
        throw ValidationError("--from-variable and --from-command cannot be used together.")
      }
      guard name == nil || fromVariable != nil || fromCommand != nil else {
        throw ValidationError("--as needs --from-variable or --from-command.")
      }
    }

    func run() throws {
      let home =
        fromVariable.map(MoveSecretsCommand.Home.variable) ?? fromCommand.map(MoveSecretsCommand.Home.command)
        ?? .machine
      let command = MoveSecretsCommand(
        places, to: home, as: name, try workspace.arguments(environment: environment), printsJSON: json)
      try carryOut { await command.run(on: $0) }
    }
  }
}
