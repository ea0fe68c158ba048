import ParleyEngine
import ParleyStore
import ParleyText
import TestSupport
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("Typed credentials are masked as those under auth are", .timeLimit(.minutes(1)))
struct TypedSecretTests {
  private static let secret = "q7-Zv_19mBxa"
  private let folder: TemporaryDirectory
  private let server: RawServer

  init() throws {
    folder = try TemporaryDirectory()
    server = try RawServer.answering(.text("{\"echo\": \"\(Self.secret)\"}"))
    try folder.write("parley: 1\nid: masks1\nservers: { api: \"\(server.url)\" }\n", to: "w/parley.yaml")
    try folder.write("vars: { apiToken: \(Self.secret), plain: example-value }\n", to: "w/environments/local.yaml")
  }

  private func rendered(_ definition: RequestDefinition) async throws -> RenderedRequest {
    let session = try await Session.open(
      at: folder.path("w"), state: StateFolder(path: folder.path("state")), environment: "local", passphraseCost: 16)
    defer { Task { await session.close() } }
    return try await session.sending.render(definition, id: "new", prompter: NoPrompter())
  }

  static let typed: [RequestDefinition] = CredentialSavingTests.typed.map(\.1).filter {
    $0.url.value == "/p" && $0.auth == nil
  }

  @Test("in each place: the request knows the secret, and its explanation shows none of it", arguments: typed.indices)
  func places(_ index: Int) async throws {
    let definition = Self.typed[index]
    guard definition.headers.allSatisfy(\.isOn) else { return }
    let rendered = try await rendered(definition)
    #expect(rendered.isSecret)
    #expect(
      rendered.request.secrets.masking("x \(Self.secret) y") == "x \(Secrets.mask) y"
        || definition.headers.first?.name == "Cookie")
    #expect(!rendered.parts.map(\.value).joined().contains(Self.secret), "\(rendered.parts.map(\.value))")
  }

  @Test("in a variable of the environment by its name, and no other variable")
  func variable() async throws {
    let rendered = try await rendered(
      RequestDefinition(url: "/p", headers: [Row("X-A", "{{apiToken}}"), Row("X-B", "{{plain}}")]))
    #expect(rendered.request.secrets.masking(Self.secret) == Secrets.mask)
    #expect(rendered.request.secrets.masking("example-value") == "example-value")
  }

  @Test("a request without one carries no secret, and its parts are as they are")
  func none() async throws {
    let rendered = try await rendered(
      RequestDefinition(url: "/p?a=1", headers: [Row("Accept", "text/plain")], body: .json("{\"name\": \"ada\"}")))
    #expect(!rendered.isSecret && rendered.parts.contains { $0.value == "{\"name\": \"ada\"}" })
  }
}
