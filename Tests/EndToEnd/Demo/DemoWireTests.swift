import TestSupport
import Testing

@Suite("The demo's responses on the wire", .timeLimit(.minutes(2)))
struct DemoWireTests {
  /// The head of a response: its first line, and its headers by name, but for the one that says that the connection ends.
  private func head(_ answer: RawAnswer) -> [String] {
    let text = String(decoding: answer.bytes, as: UTF8.self)
    let first = String(text.prefix { !$0.isNewline })
    return [first] + answer.headerLines.filter { $0 != "Connection: close" }.sorted()
  }

  private static let json = "Content-Type: application/json"
  private static let plain = "Content-Type: text/plain; charset=utf-8"

  @Test(
    "have the status and exactly the headers of their route",
    arguments: [
      ("GET", "/users/1", ["HTTP/1.1 200 OK", "Content-Length: 171", json]),
      (
        "GET", "/items/7",
        [
          "HTTP/1.1 200 OK", "Cache-Control: max-age=60", "Content-Length: 203", json, #"ETag: "item-7-1""#,
        ]
      ),
      (
        "GET", "/items?per=50",
        ["HTTP/1.1 200 OK", "Content-Length: 7395", json, #"Link: <?page=2&per=50>; rel="next""#]
      ),
      (
        "GET", "/items.csv",
        ["HTTP/1.1 200 OK", "Content-Length: 2116", "Content-Type: text/csv; charset=utf-8; header=present"]
      ),
      ("POST", "/cart", ["HTTP/1.1 201 Created", "Content-Length: 149", json, "Location: /cart/c1"]),
      (
        "GET", "/user/profile",
        [
          "HTTP/1.1 401 Unauthorized", "Content-Length: 186", json, #"WWW-Authenticate: Bearer realm="parley-demo""#,
        ]
      ),
      ("OPTIONS", "/items", ["HTTP/1.1 204 No Content", "Allow: GET, HEAD, OPTIONS"]),
      (
        "DELETE", "/items",
        [
          "HTTP/1.1 405 Method Not Allowed", "Allow: GET, HEAD, OPTIONS", "Content-Length: 159", json,
        ]
      ),
      ("GET", "/status/503", ["HTTP/1.1 503 Service Unavailable", "Content-Length: 114", json, "Retry-After: 1"]),
      ("GET", "/status/418", ["HTTP/1.1 418 I'm a teapot", "Content-Length: 114", json]),
      ("GET", "/status/304", ["HTTP/1.1 304 Not Modified"]),
      ("GET", "/redirect/2", ["HTTP/1.1 302 Found", "Content-Length: 0", "Location: /redirect/1"]),
      (
        "GET", "/cookies/set?a=1&b=2",
        [
          "HTTP/1.1 200 OK", "Content-Length: 106", json, "Set-Cookie: a=1; Path=/", "Set-Cookie: b=2; Path=/",
        ]
      ),
      ("GET", "/gzip", ["HTTP/1.1 200 OK", "Content-Encoding: gzip", "Content-Length: 314", json]),
      ("GET", "/chunked", ["HTTP/1.1 200 OK", plain, "Transfer-Encoding: chunked"]),
      ("HEAD", "/chunked", ["HTTP/1.1 200 OK", plain, "Transfer-Encoding: chunked"]),
      (
        "GET", "/events?n=2&ms=0",
        [
          "HTTP/1.1 200 OK", "Cache-Control: no-store", "Content-Type: text/event-stream", "Transfer-Encoding: chunked",
        ]
      ),
      (
        "GET", "/bytes/100",
        [
          "HTTP/1.1 200 OK", "Accept-Ranges: bytes", "Content-Length: 100", "Content-Type: application/octet-stream",
          #"ETag: "bytes-100""#,
        ]
      ),
      (
        "GET", "/evil",
        [
          "HTTP/1.1 200 OK", "Content-Disposition: attachment; filename=\"\u{1B}[2Jinvoice\u{202E}gpj.exe\"",
          "Content-Length: 730", plain, "X-Evil-Colour: \u{1B}[31mred\u{1B}[0m and \u{9B}32mgreen",
          "X-Evil-Title: \u{1B}]0;owned by a header\u{7}",
        ]
      ),
    ])
  func heads(method: String, path: String, expected: [String]) async throws {
    try await withDemoServer { demo in
      let answer = try await RawClient.get(path, method: method, from: demo.port)
      #expect(head(answer) == expected)
    }
  }

  @Test("a stream has each of its pieces in a chunk, and ends")
  func chunks() async throws {
    try await withDemoServer { demo in
      let chunked = try await RawClient.get("/chunked?n=2&ms=1", from: demo.port)
      let text = String(decoding: chunked.bytes, as: UTF8.self)
      #expect(text.hasSuffix("\r\n\r\n0D\r\nchunk 1 of 2\n\r\n0D\r\nchunk 2 of 2\n\r\n0\r\n\r\n"))
      let events = try await RawClient.get("/events?n=2&ms=1", from: demo.port)
      let event = { (number: Int) in "id: \(number)\nevent: tick\ndata: {\"number\": \(number)}\n\n" }
      #expect(events.bodyText == event(0) + event(1))
      let many = try await RawClient.get("/events?n=100&rate=1000000", from: demo.port)
      #expect(many.bodyText == (0..<100).map(event).joined())
      let paced = try await RawClient.get("/bytes/100?rate=1000", from: demo.port)
      let whole = try await RawClient.get("/bytes/100", from: demo.port)
      #expect(paced.body == whole.body)
    }
  }

  @Test("requests of one connection are answered one after the other, whatever the responses are made of")
  func pipelining() async throws {
    try await withDemoServer { demo in
      let paths = ["/status/201", "/bytes/20", "/chunked?n=1", "/gzip", "/bytes/0", "/status/204", "/json/1"]
      let requests = paths.map { "GET \($0) HTTP/1.1\r\nHost: x\r\n\r\n" }.joined()
      let last = "GET /status/202 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
      let answer = try await RawClient.send(requests + last, to: demo.port)
      let statuses = String(decoding: answer.bytes, as: UTF8.self).matches(of: /HTTP\/1.1 (\d+)/).map(\.output.1)
      #expect(statuses == ["201", "200", "200", "200", "200", "204", "200", "202"])
    }
  }

  @Test("a body of more than 16 MB is for uploads alone, which are counted and hashed whole")
  func largeBodies() async throws {
    try await withDemoServer { demo in
      let body = String(repeating: "q", count: 40 << 20)
      let counted = try await RawClient.send(body, to: "/upload", port: demo.port)
      #expect(counted.bodyText.contains("\"size\": 41943040"))
      #expect(
        counted.bodyText.contains("\"sha256\": \"f6b68d3d247956d968ce8a547858f7207e7a03602d7a261de8935afb81cd6934\""))
      let refused = try await RawClient.send(body, to: "/echo", port: demo.port)
      #expect(refused.status == 413 && refused.bodyText.contains(#""name": "PayloadTooLarge""#))
    }
  }

