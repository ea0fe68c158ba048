import Foundation
import TestSupport
import Testing

@Suite("Manual pages", .timeLimit(.minutes(3)))
struct ManualPageTests {
  private func pages() async throws -> [String] {
    let folder = try await InstalledLayout.make().path("share/man/man1")
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { "\(folder)/\($0)" }
  }

  private func rendered(_ name: String) async throws -> String {
    let page = try await InstalledLayout.make().path("share/man/man1/\(name)")
    let mandoc = try await FinishedProcess.run(
      Executables.installed("mandoc", package: "mandoc"), ["-T", "utf8", "-O", "width=78", page])
    // Bold is a character over itself.
    return mandoc.outputText.replacing(/.\u{8}/, with: "")
  }

  @Test("there is one for each command that the help lists, and one for the program")
  func commands() async throws {
    let help = try await ParleyProgram().run("--help").outputText
    let listed = help.split(separator: "SUBCOMMANDS:").last?.split(separator: "\n") ?? []
    let commands = listed.compactMap { $0.wholeMatch(of: #/  ([a-z]+)(?: .*)?/#).map { String($0.output.1) } }
    #expect(commands.count > 10)
    let names = try await pages().map { $0.split(separator: "/").last.map(String.init) }
    #expect(names == (commands.map { "parley-\($0).1" } + ["parley.1"]).sorted())
  }

  @Test("mandoc and groff find nothing to mend in them")
  func lint() async throws {
    let mandoc = try await FinishedProcess.run(
      Executables.installed("mandoc", package: "mandoc"), ["-T", "lint", "-W", "warning"] + pages())
    #expect(mandoc.status == 0 && mandoc.output.isEmpty && mandoc.errors.isEmpty, "\(mandoc.outputText)")
    for page in try await pages() {
      let groff = try await FinishedProcess.run(
        Executables.installed("groff", package: "groff-base"), ["-ww", "-man", "-z", "-T", "utf8", page])
      #expect(groff.status == 0 && groff.errors.isEmpty, "\(page): \(groff.errorText)")
    }
  }

  @Test(
    "have the sections that people look for",
    arguments: [
      (
        "parley.1",
        [
          "NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "OPTIONS", "ENVIRONMENT", "FILES", "EXIT STATUS", "EXAMPLES",
          "SEE ALSO",
        ]
      ),
      (
        "parley-send.1",
        ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "ENVIRONMENT", "EXIT STATUS", "EXAMPLES", "SEE ALSO"]
      ),
      (
        "parley-runs.1",
        [
          "NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "OPTIONS", "ENVIRONMENT", "EXIT STATUS", "EXAMPLES",
          "SEE ALSO",
        ]
      ),
    ])
  func sections(page: String, expected: [String]) async throws {
    let text = try await rendered(page)
    let sections = text.split(separator: "\n").filter { $0.first?.isLetter == true }.map(String.init)
    #expect(Array(sections.dropFirst().dropLast()) == expected, "\(text)")
  }

  @Test("say what the help says")
  func text() async throws {
    let send = try await rendered("parley-send.1")
    #expect(send.contains("parley-send – send a request"))
    #expect(send.contains("-w, --workspace workspace"))
    #expect(send.contains("parley send item/page -n 100 -c 8"))
    #expect(try await rendered("parley-runs.1").contains("Write a run to a file"))
    #expect(try await rendered("parley.1").contains("~/.config/parley/settings"))
  }
}
