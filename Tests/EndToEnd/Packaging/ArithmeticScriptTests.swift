import TestSupport
import Testing

@Suite("Scripts/arithmetic finds what reckons with numbers from outside", .timeLimit(.minutes(1)))
struct ArithmeticScriptTests {
  private func lines(of text: String) async throws -> (status: Int32, lines: [String]) {
    let folder = try TemporaryDirectory()
    let file = try folder.write(text, to: "Reader.swift")
    let said = try await FinishedProcess.run("\(Repository.root)/Scripts/arithmetic", [file])
    return (said.status, said.outputText.split(separator: "\n").map(String.init))
  }

  @Test("nothing of the kind is in the sources")
  func sources() async throws {
    let said = try await FinishedProcess.run("\(Repository.root)/Scripts/arithmetic", [])
    #expect(said.status == 0, "\(said.outputText)\(said.errorText)")
  }

  @Test(
    "a sum, a product and a duration of one are named with their line",
    arguments: [
      "return count + 1", "return 2 * count", "let more = 1 << 3 - count", "return .seconds(count)",
      "guard count & (count - 1) == 0 else { return nil }",
    ])
  func found(_ line: String) async throws {
    let said = try await lines(of: "  guard let count = value[\"count\"]?.int else { return nil }\n  \(line)\n")
    #expect(said.status == 1 && said.lines.count == 1)
    #expect(said.lines.first?.contains("Reader.swift:2: 'count' comes from outside") == true)
  }

  @Test(
    "one that was looked at, that wraps, or is said to be bounded is not",
    arguments: [
      "guard count < 10 else { return nil }\n  return count + 1",
      "guard (0...9).contains(count) else { return nil }\n  return count * 2",
      "return count &+ 1", "return count + 1  // bounded: two digits", "return min(count, 10) + 1",
    ])
  func silent(_ line: String) async throws {
    let said = try await lines(of: "  guard let count = value[\"count\"]?.int else { return nil }\n  \(line)\n")
    #expect(said.status == 0 && said.lines.isEmpty, "\(said.lines)")
  }
}
