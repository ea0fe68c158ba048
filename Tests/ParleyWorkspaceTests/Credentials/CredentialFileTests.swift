import ParleyEngine
import ParleyModel
import ParleyStore
import ParleyText
import TestSupport
import Testing

@testable import ParleyFiles
@testable import ParleyFormats
@testable import ParleyWorkspace

@Suite("Credentials that stand in files", .timeLimit(.minutes(1)))
struct CredentialFileTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    try folder.write(
      "parley: 1\nid: infile1\nservers: { api: \"http://ada:s3cr-t@h.example\" }\nvars:\n  apiKey: k-123456 # old\n",
      to: "w/parley.yaml")
    try folder.write("vars:\n  password: hunter22 # why\n  host: example\n", to: "w/environments/local.yaml")
    try folder.write(
      """
      # top
      url: /pay
      headers:
        Accept: text/plain   # kept
        Authorization: "Bearer 1f0c9a"
      body:
        json: |
          { "user": "ada",
            "password": "p4-ss" }
      """, to: "w/requests/pay.yaml")
    try folder.write("headers: { Cookie: 'sid=77aa' }\n", to: "w/requests/folder.yaml")
    try folder.write(
      "serial:\n  - request: pay\n    with: { query: { token: tt-99 } } # step\n", to: "w/groups/g.yaml")
  }

  private func text(_ file: String) throws -> String { String(decoding: try folder.read("w/\(file)"), as: UTF8.self) }

  @Test("each is a warning with its line and column, and with the command that moves it; none is quoted")
  func warnings() throws {
    let warnings = try Workspace.load(at: folder.path("w")).diagnosticsWithCredentials
    #expect(
      warnings.map(\.place.exact) == [
        "environments/local.yaml:2:13", "groups/g.yaml:3:29", "parley.yaml:3:29", "parley.yaml:5:11",
        "requests/folder.yaml:1:21", "requests/pay.yaml:5:26", "requests/pay.yaml:9:20",
      ])
    #expect(
      warnings.allSatisfy { $0.severity == .warning && $0.hint?.contains("parley secret move \($0.place)") == true })
    let told = warnings.map { "\($0.description) \($0.hint ?? "")" }.joined()
    for secret in ["s3cr-t", "k-123456", "hunter22", "1f0c9a", "p4-ss", "77aa", "tt-99"] {
      #expect(!told.contains(secret))
    }
  }

  @Test("a line that is printed for another reason shows asterisks in their place, and every column stays")
  func hidden() throws {
    let workspace = try Workspace.load(at: folder.path("w"))
    let source = try #require(workspace.sources["requests/pay.yaml"])
    let hidden = source.hidingCredentials
    #expect(hidden.bytes.count == source.bytes.count)
    let shown = String(decoding: hidden.bytes, as: UTF8.self)
    #expect(shown.contains("Authorization: \"Bearer ******\"") && shown.contains("\"password\": \"*****\""))
  }

  @Test("what the line says is no secret is not told, and not asked for when the file is saved")
  func declared() async throws {
    try folder.write("url: /pay\nauth: { bearer: demo-token-1 } # not a secret\n", to: "w/requests/demo.yaml")
    let session = try await open()
    #expect(!session.workspace.typedCredentials.contains { $0.file == "requests/demo.yaml" })
    var definition = try session.files.request("demo").definition
    definition.url = "/other"
    #expect(try session.credentials.settled(definition, as: "demo") == definition)
    await session.close()
  }

  @Test("moving all of every file leaves nothing to warn of, and every other byte as it was")
  func moving() async throws {
    let session = try await open()
    for file in [
      "requests/pay.yaml", "requests/folder.yaml", "environments/local.yaml", "groups/g.yaml", "parley.yaml",
    ] {
      try await session.credentials.move(try session.credentials.typed(in: file), to: .machine)
    }
    #expect(session.workspace.diagnosticsWithCredentials.map(\.description) == [])
    let pay = try text("requests/pay.yaml")
    #expect(pay.contains("# top") && pay.contains("Accept: text/plain   # kept") && pay.contains("\"user\": \"ada\""))
    #expect(pay.contains("Bearer {{secret("))
    #expect(try text("environments/local.yaml") == "vars:\n  password: { secret: prompt } # why\n  host: example\n")
    #expect(try text("groups/g.yaml").contains("# step"))
    #expect(try text("parley.yaml").contains("# old"))
    let rendered = try await session.sending.render("pay")
    #expect(rendered.headers.first { $0.name == "Authorization" }?.value.text == "Bearer 1f0c9a")
    #expect(rendered.headers.first { $0.name == "Cookie" }?.value.text == "sid=77aa")
    #expect(rendered.url.text == "http://ada:s3cr-t@h.example/pay")
    await session.close()
  }

  @Test("where no template can stand, it is told, and neither asked for nor moved; an export does not have it")
  func unmovable() async throws {
    let key = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
    try folder.write(
      """
      url: /n
      auth: { command: [echo, \(key)] }
      body:
        json: '{ "password": 84629173 }'
      expect: { jq: '.a != "\(key)"', headers: { X-Token: "t-556677" } }
      """, to: "w/requests/n.yaml")
    let session = try await open()
    let found = session.workspace.typedCredentials.filter { $0.file == "requests/n.yaml" }
    #expect(found.compactMap(\.place?.line) == [2, 4, 5, 5])
    #expect(found.map(\.isMovable) == [false, false, false, true])
    #expect(session.workspace.diagnosticsWithCredentials.allSatisfy { !$0.description.contains(key) })
    try await session.credentials.move(found, to: .machine)
    let text = try text("requests/n.yaml")
    #expect(text.contains("84629173") && text.contains(key) && !text.contains("t-556677"))
    let file = try await session.exports.file(.markdown, ExportWish(["n"]))
    #expect(!file.text.contains("84629173"))
    await session.close()
  }

  @Test("one line alone, from a variable of the system")
  func line() async throws {
    let session = try await open()
    let found = try session.credentials.typed(in: "requests/pay.yaml", line: 5)
    try await session.credentials.move(found, to: .variable("payToken", .environment("PAY_TOKEN")))
    let pay = try text("requests/pay.yaml")
    #expect(pay.contains("Authorization: \"Bearer {{payToken}}\"") && pay.contains("p4-ss"))
    #expect(throws: WorkspaceError.self) { try session.credentials.typed(in: "requests/none.yaml") }
    await session.close()
  }

  @Test("no export has them: questions stand in their place", arguments: ExportFormat.allCases.filter { $0 != .har })
  func exports(_ format: ExportFormat) async throws {
    let session = try await open()
    let file = try await session.exports.file(format, ExportWish(["pay"]))
    let text = file.text + file.companions.map(\.text).joined()
    for secret in ["s3cr-t", "k-123456", "hunter22", "1f0c9a", "p4-ss", "77aa", "tt-99"] {
      #expect(!text.contains(secret))
    }
    await session.close()
  }

  @Test("the sample workspaces have none", arguments: ["demo", "httpbin"])
  func samples(_ name: String) throws {
    let root = #filePath.split(separator: "/Tests/")[0]
    let workspace = try Workspace.load(at: "\(root)/workspaces/\(name)")
    #expect(!workspace.requests.isEmpty)
    #expect(workspace.typedCredentials.map(\.description) == [])
  }

  private func open() async throws -> Session {
    try await Session.open(
      at: folder.path("w"), state: StateFolder(path: folder.path("state")), environment: "local", passphraseCost: 16)
  }
}
