import JQ
import ParleyEngine
import TestSupport
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("Filters that would take all there is", .serialized, .timeLimit(.minutes(3)))
struct JQBombTests {
  private static let doubled = "reduce range(40) as $i (1; [., .])"

  /// A fifth of the standard ones.
  private static let narrow: JQLimits = {
    var limits = JQEvaluator.standardLimits
    (limits.steps, limits.time, limits.memory) = (limits.steps / 5, .milliseconds(300), limits.memory / 5)
    return limits
  }()

  @Test(
    "end with the bound that they met",
    arguments: Sample.of(
      [
        "[limit(infinite; repeat(1))] | length > 0", "[limit(1e18; repeat(1))] | length",
        "\(doubled) | tostring | length",
        "[[range(20)] as $a | [$a,$a,$a,$a,$a,$a,$a] | combinations] | length", "(\"x\" * 500000000) | ascii_downcase",
        "reduce range(60) as $i (\"ab\"; gsub(\"(?<x>.)\"; .x + .x)) | length",
        "reduce range(60) as $i (\"ab\"; . + .) | length", "last(repeat(1))",
      ], 4))
  func ends(_ filter: String) async throws {
    try await expectBound(filter, JQEvaluator(limits: Self.narrow))
  }

  @Test("end by the standard bounds too")
  func standard() async throws { try await expectBound("last(repeat(1))", JQEvaluator()) }

  private func expectBound(_ filter: String, _ evaluator: JQEvaluator) async throws {
    let bound = await #expect(throws: JQError.self) {
      try await evaluator.values(of: JQFilter(parsing: filter), on: JQInput(nil))
    }
    guard case .failed(let error)? = bound else { return }
    #expect(error.reason != .failed && error.reason != .cancelled)
  }

  /// Each makes 12 MB, and holds 4 of them until all have come so far; one alone may hold 10.
  @Test("What other filters hold at the same time does not count against a filter")
  func neighbours() async throws {
    let filter = try JQFilter(
      parsing: #"("y" * 4000000) as $held | [range(4) | "z" * 2000000 | length] | add + ($held | length)"#)
    try await withThrowingTaskGroup(of: [JSONValue].self) { group in
      for _ in 0..<4 {
        group.addTask { try await JQEvaluator(limits: Self.roomy).values(of: filter, on: JQInput(nil)) }
      }
      for try await values in group { #expect(values == [12_000_000]) }
    }
  }

  private static let roomy: JQLimits = {
    var limits = JQEvaluator.standardLimits
    (limits.steps, limits.time, limits.memory) = (.max, nil, 10 << 20)
    return limits
  }()

  @Test("What the threads of others do does not count against a filter")
  func time() async throws {
    let jq = JQEvaluator(limits: JQLimits(steps: .max, time: .milliseconds(100)))
    let error = await #expect(throws: JQError.self) {
      try await jq.values(of: JQFilter(parsing: "def f: 1 + f; last(repeat(1))"), on: JQInput(nil))
    }
    #expect(error?.code == "jq.tooSlow")
    #expect(error?.summary == "The filter did not end within 0.1 s.")
  }
}
