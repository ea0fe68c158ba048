import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

extension TransferOptionTests {
  /// A server that signs in on `/in`, by way of a redirect, and says on every other path what cookies came.
  private func cookieServer() throws -> RawServer {
    try RawServer.start { connection in
      while let request = try connection.readRequest() {
        guard request.target == "/in" else {
          try connection.send(.text(request.value(of: "Cookie") ?? "none"))
          continue
        }
        try connection.send(
          RawReply(
            "302 Found",
            headers: [
              "Location: /home", "Set-Cookie: session=s1; HttpOnly", "Set-Cookie: theme=dark; Path=/home",
              "Content-Length: 0",
            ]))
      }
    }
  }

  @Test("Cookies that a redirect sets go along on the next hop, and with later requests")
  func cookies() async throws {
    let server = try cookieServer()
    let client = Client()
    #expect(try await client.send(.get(server.url + "/in")).text() == "theme=dark; session=s1")
    #expect(try await client.send(.get(server.url + "/else")).text() == "session=s1")
    #expect(try await Client().send(.get(server.url + "/else")).text() == "none")
  }

  @Test("A cookie that is no UTF-8 goes back byte by byte")
  func cookieBytes() async throws {
    let pair: [UInt8] = [0x6B, 0xE9, 0x3D, 0xFF, 0xFE, 0x80]
    let server = try RawServer.answering(
      RawReply(headers: [], body: []).adding(line: Array("Set-Cookie: ".utf8) + pair + Array("; Path=/".utf8)))
    let client = Client()
    for _ in 0..<2 { _ = try await client.send(.get(server.url)) }
    let sent = try #require(server.requests.last).bytes
    #expect(sent.contains(Array("Cookie: ".utf8) + pair + Array("\r\n".utf8)))
  }

  @Test("Cookies can be listed and edited")
  func editing() async throws {
    let server = try cookieServer()
    let storage = InMemoryCookieStorage()
    var configuration = ClientConfiguration()
    configuration.cookies = storage
    let client = Client(configuration)
    _ = try await client.send(.get(server.url + "/in"))
    #expect(storage.cookies.map(\.name) == ["session", "theme"])
    #expect(storage.cookies.allSatisfy { $0.domain == "127.0.0.1" && $0.isHostOnly && $0.expires == nil })
    #expect(storage.cookies.map(\.isHTTPOnly) == [true, false])
    storage.set(Cookie("session", "edited", domain: "127.0.0.1"))
    storage.remove(Cookie.ID(name: "theme", domain: "127.0.0.1", path: "/home"))
    #expect(try await client.send(.get(server.url + "/home")).text() == "session=edited")
    storage.set(Cookie("evil", "1\r\nX-Evil: 1", domain: "127.0.0.1"))
    #expect(try await client.send(.get(server.url + "/home")).text() == "session=edited")
    storage.removeAll()
    #expect(try await client.send(.get(server.url + "/home")).text() == "none")
  }

  @Test(
    "Cookies are off for one request, or for a client that keeps none; a header of the request's own stands alone")
  func cookiesOff() async throws {
    let server = try cookieServer()
    let client = Client()
    _ = try await client.send(.get(server.url + "/in"))
    var options = TransferOptions()
    options.usesCookies = false
    #expect(try await client.send(.get(server.url + "/else").options(options)).text() == "none")
    #expect(try await client.send(.get(server.url + "/else").header("Cookie", "own=1")).text() == "own=1")
    #expect(try await client.send(.get(server.url + "/else")).text() == "session=s1")
    client.configuration.cookies = nil
    #expect(try await client.send(.get(server.url + "/in")).text() == "none")
  }
}

extension RawReply {
  /// With one more header line, in bytes, and a length.
  fileprivate func adding(line: [UInt8]) -> RawReply {
    RawReply(Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n".utf8) + line + Array("\r\n\r\n".utf8))
  }
}
