import TestSupport
import Testing

@Suite("parley jq", .timeLimit(.minutes(2)))
struct FilterCommandTests {
  private let parley: ParleyProgram

  init() throws { parley = try ParleyProgram() }

  @Test("prints what the filter gives for each document, laid out as the options say")
  func outputs() async throws {
    let input = #"{"id":9007199254740993,"name":"a"} {"id":1.10,"name":"b"}[3]"#
    #expect(
      try await parley.run("jq", "-c", ".", input: input).outputText == """
        {"id":9007199254740993,"name":"a"}
        {"id":1.10,"name":"b"}
        [3]

        """)
    #expect(try await parley.run("jq", "-rs", "map(objects.name)[]", input: input).outputText == "a\nb\n")
    #expect(try await parley.run("jq", "[1]").outputText == "")
    #expect(try await parley.run("jq", "-n", "[1]").outputText == "[\n  1\n]\n")
    #expect(try await parley.run("jq", "-n", "--indent", "4", "[1]").outputText == "[\n    1\n]\n")
  }

  @Test("variables are given as jq has them")
  func variables() async throws {
    let done = try await parley.run(
      "jq", "-nc", "--arg", "name", "a=b", "--argjson", "limit", "[5]", "[$name, $limit]")
    #expect(done.outputText == "[\"a=b\",[5]]\n", "\(done.errorText)")
    let wrong = try await parley.run("jq", "-n", "--argjson", "limit", "{", "$limit")
    #expect(wrong.status == 2 && wrong.errorText.contains("--argjson limit: the value is not JSON."))
  }

  @Test("reads files, a pipe too")
  func files() async throws {
    try parley.home.write("[1,2]", to: "a.json")
    try parley.home.write("{\"n\":", to: "b.json")
    #expect(try await parley.run("jq", "add", parley.home.path("a.json")).outputText == "3\n")
    let cut = try await parley.run("jq", ".", parley.home.path("b.json"))
    #expect(cut.status == 2 && cut.errorText.contains("b.json:1:6: The input is not JSON"), "\(cut.errorText)")
    let none = try await parley.run("jq", ".", parley.home.path("c.json"))
    #expect(none.status == 2 && none.errorText.contains("c.json cannot be read: No such file or directory."))
    let pipe = "printf '[7]' | \(try Executables.built("parley")) jq length /dev/stdin"
    let piped = try await FinishedProcess.run("/bin/sh", ["-c", pipe], environment: parley.environment)
    #expect(piped.outputText == "1\n", "\(piped.errorText)")
  }

  @Test("a mistake in the filter is shown at its place, with the nearest function")
  func mistakes() async throws {
    let wrong = try await parley.run("jq", ".items | lenght", input: "{}")
    #expect(wrong.status == 2)
    #expect(
      wrong.errorText == """
        parley: The filter is wrong in column 10: unknown function “lenght/0”; did you mean “length/0”?
          .items | lenght
                   ^

        """, "\(wrong.errorText)")
  }

  @Test("an error in one document is told with its path, and the next has its turn")
  func errors() async throws {
    let done = try await parley.run("jq", ".a | keys", input: #"{"a":7} {"a":{"b":1}}"#)
    #expect(done.status == 1)
    #expect(done.outputText == "[\n  \"b\"\n]\n")
    #expect(done.errorText == "parley: The filter failed: number (7) has no keys (at .a).\n")
  }

  @Test("parley send --filter prints what a filter gives for the response")
  func send() async throws {
    let shop = try ShopUnderTest(parley)
    let sent = try await shop.run("send", "one", "-f", "{ n, status: $response.status }")
    #expect(sent.outputText == "{\n  \"n\": 1,\n  \"status\": 200\n}\n", "\(sent.errorText)")
    #expect(sent.status == 0 && sent.errorText.hasPrefix("200"))
    #expect(try await shop.run("send", "one", "--filter", #""n is \(.n)""#, "-r").outputText == "n is 2\n")
    let failed = try await shop.run("send", "one", "-f", ".n | keys")
    #expect(failed.status == 1 && failed.errorText.contains("number (3) has no keys (at .n)"))
    // What is wrong in the arguments is told before anything is sent.
    #expect(try await shop.run("send", "one", "-f", ".n |").status == 2)
    #expect(try await shop.run("send", "one", "-f", ".n", "--json").status == 2)
    #expect(shop.asked.count == 3)
  }
}
