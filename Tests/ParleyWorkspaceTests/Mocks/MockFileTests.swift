import HTTPTypes
import ParleyEngine
import ParleyStore
import TestSupport
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("Mock files", .timeLimit(.minutes(2))) struct MockFileTests {
  private func workspace(_ mocks: String, files: [String: String] = [:]) throws -> SendingWorkspace {
    try SendingWorkspace(
      [.text("real")],
      files: files.merging([
        "mocks/m.yaml": mocks, "environments/local.yaml": "vars: { locale: en }\n",
        "requests/r.yaml": "url: /cart/:id\npath: { id: '{{name}}' }\nexpect: { status: any }\n",
        "requests/p.yaml":
          "method: POST\nurl: /cart/:id/pay?x=1\npath: { id: 'a b' }\nbody: { json: '{ \"total\": {{total}} }' }\nexpect: { status: any }\n",
      ]) { $1 })
  }

  private func answers(_ mocks: String, _ id: String = "r", given: [String: String] = ["name": "c1"], count: Int = 1)
    async throws -> [Response]
  {
    let workspace = try workspace(mocks)
    let session = try await workspace.open()
    session.mocks.isOn = true
    var answers: [Response] = []
    for _ in 0..<count {
      answers.append(try await session.sending.call(session.sending.render(id, given: given)).response())
    }
    await session.close()
    // Its server answers until here.
    return withExtendedLifetime(workspace) { answers }
  }

  private func answer(_ mocks: String, _ id: String = "r", given: [String: String] = ["name": "c1"]) async throws
    -> Response
  {
    try #require(try await answers(mocks, id, given: given).first)
  }

  @Test("They reply while the switch is on")
  func onAndOff() async throws {
    let workspace = try workspace("- match: GET /cart/:id\n  reply: { json: { n: 1 } }\n")
    let session = try await workspace.open()
    #expect(
      try await session.sending.call(session.sending.render("r", given: ["name": "x"])).response().text() == "real")
    session.mocks.isOn = true
    let mocked = try await session.sending.call(session.sending.render("r", given: ["name": "x"])).response()
    #expect(try mocked.json() == ["n": 1])
    #expect(mocked.contentType == "application/json")
    #expect(mocked.isMock)
    session.mocks.isOn = false
    #expect(
      try await session.sending.call(session.sending.render("r", given: ["name": "x"])).response().text() == "real")
    await session.close()
    #expect(workspace.server.requests.count == 2)
  }

  @Test("A filter makes a reply of the request; what it cannot make is said")
  func filters() async throws {
    let mock = """
      - match: POST /cart/:id/pay
        reply: { status: 201, jq: '{cart: .path.id, cents: (.body.total * 100), x: .query.x, method}' }

      """
    let reply = try await answer(mock, "p", given: ["total": "1.5"])
    #expect(try reply.json() == ["cart": "a b", "cents": 150, "x": "1", "method": "POST"])
    #expect(reply.contentType == "application/json" && reply.status == .created)
    let failed = await #expect(throws: RequestError.self) {
      try await answer("- match: GET /cart/:id\n  reply: { jq: '.path.id / 2' }\n")
    }
    #expect(failed?.summary.contains("mocks/m.yaml could not reply: ") == true, "\(failed?.summary ?? "")")
  }

  @Test("History knows that a mock answered")
  func history() async throws {
    let workspace = try workspace("- match: GET /cart/:id\n  reply: { text: hello }\n")
    // Its folder is there until the end.
    defer { withExtendedLifetime(workspace) {} }
    let session = try await workspace.open()
    session.mocks.isOn = true
    let call = try await session.sending.call(session.sending.render("r", given: ["name": "x"]))
    _ = try await call.response()
    let kept = try await session.store.history.exchange(call.id)
    #expect(kept?.exchange.response?.isMock == true)
    await session.close()
  }

  @Test("The first that fits replies; without one the server does")
  func order() async throws {
    let mocks =
      "- match: POST /cart/:id\n  reply: { text: a }\n- match: GET /cart/c1\n  reply: { text: b }\n- match: GET /cart/:id\n  reply: { text: c }\n"
    #expect(try await answer(mocks).text() == "b")
    #expect(try await answer(mocks, given: ["name": "other"]).text() == "c")
    #expect(try await answer("- match: GET /else\n  reply: { text: a }\n").text() == "real")
  }

  @Test("Query, headers and filters on the body say which are meant")
  func conditions() async throws {
    let mocks = """
      - match: POST /cart/:id/pay
        where: { query: { x: 2 } }
        reply: { text: query }
      - match: POST /cart/:id/pay
        where: { headers: { X-None: '' } }
        reply: { text: header }
      - match: POST /cart/:id/pay
        where: { query: { x: '' }, headers: { content-type: application/json }, jq: '.total > 100' }
        reply: { text: large }
      - match: POST /cart/:id/pay
        reply: { text: small }
      """
    #expect(try await answer(mocks, "p", given: ["total": "101"]).text() == "large")
    #expect(try await answer(mocks, "p", given: ["total": "99"]).text() == "small")
  }

  @Test("Replies are filled in: with the request, the environment and functions")
  func templates() async throws {
    let mocks = """
      - match: POST /cart/:id/pay
        reply:
          status: 201
          headers: { X-Locale: "{{locale}}" }
          json: { id: "{{request.path.id}}", total: "{{request.body.total}}", all: "x {{request.query.x}}", plain: 1.50, text: "1" }
      """
    let response = try await answer(mocks, "p", given: ["total": "9007199254740993"])
    #expect(response.status.code == 201)
    #expect(response.headers.first { $0.name.rawName == "X-Locale" }?.value == "en")
    #expect(try response.text() == #"{"id":"a b","total":9007199254740993,"all":"x 1","plain":1.50,"text":"1"}"#)
  }

  @Test("A form is seen by the names of its fields, by filters and templates")
  func form() async throws {
    let workspace = try workspace(
      """
      - match: POST /form
        where: { jq: '.q == "a & b"' }
        reply: { json: { was: "{{request.body.q}}", all: "{{request.body}}" } }
      """, files: ["requests/f.yaml": "method: POST\nurl: /form\nbody: { form: { q: a & b, empty: '' } }\n"])
    let session = try await workspace.open()
    session.mocks.isOn = true
    let answer = try await session.sending.call(session.sending.render("f")).response()
    #expect(try answer.json() == ["was": "a & b", "all": ["q": "a & b", "empty": ""]])
    await session.close()
  }

  @Test("Replies come one after the other, and the last stays; turning on begins again")
  func sequence() async throws {
    let mocks = "- match: GET /cart/:id\n  reply: [ { status: 202 }, { text: done } ]\n"
    #expect(try await answers(mocks, count: 3).map(\.status.code) == [202, 200, 200])
  }

  @Test("A file of the workspace may be the body; one outside is refused")
  func file() async throws {
    let inside = try workspace(
      "- match: GET /cart/:id\n  reply: { file: 'bodies/{{request.path.id}}.json' }\n", files: ["bodies/c1.json": "[1]"]
    )
    let session = try await inside.open()
    session.mocks.isOn = true
    #expect(try await session.sending.call(session.sending.render("r", given: ["name": "c1"])).response().json() == [1])
    await session.close()
    let error = await #expect(throws: RequestError.self) {
      try await answer("- match: GET /cart/:id\n  reply: { file: /etc/passwd }\n")
    }
    #expect(error?.summary.contains("may not read the file /etc/passwd") == true)
  }

  @Test("They fail and take their time as they say")
  func failures() async throws {
    let reset = await #expect(throws: RequestError.self) {
      try await answer("- match: GET /cart/:id\n  reply: { fails: reset }\n")
    }
    #expect(reset?.code == "network.reset")
    let slow = try await answer("- match: GET /cart/:id\n  reply: { delay: 20ms }\n")
    #expect(slow.timings.total == .milliseconds(20))
  }

  @Test("A mock can be made of a response, and gives it again")
  func recorded() async throws {
    let workspace = try SendingWorkspace(
      [.text("{\"a\": \"{{b}}\"}", headers: ["X-Kind: {{k}}", "Content-Type: application/json", "Set-Cookie: a=b"])],
      files: ["requests/r.yaml": "url: /cart/c1?x=1\n"])
    let session = try await workspace.open()
    for _ in 0..<2 {
      let answer = try await session.sending.call(session.sending.render("r")).response()
      #expect(try session.mocks.keep(answer, method: "GET", of: "r") == "mocks/recorded.yaml")
    }
    #expect(try await session.reload().diagnostics.map(\.description) == [])
    #expect(session.workspace.mocks.count == 2)
    session.mocks.isOn = true
    let again = try await session.sending.call(session.sending.render("r")).response()
    #expect(again.isMock)
    #expect(try again.json() == ["a": "{{b}}"])
    #expect(
      again.headers.map { "\($0.name.rawName): \($0.value)" } == ["X-Kind: {{k}}", "Content-Type: application/json"])
    await session.close()
  }

  @Test("A header that came several times is in the mock as often")
  func repeated() async throws {
    let links = ["Link: <a>; rel=next", "Link: <b>; rel=last", "link: <c>"]
    let workspace = try SendingWorkspace(
      [.text("{}", headers: [links[0], "X-One: 1", links[1], links[2]])], files: ["requests/r.yaml": "url: /r\n"])
    let session = try await workspace.open()
    let answer = try await session.sending.call(session.sending.render("r")).response()
    _ = try session.mocks.keep(answer, method: "GET", of: "r")
    #expect(try await session.reload().diagnostics.map(\.description) == [])
    session.mocks.isOn = true
    let again = try await session.sending.call(session.sending.render("r")).response()
    let values = again.headers.filter { $0.name.canonicalName == "link" }.map(\.value)
    #expect(values == ["<a>; rel=next", "<b>; rel=last", "<c>"])
    #expect(again.headers.count { $0.name.rawName == "X-One" } == 1)
    await session.close()
  }

  @Test("Mistakes in them are told with their places")
  func mistakes() throws {
    let workspace = try workspace(
      """
      - match: /cart
        reply: {}
      - match: GET /a
        server: pay
        reply: { json: { a: "{{request.path.id}} {{lcale}} {{steps.a}}" } }
      - match: GET /b
        reply: { fails: never, colour: red }
      """)
    let found = try Workspace.load(at: workspace.folder.path("w")).diagnostics.filter {
      $0.place.file == "mocks/m.yaml"
    }
    #expect(
      found.map { "\($0.place.line):\($0.place.column) \($0.sentence)" } == [
        "1:10 found “/cart”; expected a method and a path, as in POST /cart/:id/pay", "4:11 unknown server “pay”",
        "5:18 unknown name “lcale”; did you mean “locale”?", "5:18 “steps” is only available in the nodes of a group",
        "7:19 found “never”; expected reset or timeout", "7:26 unknown key “colour” in a reply",
      ])
  }
}
