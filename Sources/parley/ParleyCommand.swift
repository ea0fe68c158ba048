import ArgumentParser
import Commands
import TerminalKit

/// Every command says its name: deriving one from the type's makes the parser search all conformances, for each command at each start.
struct ParleyCommand: ParsableCommand {
  /// Apart from the help, whose lines are wrapped for those who ask for it.
  static let subcommands: [any ParsableCommand.Type] = [
    OpenCommand.self, Send.self, RunGroup.self, RunTools.self, HistoryTools.self, Shared.self, Cache.self,
    KeyTools.self, TeamTools.self,
    StoreTools.self,
    ListFiles.self, Certificate.self, Check.self, SecretTools.self, TrustTools.self, MockTools.self,
    FilterDocuments.self,
    New.self, ImportFile.self, ExportFile.self, APITools.self,
    Demo.self, Generate.self,
  ]

  static let configuration = CommandConfiguration(
    commandName: "parley",
    abstract: "An API workbench for the terminal.",
    discussion: """
      Without a command, opens the workspace around the current folder, or an empty request if there is none.

      Exit status:
      \(ExitStatus.allCases.map(\.helpLines).joined(separator: "\n"))

      Examples:
        parley demo                           # a demo API and its workspace
        parley ./shop                         # opens the workspace in a folder
        parley https://api.example.com/items  # a request ready to send
        parley send user/login -w shop        # without the workbench
      """,
    version: BuildInfo.ofThisProgram.line,
    subcommands: subcommands,
    defaultSubcommand: OpenCommand.self)
}

extension ExitStatus {
  /// For the help, which wraps no line of a table as one would.
  fileprivate var helpLines: String {
    let lines = TextWrap.lines(of: meaning, width: Self.helpWidth)
    return lines.enumerated().map { line, text in
      let number = line == 0 ? "\(rawValue)" : ""
      return "  \(number)\(String(repeating: " ", count: 5 - number.count))\(text)"
    }.joined(separator: "\n")
  }

  private static let helpWidth = 72
}
