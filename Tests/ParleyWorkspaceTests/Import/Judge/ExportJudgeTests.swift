import ParleyEngine
import ParleyFiles
import ParleyFormats
import ParleyModel
import ParleyStore
import ParleyWorkspace
import TestSupport
import Testing

@Suite("What was imported is exported, and sent the same again", .timeLimit(.minutes(5)))
struct ExportJudgeTests {
  /// Imports, sends, exports, imports and sends again.
  private func expectSame(_ source: String, in file: String = "c.json", as format: ExportFormat) async throws {
    let judge = try ImportJudge()
    let first = try ImportedAPI(at: judge.write(source.replacing("PORT", with: "\(judge.server.port)"), to: file))
    let root = judge.path("first")
    let plan = try ImportPlan(first, at: root)
    try plan.write()
    let session = try await Session.open(at: root, state: StateFolder(path: judge.path("state")))
    try await session.answers.keep(plan.secrets)
    try session.permissions.allow(session.permissions.missing())
    var sent: [String] = []
    for request in first.requests {
      _ = try await session.sending.call(session.sending.render(request.id)).response()
      sent.append(try #require(judge.server.requests.last).meaning)
    }
    let given = Dictionary(plan.secrets.map { (ImportedAPI.exportedName(of: $0), $0.value) }) { first, _ in first }
    let exported = try await session.exports.file(format, ExportWish([], showsSecrets: format == .har))
    await session.close()
    let files = try exported.write(to: judge.path("source/again\(format.ending)"))
    let result = try await judge.send(files[0], environments: Array(files.dropFirst()), given: given)
    let again = Set(result.arrived.map(\.text))
    #expect(Set(sent) == again, "\(Set(sent).subtracting(again)) → \(again.subtracting(sent))")
  }

  private static func collection(_ rows: [JudgedCase]) -> String {
    PostmanJudgeTests.collection(
      rows.map { "{\"name\": \"\($0.name)\", \"request\": \($0.source)}" }.joined(separator: ","))
  }

  @Test("through Postman, and through a recording", arguments: [ExportFormat.postman, .har])
  func postman(format: ExportFormat) async throws {
    try await expectSame(Self.collection(PostmanJudgeTests.requests), as: format)
  }

  @Test("through an OpenAPI description")
  func openAPI() async throws {
    // One operation for each method and path.
    var operations: Set<String> = []
    let rows = PostmanJudgeTests.requests.filter { row in
      let operation = String(row.sent.prefix { $0 != "\n" && $0 != "?" })
      return !Self.beyondOpenAPI.contains(row.name) && operations.insert(operation).inserted
    }
    #expect(rows.count > 8)
    try await expectSame(Self.collection(rows), as: .openapi)
  }

  /// A description has no names alone; JSON is written anew; values of authentication are asked for.
  private static let beyondOpenAPI = [
    "a name without a value", "raw JSON", "a header of the body's own", "GraphQL", "basic", "a key in the query",
    "a key in the query with a blank in its name", "a token with a prefix",
  ]

  /// Requests that Postman has no words for.
  private static let others = [
    "headers: { X-Empty: '', ~Accept: '', ~User-Agent: '' }",
    "method: POST\nbody: { text: it }\nheaders: { ~Content-Type: '' }",
    "method: PUT\nbody: { file: body.bin }", "url: '/a/[1]?q={a}'", "url: /a/../b",
    "auth: { apiKey: { name: k, value: v 1, in: query } }\nmethod: POST\nbody: { json: '{}' }",
    "auth: { apiKey: { name: X-Key, value: v1 } }", "auth: { basic: { user: ada, password: p:w } }",
    "method: POST\nbody: { multipart: { a: '@x;\"y\"', b: { file: body.bin, type: text/csv, fileName: 'x \"y\".csv' } } }",
    "method: GET\nbody: { json: '{\"a\": 1}' }", "method: HEAD", "method: DELETE\nquery: { a: [1, 2], b: 'x y+z' }",
    "headers: { Cookie: 'a=1; b=2', X-Quote: \"it's \\\"q\\\"\" }",
    "method: POST\nbody: { form: { a: 'x&y', b: '' } }",
  ]

  @Test("as a curl command, which curl runs and Parley reads", arguments: Sample.of(others, 5))
  func command(_ text: String) async throws {
    let judge = try ImportJudge()
    let whole = text.hasPrefix("url:") || text.contains("\nurl:") ? text : "url: /x\n\(text)"
    let workspace = try SendingWorkspace(files: ["requests/r.yaml": whole, "body.bin": "bytes"])
    let session = try await workspace.open()
    try session.permissions.allow(session.permissions.missing())
    let rendered = try await session.sending.render("r")
    _ = try await session.sending.call(rendered).response()
    let sent = try #require(workspace.server.requests.last).meaning
    let command = try await session.sending.curl(rendered, showsSecrets: true)
    await session.close()
    let curl = try Executables.installed("curl", package: "curl")
    let script =
      "curl() { '\(curl)' -s --max-time 9 \"$@\"; }\n"
      + command.replacing("\(workspace.server.port)", with: "\(judge.server.port)")
    let ran = try await FinishedProcess.run("/bin/bash", ["-c", script], limit: .seconds(20))
    #expect(ran.status == 0 && judge.server.requests.last?.meaning == sent, "\(command)")
    let path = try judge.write(command.replacing("\(workspace.server.port)", with: "\(judge.server.port)"), to: "c.sh")
    #expect(try await judge.send(path).arrived.map(\.text) == [sent], "\(command)")
  }

  @Test("through a .http file")
  func http() async throws {
    let others = ["a byte order mark", "a file", "a file with templates", "a file in Latin-1", "a URL alone"]
    let rows = HTTPFileJudgeTests.requests.filter { !others.contains($0.name) }
    try await expectSame(
      rows.map { "### \($0.name)\n\($0.source)\n" }.joined(separator: "\n"), in: "r.http", as: .http)
  }
}

extension ImportedAPI {
  /// The variable that an export has in the place of a credential.
  fileprivate static func exportedName(of secret: ImportedSecret) -> String {
    String(secret.name.map { $0.isASCII && ($0.isLetter || $0.isNumber || "_-".contains($0)) ? $0 : "_" })
  }
}
