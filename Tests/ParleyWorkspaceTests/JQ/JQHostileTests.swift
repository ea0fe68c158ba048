import ParleyEngine
import TestSupport
import Testing

@testable import ParleyWorkspace

@Suite("Hostile filters", .serialized) struct JQHostileTests {
  private func failure(of text: String, on input: JQInput = JQInput(nil), _ limits: JQLimits = .standard) async throws
    -> JQError?
  {
    let jq = try JQ.forTests(limits)
    let filter = try JQFilter(parsing: text)
    let error = await #expect(throws: JQError.self) { try await jq.values(of: filter, on: input) }
    // The next filter finds a worker that works.
    #expect(try await jq.values(of: JQFilter(parsing: "1 + 1"), on: JQInput(nil)) == [2])
    await jq.close()
    return error
  }

  @Test(
    "One that never ends is stopped",
    arguments: ["last(range(1e18))", "def f: f; f", "[limit(1e9; repeat(1))] | length"])
  func endless(_ text: String) async throws {
    let limits = JQLimits(time: .milliseconds(300), memory: 1 << 30)
    #expect(try await failure(of: text, limits) == .timedOut(.milliseconds(300)))
  }

  @Test("One that eats memory is stopped", arguments: ["[range(1e9)]", "def f: [f]; f", "\"x\" * 2e9"])
  func hungry(_ text: String) async throws {
    let limits = JQLimits(time: .seconds(60), memory: 512 << 20)
    #expect(try await failure(of: text, limits) == .outOfMemory(limit: 512 << 20))
  }

  @Test("One that gives 100 MB, or values without end, is stopped")
  func large() async throws {
    #expect(try await failure(of: "[range(300000)]", JQLimits(output: 1 << 20)) == .outputTooLarge(limit: 1 << 20))
    #expect(try await failure(of: "range(1e9)") == .tooManyValues(limit: 100_000))
  }

  @Test("An input that is too deep or too large is told")
  func largeInput() async throws {
    let deep = (0..<400).reduce(JSONValue.null) { value, _ in [value] }
    guard case .failed(let message) = try await failure(of: "length", on: JQInput(deep)) else {
      Issue.record("it should have failed")
      return
    }
    #expect(message.contains("depth"))
    let long = JQInput(.string(String(repeating: "x", count: 17 << 20)))
    #expect(try await failure(of: "length", on: long) == .inputTooLarge(limit: 16 << 20))
  }

  @Test("A worker that is not there is told")
  func noWorker() async throws {
    let jq = JQ(program: JQProgram(path: "/nowhere/worker"))
    let error = await #expect(throws: JQError.self) {
      try await jq.values(of: JQFilter(parsing: "1 + 1"), on: JQInput(nil))
    }
    #expect(error?.summary == "jq could not be used: /nowhere/worker: No such file or directory.")
  }

  @Test("One that is cancelled is stopped")
  func cancelled() async throws {
    let jq = try JQ.forTests(JQLimits(time: .seconds(600)))
    let filter = try JQFilter(parsing: "last(range(1e18))")
    let task = Task { try await jq.values(of: filter, on: JQInput(nil)) }
    task.cancel()
    await #expect(throws: JQError.self) { try await task.value }
    await jq.close()
  }
}