  @Test("what is no request is refused in the error model", arguments: ["nonsense\r\n\r\n", "GET / HTTP/1.1\r\n\r\n"])
  func noRequest(text: String) async throws {
    try await withDemoServer { demo in
      let answer = try await RawClient.send(text, to: demo.port)
      #expect(answer.status == 400 && answer.bodyText.contains(#""name": "BadRequest""#))
    }
  }

  @Test("any method arrives, and repeated lines are joined")
  func requests() async throws {
    try await withDemoServer { demo in
      let answer = try await RawClient.get("/echo", method: "FROB", headers: ["X-Two: a", "x-two: b"], from: demo.port)
      #expect(answer.bodyText.contains(#""method": "FROB""#) && answer.bodyText.contains(#""X-Two": "a, b""#))
    }
  }

  @Test("a WebSocket replies in order, and closes after what came before")
  func webSocket() async throws {
    try await withDemoServer { demo in
      let handshake =
        "GET /ws/prices HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
      let texts = [#"{"unsubscribe":3}"#, "x", "{}"]
      let frames = texts.flatMap { text -> [UInt8] in
        [0x81, 0x80 | UInt8(text.utf8.count), 0, 0, 0, 0] + Array(text.utf8)
      }
      let sent = Array(handshake.utf8) + frames + [0x88, 0x82, 0, 0, 0, 0, 3, 0xE8]
      let answer = try await RawClient.send(sent, to: demo.port)
      #expect(
        head(answer) == [
          "HTTP/1.1 101 Switching Protocols", "Connection: Upgrade",
          "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=", "Upgrade: websocket",
        ])
      let messages = answer.bodyText.matches(of: /"message":"([^"]*)/).map(\.output.1).dropFirst()
      #expect(
        Array(messages) == [
          "Item 3 is not subscribed to.", "That is no JSON.",
          "There is neither a subscribe nor an unsubscribe with the id of an item.",
        ])
      #expect(answer.body.suffix(4) == [0x88, 2, 3, 0xE8])
      #expect(try await RawClient.get("/ws/echo", from: demo.port).status == 400)
    }
  }
}
