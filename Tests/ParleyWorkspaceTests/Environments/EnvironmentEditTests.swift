import ParleyEngine
import ParleyModel
import Testing

@testable import ParleyEditing
@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("Editing environments in their files", .timeLimit(.minutes(2)))
struct EnvironmentEditTests {
  private let folder: TemporaryFolder

  private static let parley = """
    # The shop.
    parley: 1
    id: abc
    servers: { api: "{{baseUrl}}/v1" }   # one for all
    vars:
      email: ada@example.com   # everybody's
      locale: "en"

    """
  private static let local = """
    # At home.\r
    vars:\r
      baseUrl: 'http://127.0.0.1:8080'   # the demo\r
      email: me@home\r
      password: { secret: prompt }\r
    color: green   # calm\r

    """
  private static let staging = "vars: {baseUrl: 'http://stg', \"email\": \"{{base64(email2)}}\", email2: x}\n"

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("parley.yaml", Self.parley)
    try folder.write("environments/local.yaml", Self.local)
    try folder.write("environments/staging.yaml", Self.staging)
    try folder.write(
      "requests/login.yaml",
      """
      # Signs in.
      method: POST
      url: /login?as={{ email }}&x={{emailed}}
      headers: { X-From: '{{email}}', X-Code: "a {{base64(email)}} {{response('email').email}}" }
      body:
        json: |
          { "email": "{{email}}", "password": "{{password}}" }
      expect: { jq: '$vars.email != null and .email == $vars["email"]' }

      """)
    try folder.write("requests/email.yaml", "url: /email\n")
    try folder.write("groups/all.yaml", "serial:\n  - request: login\n    when: $vars.email | length > 0   # who\n")
  }

  private func workspace() throws -> Workspace { try Workspace.load(at: folder.path) }

  @discardableResult
  private func edit(_ edit: EnvironmentEdit) throws -> FilesChange {
    let change = try edit.change(in: workspace())
    try change.make(in: folder.path)
    return change
  }

  @Test("a name is found wherever it is declared")
  func homes() throws {
    let uses = VariableUses(in: try workspace())
    #expect(uses.homes(of: "email") == [.workspace, .environment("local"), .environment("staging")])
    #expect(uses.homes(of: "locale") == [.workspace])
  }

  @Test("the only environment stays that of commands when a second one is made, and is followed by its name")
  func usual() throws {
    func usual() throws -> String? { try workspace().definition.environment?.value }
    try edit(.delete("staging"))
    #expect(try usual() == nil)
    try edit(.create(EnvironmentSummary("prod")))
    #expect(try usual() == "local")
    try edit(.create(EnvironmentSummary("third")))
    try edit(.describe("local", EnvironmentSummary("home")))
    #expect(try usual() == "home")
    try edit(.delete("home"))
    #expect(try usual() == nil && workspace().environments.map(\.name) == ["prod", "third"])
  }

  @Test("a value is set in its own style, among lines that stay")
  func setting() throws {
    try edit(.set("baseUrl", .text("https://x.test"), in: .environment("local")))
    let expected = Self.local.replacing("http://127.0.0.1:8080", with: "https://x.test")
    #expect(try folder.text("environments/local.yaml") == expected)
    try edit(.set("locale", .text("de"), in: .workspace))
    #expect(try folder.text("parley.yaml") == Self.parley.replacing("\"en\"", with: "\"de\""))
    try edit(.set("email", .text("a: b # c"), in: .environment("local")))
    #expect(try folder.text("environments/local.yaml") == expected.replacing("me@home", with: "\"a: b # c\""))
  }

  @Test("a new value comes last, also in a flow map and in a file that says nothing")
  func adding() throws {
    try edit(.set("port", .text("80"), in: .environment("local")))
    #expect(
      try folder.text("environments/local.yaml")
        == Self.local.replacing("prompt }\r\n", with: "prompt }\r\n  port: 80\r\n"))
    try edit(.set("port", .variable("PORT"), in: .environment("staging")))
    #expect(try folder.text("environments/staging.yaml").contains("email2: x, port: { secret: env PORT }}"))
    try edit(.create(EnvironmentSummary("bare")))
    #expect(try folder.text("environments/bare.yaml") == "")
    try edit(.set("port", .text("81"), in: .environment("bare")))
    #expect(try folder.text("environments/bare.yaml") == "vars:\n  port: 81\n")
  }

  @Test("a value becomes a secret and a text again")
  func sources() throws {
    try edit(.set("email", .program(["pass", "show", "my shop"]), in: .environment("local")))
    #expect(
      try folder.text("environments/local.yaml").contains("email: { secret: { command: [pass, show, my shop] } }\r\n"))
    try edit(.set("email", .text("me@home"), in: .environment("local")))
    #expect(try folder.text("environments/local.yaml") == Self.local)
  }

  @Test("parley.yaml takes no secret")
  func secretInWorkspace() throws {
    #expect(throws: SaveError.self) { try edit(.set("email", .asked, in: .workspace)) }
    #expect(try folder.text("parley.yaml") == Self.parley)
  }

  @Test("a name changes wherever it is declared and used, and nothing else does")
  func renaming() throws {
    let (login, group) = (try folder.text("requests/login.yaml"), try folder.text("groups/all.yaml"))
    let uses = try VariableUses(in: workspace()).all.filter { $0.name == "email" }
    #expect(Set(uses.map(\.place.file)) == ["requests/login.yaml", "groups/all.yaml"])
    #expect(uses.count == 7)
    let change = try edit(.rename("email", to: "userMail"))
    #expect(try folder.text("parley.yaml") == Self.parley.replacing("email:", with: "userMail:"))
    #expect(
      try folder.text("environments/local.yaml") == Self.local.replacing("  email:", with: "  userMail:"))
    #expect(
      try folder.text("environments/staging.yaml") == Self.staging.replacing("\"email\":", with: "\"userMail\":"))
    #expect(
      try folder.text("requests/login.yaml")
        == login.replacing("{{ email }}", with: "{{ userMail }}").replacing("{{email}}", with: "{{userMail}}")
        .replacing("base64(email)", with: "base64(userMail)").replacing("$vars.email", with: "$vars.userMail")
        .replacing("$vars[\"email\"]", with: "$vars[\"userMail\"]"))
    #expect(try folder.text("groups/all.yaml") == group.replacing("$vars.email", with: "$vars.userMail"))
    try change.reversed.make(in: folder.path)
    #expect(try folder.text("requests/login.yaml") == login)
    #expect(try folder.text("parley.yaml") == Self.parley)
  }

  @Test("a name that is taken, or is none, changes nothing")
  func takenNames() throws {
    #expect(throws: WorkspaceError.self) { try edit(.rename("email", to: "email2")) }
    #expect(throws: WorkspaceError.self) { try edit(.rename("email", to: "steps")) }
    #expect(throws: WorkspaceError.self) { try edit(.rename("email", to: "a b")) }
    #expect(try folder.text("parley.yaml") == Self.parley)
  }

  @Test("a copy stands below what it is a copy of, with each environment's own value")
  func copying() throws {
    try edit(.copy("email", as: "sender"))
    #expect(
      try folder.text("parley.yaml")
        == Self.parley.replacing("everybody's\n", with: "everybody's\n  sender: ada@example.com\n"))
    #expect(try folder.text("environments/local.yaml").contains("  email: me@home\r\n  sender: me@home\r\n"))
  }

  @Test("deleting takes a value out of one file, or of all")
  func removing() throws {
    let change = try edit(.remove("email", from: [.environment("local")]))
    #expect(try folder.text("environments/local.yaml") == Self.local.replacing("  email: me@home\r\n", with: ""))
    try change.reversed.make(in: folder.path)
    #expect(try folder.text("environments/local.yaml") == Self.local)
    try edit(.remove("email", from: try VariableUses(in: workspace()).homes(of: "email")))
    #expect(try VariableUses(in: workspace()).homes(of: "email").isEmpty)
  }

  @Test("environments are made, copied, described, renamed and deleted; each comes back")
  func environments() throws {
    try edit(.create(EnvironmentSummary("prod", color: .red, asksBeforeSending: true)))
    #expect(try folder.text("environments/prod.yaml") == "color: red\nconfirm: true\n")
    try edit(.duplicate("local", as: "other"))
    #expect(try folder.text("environments/other.yaml") == Self.local)
    try edit(.describe("other", EnvironmentSummary("other", color: .green, asksBeforeSending: true)))
    #expect(try folder.text("environments/other.yaml") == Self.local + "confirm: true\r\n")
    let renamed = try edit(.describe("local", EnvironmentSummary("home")))
    #expect(try folder.text("environments/home.yaml") == Self.local.replacing("color: green   # calm\r\n", with: ""))
    #expect(try workspace().environment("local") == nil)
    try renamed.reversed.make(in: folder.path)
    #expect(try folder.text("environments/local.yaml") == Self.local)
    let deleted = try edit(.delete("staging"))
    #expect(try workspace().environment("staging") == nil)
    try deleted.reversed.make(in: folder.path)
    #expect(try folder.text("environments/staging.yaml") == Self.staging)
    #expect(throws: SaveError.self) { try edit(.create(EnvironmentSummary("a/b"))) }
    #expect(throws: SaveError.exists(file: "environments/local.yaml")) {
      try edit(.create(EnvironmentSummary("local")))
    }
  }

  @Test("what another program wrote meanwhile is not lost, and nothing is half done")
  func conflict() throws {
    let change = try EnvironmentEdit.rename("email", to: "mail").change(in: workspace())
    try folder.write("requests/login.yaml", "url: /changed\n")
    #expect(throws: SaveError.changedOnDisk(file: "requests/login.yaml")) { try change.make(in: folder.path) }
    #expect(try folder.text("requests/login.yaml") == "url: /changed\n")
    #expect(try folder.text("parley.yaml") == Self.parley)
    #expect(try folder.text("environments/local.yaml") == Self.local)
  }
}
