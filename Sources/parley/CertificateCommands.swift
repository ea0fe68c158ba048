import ArgumentParser
import Commands

struct Certificate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "certificate", abstract: "Show the TLS certificates of a server, and whether they are trusted.",
    discussion: """
      Connects and sends nothing. Exits 22 if the server is not trusted. What is trusted by --trust and --ca holds for the workspace on \
      this machine, and for this server alone; a redirect to another one is checked as ever.

      Examples:
        parley certificate api.internal
        parley certificate https://api.internal:8443 --json
        parley certificate api.internal --trust     # compare the fingerprint first
        parley certificate api.internal --ca company-ca.pem
      """)

  @Argument(help: "A host, or a URL.")
  var url: String

  @Flag(help: "Trust the server's own certificate from now on.")
  var trust = false

  @Option(
    help: ArgumentHelp("Trust the authorities in this PEM file for the server from now on.", valueName: "FILE"),
    completion: .file())
  var ca: String?

  @Flag(help: "Forget what was trusted for the server.")
  var forget = false

  @OptionGroup var workspace: WorkspaceOptions

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    guard [trust, ca != nil, forget].count(where: { $0 }) < 2 else {
      throw ValidationError("Give one of --trust, --ca and --forget.")
    }
  }

  func run() throws {
    let action: CertificateCommand.Action =
      trust ? .trust : forget ? .forget : ca.map { .trustFile($0) } ?? .look
    let command = CertificateCommand(url, action, try workspace.arguments(), printsJSON: json)
    try carryOut { await command.run(on: $0) }
  }
}
