import ParleyEngine
import ParleyModel
import ParleyStore
import ParleyText
import TestSupport
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("What is typed is written in clear only where somebody says so", .timeLimit(.minutes(1)))
struct CredentialSavingTests {
  private static let secret = "q7-Zv_19mBxa"
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    try folder.write("parley: 1\nid: typed1\nservers: { api: http://127.0.0.1:1 }\n", to: "w/parley.yaml")
    try folder.write("vars:\n  host: example # mine\n", to: "w/environments/local.yaml")
    try folder.write("vars: {}\n", to: "w/environments/other.yaml")
    try folder.write("url: /pay # first\n", to: "w/requests/pay.yaml")
    try folder.write("serial:\n  - request: pay # here\n", to: "w/groups/g.yaml")
  }

  private func open() async throws -> Session {
    try await Session.open(
      at: folder.path("w"), state: StateFolder(path: folder.path("state")), environment: "local", passphraseCost: 16)
  }

  private func text(_ file: String) throws -> String { String(decoding: try folder.read("w/\(file)"), as: UTF8.self) }

  /// Every place of a request that a person can type a credential into.
  static let typed: [(String, RequestDefinition)] = [
    ("bearer", RequestDefinition(url: "/p", auth: Located(.bearer(Located(secret))))),
    ("basic", RequestDefinition(url: "/p", auth: Located(.basic(.init(user: "ada", password: Located(secret)))))),
    ("digest", RequestDefinition(url: "/p", auth: Located(.digest(.init(user: "ada", password: Located(secret)))))),
    ("apiKey", RequestDefinition(url: "/p", auth: Located(.apiKey(.init(name: "X-K", value: Located(secret)))))),
    (
      "oauth2",
      RequestDefinition(
        url: "/p", auth: Located(.oauth2(.init(tokenURL: "/t", clientID: "c", clientSecret: Located(secret)))))
    ),
    (
      "aws",
      RequestDefinition(
        url: "/p",
        auth: Located(.awsSigV4(.init(accessKey: "{{a}}", secretKey: Located(secret), region: "eu", service: "s3"))))
    ),
    ("header", RequestDefinition(url: "/p", headers: [Row("Authorization", "Bearer \(secret)")])),
    ("header off", RequestDefinition(url: "/p", headers: [Row("X-Api-Key", secret, isOn: false)])),
    ("cookie", RequestDefinition(url: "/p", headers: [Row("Cookie", "sid=\(secret)")])),
    ("query", RequestDefinition(url: "/p", query: [Row("api_key", secret)])),
    ("url", RequestDefinition(url: Located("https://ada:\(secret)@example.com/p"))),
    ("url query", RequestDefinition(url: Located("/p?token=\(secret)"))),
    ("form", RequestDefinition(url: "/p", body: .form([Row("password", secret)]))),
    ("part", RequestDefinition(url: "/p", body: .multipart([PartDefinition("token", .text(secret))]))),
    (
      "json",
      RequestDefinition(url: "/p", body: .json(Located("{ \"user\": \"ada\",\n  \"password\": \"\(secret)\" }")))
    ),
    ("text", RequestDefinition(url: "/p", body: .text(Located("user=ada&password=\(secret)")))),
    ("message", RequestDefinition(url: "ws://h/p", messages: [.init(send: Located("{\"token\": \"\(secret)\"}"))])),
    ("proxy", RequestDefinition(url: "/p", options: .saying { $0.proxy = Located("http://ada:\(secret)@proxy:3128") })),
  ]

  @Test(
    "each place of a request asks before anything is written, and is encrypted on this machine then",
    arguments: typed.indices)
  func machine(_ index: Int) async throws {
    let session = try await open()
    let (name, definition) = Self.typed[index]
    let unplaced = #expect(throws: UnplacedCredentials.self) { try session.credentials.settled(definition, as: "new") }
    let found = unplaced?.credentials ?? []
    #expect(found.count == 1, "\(name)")
    #expect(!"\(found)".contains(Self.secret) && !String(reflecting: found).contains(Self.secret))
    for credential in found { try await session.credentials.place(credential, at: .machine) }
    try session.files.create(session.credentials.settled(definition, as: "new"), as: "new")
    let written = try text("requests/new.yaml")
    #expect(!written.contains(Self.secret) && written.contains("secret("), "\(name): \(written)")
    // What is sent is what was typed.
    try await session.reload()
    let rendered = session.workspace.request("new").map(\.definition)
    #expect(rendered.map { $0.credentials(in: "requests/new.yaml").isEmpty } == true)
    #expect(session.answers.kept.count == 1)
    let kept = try await session.shared.get(KeptAnswer.key(of: session.answers.kept.keys.first ?? ""))?.text
    #expect(kept?.contains(Self.secret) == true)
    await session.close()
  }

  @Test("a template asks nothing, and neither does an unchanged file")
  func templates() async throws {
    let session = try await open()
    let definition = RequestDefinition(
      url: "/p?token={{t}}", headers: [Row("Authorization", "Bearer {{shared.token}}")],
      auth: Located(.basic(.init(user: "ada", password: "{{password}}"))),
      body: .json("{ \"password\": \"{{password}}\", \"token\": {{t}} }"))
    #expect(try session.credentials.settled(definition, as: "new") == definition)
    await session.close()
  }

  @Test("from an environment variable or a command: the environment declares it, and its use is allowed")
  func elsewhere() async throws {
    let session = try await open()
    let definition = RequestDefinition(url: "/p", auth: Located(.bearer(Located(Self.secret))))
    let found = try unplaced(by: definition, as: "pay", in: session)
    try await session.credentials.place(found[0], at: .variable("payToken", .environment("PAY_TOKEN")))
    try session.files.save(session.credentials.settled(definition, as: "pay"), as: "pay")
    #expect(try text("environments/local.yaml").contains("payToken: { secret: env PAY_TOKEN }"))
    #expect(try text("environments/local.yaml").contains("host: example # mine"))
    #expect(try text("requests/pay.yaml").contains("bearer: \"{{payToken}}\""))
    #expect(session.permissions.missing().isEmpty)
    await session.close()
  }

  @Test("in the file after all: written, and not asked again for that value at that place, in later programs either")
  func inFile() async throws {
    let definition = RequestDefinition(url: "/p", auth: Located(.bearer(Located(Self.secret))))
    let session = try await open()
    for credential in try unplaced(by: definition, as: "pay", in: session) {
      try await session.credentials.place(credential, at: .file)
    }
    #expect(try session.credentials.settled(definition, as: "pay") == definition)
    await session.close()
    let later = try await open()
    #expect(try later.credentials.settled(definition, as: "pay") == definition)
    #expect(throws: UnplacedCredentials.self) { try later.credentials.settled(definition, as: "other") }
    var changed = definition
    changed.auth = Located(.bearer("another-9f"))
    #expect(throws: UnplacedCredentials.self) { try later.credentials.settled(changed, as: "pay") }
    let kept = String(decoding: try readFile("\(later.location.folder)/credentials-in-files.json"), as: UTF8.self)
    #expect(!kept.contains(Self.secret) && !kept.contains("bearer"))
    await later.close()
  }

  @Test("two credentials of one save are asked together, and two of one name do not become one")
  func together() async throws {
    let session = try await open()
    let definition = RequestDefinition(
      url: "/p", headers: [Row("X-Api-Key", "first-11")], body: .form([Row("X-Api-Key", "second-22")]))
    let found = try unplaced(by: definition, in: session)
    #expect(found.map(\.label) == ["X-Api-Key", "X-Api-Key"])
    for credential in found { try await session.credentials.place(credential, at: .machine) }
    let settled = try session.credentials.settled(definition, as: "new")
    #expect(settled.headers[0].value != settled.body?.rows?[0].value)
    #expect(Set(session.answers.kept.keys) == ["X-Api-Key of new", "X-Api-Key of new 2"])
    await session.close()
  }

  @Test("a variable of an environment becomes a secret of its own, with the value as its answer there")
  func variable() async throws {
    for environment in ["local", "other"] {
      let session = try await open()
      let edit = EnvironmentEdit.set(
        "apiToken", .text(Self.secret), in: .environment(environment))
      let error = await #expect(throws: UnplacedCredentials.self) { try await session.environments.edit(edit) }
      #expect(try !text("environments/\(environment).yaml").contains("apiToken"))
      for credential in error?.credentials ?? [] { try await session.credentials.place(credential, at: .machine) }
      let change = try await session.environments.edit(edit)
      #expect(try text("environments/\(environment).yaml").contains("apiToken: { secret: prompt }"))
      try session.select(environment: environment)
      #expect(try await session.shared.get(KeptAnswer.key(of: "apiToken"))?.text == Self.secret)
      try await session.environments.make(change.reversed)
      #expect(try !text("environments/\(environment).yaml").contains("apiToken"))
      await session.close()
    }
  }

  @Test("copying a file that has one asks for the copy")
  func duplicating() async throws {
    try folder.write("url: /pay # first\nauth: { bearer: \(Self.secret) } # why\n", to: "w/requests/pay.yaml")
    try folder.write("vars:\n  password: \(Self.secret)\n", to: "w/environments/other.yaml")
    let session = try await open()
    let error = #expect(throws: UnplacedCredentials.self) { try session.files.duplicate("pay", as: "copy") }
    #expect(session.workspace.request("copy") == nil && !FileSystem.exists(folder.path("w/requests/copy.yaml")))
    for credential in error?.credentials ?? [] { try await session.credentials.place(credential, at: .machine) }
    try session.files.duplicate("pay", as: "copy")
    let copy = try text("requests/copy.yaml")
    #expect(!copy.contains(Self.secret) && copy.contains("# first") && copy.contains("# why"))
    await #expect(throws: UnplacedCredentials.self) {
      try await session.environments.edit(.duplicate("other", as: "third"))
    }
    await session.close()
  }

  @Test("the text of a group asks, and every other byte of it stays")
  func group() async throws {
    let session = try await open()
    let typed = "serial:\n  - request: pay # here\n    with: { headers: { X-Api-Key: \(Self.secret) } }\n"
    let error = #expect(throws: UnplacedCredentials.self) { try session.credentials.settled(typed, ofGroup: "g") }
    for credential in error?.credentials ?? [] { try await session.credentials.place(credential, at: .machine) }
    let settled = try session.credentials.settled(typed, ofGroup: "g")
    #expect(!settled.contains(Self.secret) && settled.hasPrefix("serial:\n  - request: pay # here\n"), "\(settled)")
    await session.close()
  }

  private func unplaced(
    by definition: RequestDefinition, as id: String = "new", in session: Session
  ) throws -> [TypedCredential] {
    do { _ = try session.credentials.settled(definition, as: id) } catch let error as UnplacedCredentials {
      return error.credentials
    }
    return []
  }
}
