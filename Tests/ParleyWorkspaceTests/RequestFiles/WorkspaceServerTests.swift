import ParleyEngine
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("Servers of a workspace", .timeLimit(.minutes(2)))
struct WorkspaceServerTests {
  private static let servers =
    "servers: { api: 'http://127.0.0.1:8080/v1/', pay: { url: pay.example.com }, env: '{{base}}' }\nvars: { base: 'https://b' }\n"

  static let urls = [
    ("url: /login", "http://127.0.0.1:8080/v1/login"), ("url: login", "http://127.0.0.1:8080/v1/login"),
    ("server: pay\nurl: charge", "http://pay.example.com/charge"), ("server: env\nurl: /x", "https://b/x"),
    ("url: https://example.com/a", "https://example.com/a"), ("url: '{{base}}/whole'", "https://b/whole"),
  ]

  @Test(
    "A path is joined to its server with one slash; a whole URL stands alone; no scheme is http", arguments: urls)
  func joining(file: String, url: String) async throws {
    #expect(try await SampleWorkspace(Self.servers).render(file).request.endpoint == url)
  }

  @Test("A folder names the server of its requests, the nearest wins, and the request before all")
  func folders() async throws {
    let sample = try SampleWorkspace(
      Self.servers, files: ["requests/folder.yaml": "server: env\n", "requests/a/folder.yaml": "server: pay\n"])
    #expect(try await sample.render("url: /x", as: "a/r").request.server == "pay")
    #expect(try await sample.render("url: /x", as: "r").request.server == "env")
    #expect(try await sample.render("server: api\nurl: /x", as: "a/r").request.server == "api")
  }

  @Test("A whole URL needs no server at all")
  func noServers() async throws {
    #expect(try await SampleWorkspace("").render("url: http://x/y").request.endpoint == "http://x/y")
  }
}
