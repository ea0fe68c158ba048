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
    do {
      try ParserMistake.checkHelp(Array(CommandLine.arguments.dropFirst()))
      var command = try ParleyCommand.parseAsRoot(
        FilterDocuments.joined(Array(CommandLine.arguments.dropFirst())))
      try command.run()
      ProcessEnd.now(ExitStatus.good.rawValue)
    } catch {
      end(with: error)
    }
  }

  /// Replaces the parser's line for `--version` by the full report: the libraries are asked for their versions only
  /// then.
  private static func withLibraries(_ message: String) -> String {
    guard message == BuildInfo.ofThisProgram.line else { return message }
    return VersionReport(terminal: TerminalLibrary.ncurses).text
  }

  /// The parser ends with 64 when arguments are wrong; ours is 2, as with most tools.
  private static func end(with error: any Error) -> Never {
    let console = StandardConsole()
    let code = ParleyCommand.exitCode(for: error)
    if let mistake = ParserMistake(error, arguments: Array(CommandLine.arguments.dropFirst())) {
      for line in mistake.lines { console.note(line) }
      if let status = console.tellLostOutput() { ProcessEnd.now(status.rawValue) }
      ProcessEnd.now(ExitStatus.usage.rawValue)
    }
    let message = withLibraries(ParleyCommand.fullMessage(for: error))
    if !message.isEmpty { code.isSuccess ? console.print(message) : console.note(message) }
    if let status = console.tellLostOutput() { ProcessEnd.now(status.rawValue) }
    ProcessEnd.now(code == .validationFailure ? ExitStatus.usage.rawValue : code.rawValue)
  }
}
