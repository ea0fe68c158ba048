import Foundation
import TestSupport
import Testing

/// libcurl brings some thirty other libraries, whose loading is most of the start of a small program.
@Suite("libcurl is loaded by whoever sends, and by nobody else", .timeLimit(.minutes(2)))
struct LibraryLoadingTests {
  @Test("checking a workspace, listing and helping need no network", arguments: ["check", "runs list", "send --help"])
  func withoutNetwork(command: String) async throws {
    let program = try ParleyProgram()
    let words = command.split(separator: " ").map(String.init)
    let workspace = words.contains("--help") ? [] : ["-w", try await program.copyOfDemo()]
    #expect(try await !loadsLibcurl(program, words + workspace))
  }

  @Test("a request loads it")
  func sending() async throws {
    try await withDemoServer { server in
      let program = try ParleyProgram()
      let demo = try await program.copyOfDemo()
      #expect(
        try await loadsLibcurl(program, ["send", "user/list", "-w", demo, "--set", "baseUrl=\(server.url)"]))
    }
  }

  @Test("the workbench shows its first frame without it")
  func workbench() async throws {
    let program = try ParleyProgram()
    let terminal = try await program.open(
      ["-w", try await program.copyOfDemo()], environment: ["PARLEY_MEMORY_DUMPS": "1"])
    try await terminal.wait(for: "? help")
    let process = try #require(terminal.processID)
    let maps = try String(contentsOfFile: "/proc/\(process)/maps", encoding: .utf8)
    #expect(maps.contains("/parley") && !maps.contains("libcurl"))
  }

  /// The dynamic linker tells which libraries it loads.
  private func loadsLibcurl(_ program: ParleyProgram, _ arguments: [String]) async throws -> Bool {
    let done = try await FinishedProcess.run(
      Executables.built("parley"), arguments, environment: program.environment.merging(["LD_DEBUG": "files"]) { $1 })
    #expect(done.status == 0, "\(arguments): \(done.outputText)")
    #expect(done.errorText.contains("libsqlite3.so"))
    return done.errorText.contains("libcurl.so")
  }
}
