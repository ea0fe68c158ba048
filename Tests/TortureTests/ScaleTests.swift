import TestSupport
import Testing

@testable import parley_torture

@Suite("What is four times as large", .serialized, .timeLimit(.minutes(5)))
struct ScaleTests {
  @Test(
    "takes about four times as much of a processor, and never sixteen times",
    arguments: Sample.of(LargeInput.all.map(\.name), 6))
  func growth(_ name: String) async throws {
    let kind = try #require(LargeInput.all.first { $0.name == name })
    let growth = try await blocking { try Growth(of: kind) }
    #expect(growth.isBearable, "\(growth.small), and then \(growth.large)")
  }
}
