import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("The headers that a request gets on its way", .timeLimit(.minutes(1)))
struct AddedHeaderTests {
  private static let cookies: InMemoryCookieStorage = {
    let cookies = InMemoryCookieStorage()
    cookies.receive(["session=geheim; Path=/"], from: "http://127.0.0.1/")
    return cookies
  }()

  @Test(
    "are those by which what is sent differs from its preview, with no secret in them",
    arguments: [
      Request.get("/a"), .post("/a").body(.text("twelve bytes")), .get("/a").header(.acceptEncoding, "br"),
      .get("/a").authorized(.bearer("hunter2-hunter2")),
    ])
  func added(request: Request) async throws {
    let server = try RawServer.answering(.text("{}"))
    var configuration = ClientConfiguration(servers: Servers(Server(server.url)))
    configuration.cookies = Self.cookies
    let client = Client(configuration)
    let shown = try client.preview(request).headers.map { "\($0.name.rawName): \($0.value)" }
    let added = try client.headersAdded(to: request)
    _ = try await client.send(request)
    let sent = try #require(server.requests.first).headerLines
    #expect(Self.names(shown + added) == Self.names(sent), "\(added) \(sent)")
    let plain = added.filter { !["Cookie", "Authorization"].contains($0.prefix { $0 != ":" }) }
    #expect(plain.allSatisfy(sent.contains), "\(plain) \(sent)")
    #expect(!added.joined().contains("hunter2") && !added.joined().contains("geheim"))
  }

  private static func names(_ lines: [String]) -> [String] {
    lines.map { line in line.prefix { $0 != ":" }.lowercased() }.sorted()
  }
}
