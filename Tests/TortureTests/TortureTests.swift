import TestSupport
import Testing

@testable import parley_torture

/// A few trials of every part. `make torture` goes on for an hour.
@Suite("The campaign, in short", .serialized, .timeLimit(.minutes(3)))
struct TortureTests {
  @Test("loses nothing", arguments: AllParts.all.map { $0.name })
  func short(part: String) async throws {
    let ended = try await FinishedProcess.run(
      Executables.built("parley-torture"), [part, "--short", "--seed", "1"], limit: .seconds(170))
    #expect(ended.status == 0, "\(ended.outputText)\(ended.errorText)")
    #expect(!ended.outputText.contains(": 0 trials"))
  }
}
