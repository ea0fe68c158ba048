import JQ
import ParleyEngine
import Testing

@testable import ParleyWorkspace

@Suite("Filters that would take all there is", .serialized, .timeLimit(.minutes(3)))
struct JQBombTests {
  private static let doubled = "reduce range(40) as $i (1; [., .])"

  @Test(
    "end with the bound that they met",
    arguments: [
      "[limit(infinite; repeat(1))] | length > 0", "[limit(1e18; repeat(1))] | length",
      "\(doubled) | tostring | length",
      "[[range(20)] as $a | [$a,$a,$a,$a,$a,$a,$a] | combinations] | length", "(\"x\" * 500000000) | ascii_downcase",
      "reduce range(60) as $i (\"ab\"; gsub(\"(?<x>.)\"; .x + .x)) | length",
      "reduce range(60) as $i (\"ab\"; . + .) | length", "last(repeat(1))",
    ])
  func ends(_ filter: String) async throws {
    let bound = await #expect(throws: JQError.self) {
      try await JQEvaluator().values(of: JQFilter(parsing: filter), on: JQInput(nil))
    }
    guard case .failed(let error)? = bound else { return }
    #expect(error.reason != .failed && error.reason != .cancelled)
  }

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
