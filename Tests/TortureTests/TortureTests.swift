import TestSupport
import Testing

@testable import parley_torture

/// A few trials of some parts. `make torture` goes on with all of them for an hour.
@Suite("The campaign, in short", .serialized, .timeLimit(.minutes(3)))
struct TortureTests {
  private static let parts = AllParts.all.filter { $0.shortCount > 0 }.map { $0.name }

  @Test("loses nothing", arguments: Sample.of(parts, 8))
  func short(part: String) async throws {
    let ended = try await FinishedProcess.run(
      Executables.built("parley-torture"), [part, "--short", "--seed", "1"], limit: .seconds(170))
    #expect(ended.status == 0, "\(ended.outputText)\(ended.errorText)")
    #expect(!ended.outputText.contains(": 0 trials"))
  }

  @Test("leaves no suite out that tries a sample of its cases")
  func whole() async throws {
    let found = try await FinishedProcess.run(
      "/bin/grep", ["-rlE", "Sample\\.of\\(|ForgedRun\\.read\\(", "\(Repository.root)/Tests", "--include=*Tests.swift"])
    let suites = found.outputText.split(separator: "\n").compactMap {
      $0.split(separator: "/").last?.dropLast(".swift".count)
    }
    #expect(Set(Whole.suites.map { $0.split(separator: ".")[1] }) == Set(suites.filter { $0 != "TortureTests" }))
  }
}
