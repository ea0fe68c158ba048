import ParleyEngine
import Testing

@testable import ParleyWorkspace

@Suite("Filters that only pick") struct JQPathTests {
  private let input = JQInput(
    ["id": 9_007_199_254_740_993, "items": [["n": 1], ["n": 2]], "odd key": true, "nothing": nil],
    steps: ["cart": ["total": 12]], response: ["status": 200])

  private func values(_ text: String) async throws -> [JSONValue] {
    // Nothing stands at this path, so that a filter that is no path fails.
    try await JQ(program: JQProgram(path: "/nowhere/worker")).values(of: JQFilter(parsing: text), on: input)
  }

  @Test(
    "They give what jq gives, without it",
    arguments: [
      (".id", "[9007199254740993]"), (".", nil), (".items[0].n", "[1]"), (".items[-1].n", "[2]"),
      (".items[].n", "[1,2]"),
      (".[\"odd key\"]", "[true]"), (".\"odd key\"", "[true]"), (".missing.further", "[null]"), (".items[9]", "[null]"),
      (".id[]?", "[]"), (".id.x?", "[]"), ("$steps.cart.total", "[12]"), ("$response.status", "[200]"),
      (" .items  # all of them\n [1] .n", "[2]"), ("$vars", "[{}]"),
    ] as [(String, String?)])
  func picks(_ filter: String, gives expected: String?) async throws {
    let values = try await values(filter)
    #expect(JSONValue.array(values).description == expected ?? JSONValue.array([input.value]).description)
  }

  @Test("What a step cannot be used on is told in jq's words")
  func wrongKind() async throws {
    await #expect(throws: JQError.failed("Cannot index number with \"x\"")) { try await values(".id.x") }
    await #expect(throws: JQError.failed("Cannot iterate over null")) { try await values(".nothing[]") }
    await #expect(throws: JQError.failed("Cannot index object with number")) { try await values(".[0]") }
  }

  @Test(
    "All others are left to jq",
    arguments: [".a | .b", ".a, .b", "..", ".a.[0]", "$other", "length", ".[1:2]", ".a as $x | $x"])
  func others(_ text: String) throws {
    #expect(try JQFilter(parsing: text).path == nil)
  }

  @Test("One that leads to a single value is a path of the engine's too")
  func asValuePath() throws {
    #expect(try JQFilter(parsing: ".a[0][\"b c\"]").path?.asValuePath == ValuePath(parsing: ".a[0][\"b c\"]"))
    #expect(try JQFilter(parsing: ".a[]").path?.asValuePath == nil)
    #expect(try JQFilter(parsing: "$steps.a").path?.asValuePath == nil)
  }

  @Test(
    "Words that would read files, the environment or more input are refused, and are free as keys and variables",
    arguments: [
      ("import \"a\" as a; .", 0..<6), ("[env]", 1..<4), (". | $ENV.HOME", 4..<8), ("[inputs]", 1..<7),
      ("debug", 0..<5), ("\"a\" | modulemeta", 6..<16), ("{a: input}", 4..<9),
    ])
  func refused(_ text: String, at range: Range<Int>) throws {
    let mistake = #expect(throws: JQMistake.self) { try JQFilter(parsing: text) }
    #expect(mistake?.range == range)
  }

  @Test(
    "A word that is refused may be a key, a field or a variable",
    arguments: ["{input: 1}", ".env", "1 as $input | $input"])
  func allowed(_ text: String) throws {
    #expect(throws: Never.self) { try JQFilter(parsing: text) }
  }

  @Test("A string that does not end is told with its place")
  func openString() throws {
    let mistake = #expect(throws: JQMistake.self) { try JQFilter(parsing: ".a == \"b \\(.c") }
    #expect(mistake?.range == 6..<13)
    #expect(mistake?.message == "the string does not end")
  }
}
