import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("Headers as they are sent", .timeLimit(.minutes(2)))
struct HeaderValueTests {
  @Test("Blanks at the ends of a value are no part of it", arguments: ["a ", " a", "\ta \t", "a"])
  func blanks(value: String) async throws {
    let server = try RawServer.answering(.text(""))
    _ = try await Client().send(.get(server.url).header("X-A", value).header("X-B", "a b").header("X-C", " \t"))
    let lines = try #require(server.requests.first).headerLines
    #expect(lines.contains("X-A: a") && lines.contains("X-B: a b") && lines.contains("X-C:"))
  }

  @Test("A line break in a value is refused", arguments: ["a\nb", "a\r\n", "\n"])
  func lineBreak(value: String) {
    #expect(throws: InvalidRequest.headerValue("X")) { try Request.get("/").header("X", value) }
  }

  @Test(
    "A header that is left out is not sent, whoever would add it",
    arguments: ["User-Agent", "Accept", "Accept-Encoding", "Content-Type", "Host", "Cookie"])
  func omitted(name: String) async throws {
    let server = try RawServer.answering(.text("", headers: ["Set-Cookie: a=1"]))
    let client = Client()
    let name = try #require(HTTPField.Name(name))
    _ = try await client.send(.post(server.url).body(.json(["a": 1])))
    _ = try await client.send(.post(server.url).body(.json(["a": 1])).omittingHeader(name))
    #expect(server.requests.last?.value(of: name.rawName) == nil)
    let others = try #require(server.requests.last).headerLines.count
    _ = try await client.send(.post(server.url).body(.json(["a": 1])))
    #expect(server.requests.last?.value(of: name.rawName) != nil)
    #expect(server.requests.last?.headerLines.count == others + 1)
  }

  @Test("A header of the request's own is sent although another one of the name is left out")
  func own() async throws {
    let server = try RawServer.answering(.text(""))
    _ = try await Client().send(.get(server.url).omittingHeader(.userAgent).header(.userAgent, "mine"))
    #expect(server.requests.first?.value(of: "User-Agent") == "mine")
  }

  @Test("Trailers are a part of the response, and of what is expected of it")
  func trailers() async throws {
    let body = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX-Sum: abc\r\nX-Sum: def\r\n\r\n"
    let server = try RawServer.answering(RawReply(Array(body.utf8)))
    let response = try await Client().send(.get(server.url).validating(.header("x-sum", "def")))
    #expect(response.trailers.map(\.value) == ["abc", "def"] && response.headers[.init("X-Sum")!] == nil)
    #expect(response.isAccepted)
  }

  @Test(
    "A colon behind a backslash is sent as it is",
    arguments: [
      ("/v1/\\:batch", "/v1/:batch"), ("/\\:a/b", "/:a/b"), ("/a:b", "/a:b"),
      ("/v1/\\:8080?x=\\:y", "/v1/:8080?x=%5C:y"),
    ])
  func colon(endpoint: String, target: String) async throws {
    let server = try RawServer.answering(.text(""))
    _ = try await Client().send(.get(server.url + endpoint))
    #expect(server.requests.first?.target == target)
  }
}
