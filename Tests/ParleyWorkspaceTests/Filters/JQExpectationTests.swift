import ParleyEngine
import ParleyStore
import TestSupport
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("Filters that responses must pass", .timeLimit(.minutes(2))) struct JQExpectationTests {
  private func miss(_ filters: String, reply: RawReply = .json(#"{"result":{"token":"abc"},"n":2}"#)) async throws
    -> String?
  {
    let workspace = try SendingWorkspace(
      [reply], files: ["environments/local.yaml": "vars: { locale: en, password: { secret: prompt } }\n"])
    let response = try await workspace.send("url: /x\nexpect: { jq: \(filters) }\n")
    return response.validationFailure?.summary
  }

  @Test("They see the body, the response's head and the values of the environment")
  func passes() async throws {
    #expect(
      try await miss(
        "['.result.token | length > 0', '$response.ms < 60000', '$response.status == 200', '$vars.locale == \"en\"']")
        == nil)
    #expect(try await miss("['$response.headers[\"content-type\"] | contains(\"json\")', '.n == 2', '.result']") == nil)
  }

  @Test("A failed expectation names the filter and what it gave")
  func misses() async throws {
    #expect(try await miss("['.n == 2', '.n > 2']") == "Expected “.n > 2”: it gave false.")
    #expect(try await miss("'.missing'") == "Expected “.missing”: it gave null.")
    #expect(try await miss("'empty'") == "Expected “empty”: it gave nothing.")
    #expect(
      try await miss("'.n[0]'") == "Expected “.n[0]”: the filter failed: Cannot index number with number (at .n).")
  }

  @Test("Secrets are not in $vars")
  func secrets() async throws {
    #expect(try await miss("['$vars | has(\"password\") | not']") == nil)
  }

  @Test("A body that is no JSON is a text, and none is null")
  func otherBodies() async throws {
    #expect(try await miss("'. == \"hello\"'", reply: .text("hello")) == nil)
    #expect(try await miss("'. == null'", reply: .text("")) == nil)
  }

  @Test("A body that is JSON nested too deep is called that, and is no text")
  func tooDeep() async throws {
    let deep = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
    let sentence = try #require(try await miss("'type == \"string\"'", reply: .json(deep)))
    #expect(sentence.contains("is JSON nested too deep: more than 512 levels"))
  }

  @Test("A failed expectation is retried like any other failure")
  func retried() async throws {
    let workspace = try SendingWorkspace([.json(#"{"state":"open"}"#), .json(#"{"state":"done"}"#)])
    let response = try await workspace.send(
      "url: /x\nexpect: { jq: ['.state == \"done\"'] }\nretry: { retries: 3 }\n")
    #expect(response.validationFailure == nil)
    #expect(workspace.server.requests.count == 2)
  }
}

@Suite("Filters in files", .timeLimit(.minutes(2))) struct JQFileTests {
  private func mistakes(_ request: String) throws -> [String] {
    let folder = try TemporaryDirectory()
    try folder.write("parley: 1\nid: a\nservers: { api: 'http://127.0.0.1:1' }\n", to: "parley.yaml")
    try folder.write(request, to: "requests/r.yaml")
    return try Workspace.load(at: folder.path("")).diagnostics.map(\.description)
  }

  @Test("What jq refuses is told with file, line and column")
  func compiled() throws {
    let found = try mistakes("url: /x\nexpect:\n  jq:\n    - '.a | foo(1)'\n    - '.b'\n    - 'env.HOME'\n")
    #expect(
      found == [
        "requests/r.yaml:4:13: error: unknown function “foo/1” [filter]",
        "requests/r.yaml:6:8: error: “env” is not available: a filter does not read the environment of the program [filter]",
      ])
  }

  @Test("A plain text in which YAML sees a comment is warned of")
  func comment() throws {
    let found = try mistakes("url: /x\nexpect:\n  jq:\n    - .a == \"b #c\"\n")
    #expect(found.first?.contains("YAML ends the filter at ' #'") == true)
  }
}
