import ArgumentParser
import Commands
import Foundation
import ParleyWorkspace
import Workbench

/// For the makers of Parley: writes what is made from its tables.
struct Generate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate", abstract: "Write what is made from the program's tables.", shouldDisplay: false,
    subcommands: [Pages.self, ManualPages.self], defaultSubcommand: Pages.self)

  struct Pages: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "pages", abstract: "Write the pages of the documentation that are made.")

    @Argument(help: "The project's folder.", completion: .directory)
    var folder: String

    func run() throws {
      _ = try ReferencePages.write(to: folder)
      let keys = URL(filePath: folder).appending(path: "docs/keys.md")
      try KeyReference.markdown().write(to: keys, atomically: true, encoding: .utf8)
    }
  }

  struct ManualPages: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "manual", abstract: "Write the manual pages.")

    @Argument(help: "The folder, such as share/man/man1.", completion: .directory)
    var folder: String

    @Option(help: "The pages' date. (default: the commit's, in a development build today)")
    var date: String?

    func run() throws {
      let manual = try Manual(dump: ParleyCommand._dumpHelp(), date: date ?? buildDate)
      for page in manual.pages {
        try page.text.write(to: URL(filePath: folder).appending(path: page.file), atomically: true, encoding: .utf8)
      }
    }

    private var buildDate: String {
      let date = BuildInfo.ofThisProgram.date
      return date.isEmpty ? Self.today() : date
    }

    private static func today() -> String {
      var now = time(nil)
      var parts = tm()
      gmtime_r(&now, &parts)
      return "\(parts.tm_year + 1900)-\(parts.tm_mon + 1)-\(parts.tm_mday)"
    }
  }
}
