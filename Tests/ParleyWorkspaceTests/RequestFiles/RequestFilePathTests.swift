import ParleyEngine
import TestSupport
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("Parts of a path in a request's file", .timeLimit(.minutes(2)))
struct RequestFilePathTests {
  private func target(_ text: String) async throws -> String {
    try await SendingWorkspace(workspace: "vars: { id: 'a/b' }\n").sent(text).target
  }

  @Test("A variable is filled in as one segment")
  func variables() async throws {
    #expect(try await target("url: /cart/:id/items\npath: { id: '{{id}}' }\n") == "/cart/a%2Fb/items")
  }

  @Test("A word is replaced, and without a value goes with its slash")
  func words() async throws {
    let text = "url: /api/hello/$0/$1\npath: { $0: gandalf, $1: '' }\n"
    #expect(try await target(text) == "/api/hello/gandalf")
  }

  @Test("A variable without a value is an error with its place, and one that stands nowhere a warning")
  func mistakes() async throws {
    let error = await #expect(throws: RenderError.self) { try await target("url: /a/:id\npath: { ~id: 1 }\n") }
    #expect(error?.summary == "“:id” in the path has no value.")
    #expect(error?.place == "requests/r.yaml:1:6")
    let folder = try TemporaryFolder()
    try folder.write("parley.yaml", "parley: 1\nid: a\nservers: { api: 'http://h' }\n")
    try folder.write("requests/r.yaml", "url: /a/:id\npath: { id: 1, idd: 2 }\n")
    let told = try Workspace.load(at: folder.path).diagnostics.map(\.description)
    #expect(told == ["requests/r.yaml:2:21: warning: the path has no “idd”; did you mean “id”? [unknown-name]"])
  }
}
