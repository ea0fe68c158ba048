import JQ
import ParleyEngine
import TestSupport
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("Filters that jq evaluates", .timeLimit(.minutes(2))) struct JQEvaluationTests {
  private let jq = JQEvaluator()

  private func values(_ text: String, on input: JQInput = JQInput(nil)) async throws -> String {
    JSONValue.array(try await jq.values(of: JQFilter(parsing: text), on: input)).description
  }

  @Test("They pick, reshape and compute, and see the variables")
  func evaluates() async throws {
    let input = JQInput(
      ["items": [["id": 1, "price": 3.5], ["id": 2, "price": 2.25]]], steps: ["a": [1, 2]], shared: ["k": "v"],
      vars: ["n": 7], response: ["status": 200, "ms": 12.5])
    #expect(try await values(".items | min_by(.price) | .id", on: input) == "[2]")
    #expect(try await values("[.items[].price] | add", on: input) == "[5.75]")
    #expect(
      try await values("[$steps.a[1], $shared.k, $vars.n, $response.ms < 500]", on: input) == "[[2,\"v\",7,true]]")
    #expect(try await values("def double: . * 2; $vars.n | double # twice", on: input) == "[14]")
    #expect(try await values("\"a \\(.items | length) b\"", on: input) == "[\"a 2 b\"]")
    #expect(try await values("empty") == "[]")
    #expect(try await values("1, 2, 3") == "[1,2,3]")
  }

  @Test("What is interpolated in a string sees the variables too, however deep")
  func interpolation() async throws {
    let input = JQInput(["x": 1], steps: ["a": ["b": 2]], shared: ["k": "v"], vars: ["n": 7], response: ["status": 200])
    let text = #""\(.x) \($steps.a.b) \($shared.k) \("deep \($vars.n + (1 | . + 1))") \($response.status)""#
    #expect(try await values(text, on: input) == #"["1 2 v deep 9 200"]"#)
    let filter = try JQFilter(parsing: #""\($steps.a)" + "\($steps)" .x | $shared.k, "\($shared["l"])""#)
    #expect(filter.stepNames.map(\.name) == ["a"] && filter.readsAllSteps)
    #expect(filter.sharedNames == ["k", "l"] && filter.uses(.shared) && !filter.uses(.vars))
    #expect(throws: JQCompileError.self) { try JQFilter(parsing: #""\(env)""#) }
  }

  @Test("A number that is only handed on keeps its digits")
  func digits() async throws {
    let input = JQInput(try JSONValue(parsing: Array(#"[{"id":9007199254740993,"p":1.10},{"id":7,"p":1e400}]"#.utf8)))
    #expect(try await values("map(select(.id > 7)) | .[0].id", on: input) == "[9007199254740993]")
    #expect(try await values("map(.p)", on: input) == "[[1.10,1e400]]")
    #expect(try await values(".[1].id + 1", on: input) == "[8]")
  }

  @Test("There is one value where one is wanted")
  func one() async throws {
    await #expect(throws: JQError.notOne(2)) { try await jq.value(of: JQFilter(parsing: "1, 2"), on: JQInput(nil)) }
    await #expect(throws: JQError.notOne(0)) { try await jq.value(of: JQFilter(parsing: "empty"), on: JQInput(nil)) }
  }

  @Test("What a filter fails with is told, and where in its input")
  func failure() async throws {
    let error = await #expect(throws: JQError.self) { try await values("error(\"no such luck\")") }
    #expect(error?.summary == "The filter failed: no such luck.")
    let input = JQInput(["items": [["tags": ["a"]], ["tags": 7]]])
    let misplaced = await #expect(throws: JQError.self) { try await values(".items[].tags | keys", on: input) }
    #expect(misplaced?.summary == "The filter failed: number (7) has no keys (at .items[1].tags).")
  }

  @Test(
    "The environment is empty, and no file can be read", arguments: ["[$__loc__.file]", "now | type", "{} | tostring"])
  func harmless(_ text: String) async throws {
    #expect(throws: Never.self) { try JQFilter(parsing: text) }
  }

  @Test(
    "Mistakes are found at the word they are at",
    arguments: [
      (".a | foo(1)", "unknown function “foo/1”", 5..<8), (".a |\n  bar", "unknown function “bar/0”", 7..<10),
      (".a b", "found “b”", 3..<4), (".a | $nope", "unknown variable “$nope”", 5..<10), ("{a: 1)", "found “)”", 5..<6),
      ("\"x\ny\" | zork", "unknown function “zork/0”", 8..<12), (".a |", "found the end of the filter", 4..<4),
      (".a == \"b \\(.c", "found the end of the filter", 13..<13), (" ", "the filter is empty", 0..<1),
      ("[env]", "“env” is not available", 1..<4), (". | $ENV.HOME", "“$ENV” is not available", 4..<8),
      ("{a: input}", "“input” is not available", 4..<9),
    ])
  func mistakes(_ text: String, message: String, at range: Range<Int>) throws {
    let mistake = try #require(throws: JQCompileError.self) { try JQFilter(parsing: text) }
    #expect(mistake.message.hasPrefix(message), "\(mistake.message)")
    #expect(mistake.range == range)
  }

  @Test("One that is cancelled is stopped")
  func cancelled() async throws {
    let filter = try JQFilter(parsing: "last(range(1e18))")
    let jq = JQEvaluator(limits: JQLimits(steps: .max))
    let task = Task { try await jq.values(of: filter, on: JQInput(nil)) }
    task.cancel()
    let error = await #expect(throws: JQError.self) { try await task.value }
    #expect(error?.code == "jq.cancelled")
  }

  @Test(
    "One that goes beyond its bounds is stopped, and says which it was",
    arguments: [
      ("last(range(1e18))", "jq.tooManySteps"), ("[range(1e5)] | map([range(1e3)])", "jq.outOfMemory"),
      ("range(1e9)", "jq.tooManyValues"), ("def f: [f]; f", "jq.endlessRecursion"),
    ])
  func bounded(_ text: String, code: String) async throws {
    let jq = JQEvaluator(limits: JQLimits(steps: 5_000_000, outputs: 100_000, memory: 64 << 20))
    let filter = try JQFilter(parsing: text)
    let error = await #expect(throws: JQError.self) { try await jq.values(of: filter, on: JQInput(nil)) }
    #expect(error?.code == code)
    #expect(error?.summary.hasSuffix(".") == true)
  }
}
