import ArgumentParser
import Commands
import Glibc
import ParleyWorkspace
import TerminalKit

/// Arguments in, exit status out. Everything else is in `Workbench` and `Commands`.
@main
enum Main {
  static func main() {
    MemoryDumps.forbid()
    StandardStreams.secure()
    TextLocale.useUTF8()
    let arguments = ImpliedList.named(in: Array(CommandLine.arguments.dropFirst()))
    if [["--version"], ["-V"], ["version"]].contains(arguments) {
      end(printing: VersionReport(terminal: TerminalLibrary.ncurses).text, .success)
    }
    do {
      try ParserMistake.checkHelp(arguments)
      let joined = FilterDocuments.joined(arguments)
      var command = try QuickParsing.command(of: joined) ?? ParleyCommand.parseAsRoot(joined)
      try command.run()
      ProcessEnd.now(ExitStatus.good.rawValue)
    } catch {
      end(with: error, arguments)
    }
  }

  /// Replaces the parser's line for `--version` by the full report: the libraries are asked for their versions only
  /// then.
  private static func withLibraries(_ message: String) -> String {
    guard message == BuildInfo.ofThisProgram.line else { return message }
    return VersionReport(terminal: TerminalLibrary.ncurses).text
  }

  private static func end(with error: any Error, _ arguments: [String]) -> Never {
    if let mistake = ParserMistake(error, arguments: arguments) {
      end(printing: mistake.lines.joined(separator: "\n"), .validationFailure)
    }
    end(printing: withLibraries(ParleyCommand.fullMessage(for: error)), ParleyCommand.exitCode(for: error))
  }

  /// The parser ends with 64 when arguments are wrong; ours is 2, as with most tools.
  private static func end(printing message: String, _ code: ExitCode) -> Never {
    let console = StandardConsole()
    if !message.isEmpty { code.isSuccess ? console.print(message) : console.note(message) }
    if let status = console.tellLostOutput() { ProcessEnd.now(status.rawValue) }
    ProcessEnd.now(code == .validationFailure ? ExitStatus.usage.rawValue : code.rawValue)
  }
}
