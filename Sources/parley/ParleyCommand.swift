import ArgumentParser
import Commands

/// Every command says its name: deriving one from the type's makes the parser search all conformances, for each command at each start.
struct ParleyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "parley",
    abstract: "An API workbench for the terminal.",
    discussion: """
      Without a command, opens the workspace around the current folder, or an empty request if there is none.

      Exit status:
      \(ExitStatus.allCases.map { "  \($0.rawValue)\t\($0.meaning)" }.joined(separator: "\n"))

      Examples:
        parley demo                           # a demo API and its workspace
        parley -w shop                        # opens the workspace in a folder
        parley https://api.example.com/items  # a request ready to send
        parley send user/login -w shop        # without the workbench
      """,
    version: BuildInfo.ofThisProgram.line,
    subcommands: [
      OpenCommand.self, Send.self, RunGroup.self, RunTools.self, HistoryTools.self, Shared.self, Cache.self,
      KeyTools.self, TeamTools.self,
      StoreTools.self,
      ListFiles.self, Certificate.self, Check.self, SecretTools.self, TrustTools.self, MockTools.self,
      FilterDocuments.self,
      New.self, ImportFile.self, ExportFile.self, APITools.self,
      Demo.self, Generate.self,
    ],
    defaultSubcommand: OpenCommand.self)
}
