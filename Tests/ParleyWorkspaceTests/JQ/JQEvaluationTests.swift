import ParleyEngine
import TestSupport
import Testing

@testable import ParleyWorkspace

@Suite("Filters that jq evaluates") struct JQEvaluationTests {
  private let jq: JQ

  init() throws { jq = try .forTests() }

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
    #expect(filter.sharedNames == ["k"] && filter.variables == [.steps, .shared])
    #expect(throws: JQMistake.self) { try JQFilter(parsing: #""\(env)""#) }
  }

  @Test("A number that is only handed on keeps its digits")
  func digits() async throws {
    let input = JQInput(try JSONValue(parsing: Array(#"[{"id":9007199254740993,"p":1.10},{"id":7,"p":1e400}]"#.utf8)))
    #expect(try await values("map(select(.id > 7)) | .[0].id", on: input) == "[9007199254740993]")
    #expect(try await values("map(.p)", on: input) == "[[1.10,1e400]]")
    #expect(try await values(".[1].id + 1", on: input) == "[8]")
  }

  @Test("Of two numbers that are one to jq nobody can tell which it was")
  func ambiguousDigits() async throws {
    let input = JQInput([9_007_199_254_740_993, 9_007_199_254_740_992])
    #expect(try await values("map(. + 0)", on: input) == "[[9007199254740992,9007199254740992]]")
  }

  @Test("There is one value where one is wanted")
  func one() async throws {
    await #expect(throws: JQError.notOne(2)) { try await jq.value(of: JQFilter(parsing: "1, 2"), on: JQInput(nil)) }
    await #expect(throws: JQError.notOne(0)) { try await jq.value(of: JQFilter(parsing: "empty"), on: JQInput(nil)) }
  }

  @Test("What a filter fails with is told")
  func failure() async throws {
    await #expect(throws: JQError.failed("no such luck")) { try await values("error(\"no such luck\")") }
    await #expect(throws: JQError.failed("null (null) has no keys")) { try await values("keys") }
    // The worker goes on.
    #expect(try await values("1 + 1") == "[2]")
  }

  @Test(
    "The environment is empty, and no file can be read", arguments: ["[$__loc__.file]", "now | type", "{} | tostring"])
  func harmless(_ text: String) async throws {
    #expect(throws: Never.self) { try JQFilter(parsing: text) }
  }

  @Test(
    "Mistakes are found at the word they are at",
    arguments: [
      (".a | foo(1)", "foo/1 is not defined", 5..<8), (".a |\n  bar", "bar/0 is not defined", 7..<10),
      (".a b", "unexpected name", 3..<4), (".a | $nope", "$nope is not defined", 5..<6),
      ("{a: 1)", "unexpected character", 5..<6), ("\"x\ny\" | zork", "zork/0 is not defined", 8..<12),
      (".a |", "unexpected end of the filter", 3..<4),
    ])
  func mistakes(_ text: String, message: String, at range: Range<Int>) async throws {
    let mistake = try #require(try await jq.mistake(in: JQFilter(parsing: text)))
    #expect(mistake.message.hasPrefix(message))
    #expect(mistake.range == range)
  }

  @Test(
    "A filter that jq takes has no mistake", arguments: [".", "map(.a)", "if . then 1 else 2 end", "@base64 \"\\(.)\""])
  func noMistake(_ text: String) async throws {
    #expect(try await jq.mistake(in: JQFilter(parsing: text)) == nil)
  }
}
