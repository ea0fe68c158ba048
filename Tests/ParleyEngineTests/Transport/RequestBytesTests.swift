import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("The request as it goes over the wire", .timeLimit(.minutes(2)))
struct RequestBytesTests {
  private let transport = CurlTransport()

  /// What a server received of one request, with the port in its Host header left out.
  private func sent(
    _ method: HTTPRequest.Method?, _ path: String = "/", headers: HTTPFields = [:], body: [UInt8]? = nil
  ) async throws -> String {
    let server = try RawServer.answering(.text("ok"))
    defer { server.stop() }
    let told = await transport.send(
      TransportRequest(method: method, url: server.url + path, headers: headers, body: body))
    #expect(told.error == nil)
    return try #require(server.requests.first).description.replacing(":\(server.port)", with: "")
  }

  private func head(_ lines: String...) -> String {
    (lines + ["", ""]).joined(separator: "\r\n")
  }

  private let host = "Host: 127.0.0.1"
  private let encodings = "Accept-Encoding: deflate, gzip, br, zstd"

  @Test("A bare GET has Host and the encodings that can be read, nothing else")
  func bare() async throws {
    #expect(try await sent(.get) == head("GET / HTTP/1.1", host, encodings))
  }

  @Test("Headers are sent in their order and casing, repeated as they are")
  func headers() async throws {
    var headers = HTTPFields()
    for (name, value) in [("x-low", "1"), ("X-UP", "2"), ("Accept", "a/b"), ("x-LOW", "3"), ("User-Agent", "me")] {
      headers.append(try HTTPField(checking: name, value))
    }
    let expected = head(
      "GET / HTTP/1.1", host, encodings, "x-low: 1", "X-UP: 2", "Accept: a/b", "x-LOW: 3", "User-Agent: me")
    #expect(try await sent(.get, headers: headers) == expected)
  }

  @Test("A header with an empty value is sent with its colon")
  func emptyValue() async throws {
    var headers = HTTPFields()
    headers.append(try HTTPField(checking: "X-Empty", ""))
    #expect(try await sent(.get, headers: headers) == head("GET / HTTP/1.1", host, encodings, "X-Empty:"))
  }

  @Test("A header value is sent as UTF-8")
  func unicodeValue() async throws {
    let headers: HTTPFields = [.from: "Grüße"]
    #expect(try await sent(.get, headers: headers) == head("GET / HTTP/1.1", host, encodings, "From: Grüße"))
  }

  @Test("Accept-Encoding, Host and Content-Length of the request's own win")
  func ownStandardHeaders() async throws {
    var headers: HTTPFields = [.acceptEncoding: "identity"]
    headers.append(try HTTPField(checking: "Host", "other.example"))
    #expect(
      try await sent(.get, headers: headers)
        == head("GET / HTTP/1.1", "Host: other.example", "Accept-Encoding: identity"))
  }

  @Test(
    "A body is sent with its length and without a content type that nobody gave", arguments: ["GET", "POST", "PURGE"])
  func body(method: String) async throws {
    let sent = try await sent(HTTPRequest.Method(method), body: Array("a=1".utf8))
    #expect(sent == head("\(method) / HTTP/1.1", host, encodings, "Content-Length: 3") + "a=1")
  }

  @Test("A large body waits for nobody's permission")
  func largeBody() async throws {
    let body = [UInt8](repeating: 97, count: 3 << 20)
    let sent = try await sent(.put, headers: [.contentType: "text/plain"], body: body)
    let expected = head(
      "PUT / HTTP/1.1", host, encodings, "Content-Type: text/plain", "Content-Length: \(body.count)")
    #expect(sent.prefix(expected.count) == expected)
    #expect(sent.utf8.count == expected.utf8.count + body.count)
  }

  @Test("A body in chunks is sent in chunks when the request says so")
  func chunked() async throws {
    let sent = try await sent(.post, headers: [.transferEncoding: "chunked"], body: Array("hello".utf8))
    #expect(
      sent == head("POST / HTTP/1.1", host, encodings, "Transfer-Encoding: chunked") + "5\r\nhello\r\n0\r\n\r\n")
  }

  @Test("POST, PUT and PATCH say that there is no body", arguments: ["POST", "PUT", "PATCH"])
  func emptyBody(method: String) async throws {
    let sent = try await sent(HTTPRequest.Method(method))
    #expect(sent == head("\(method) / HTTP/1.1", host, encodings, "Content-Length: 0"))
  }

  @Test("Without a method it is GET, or POST where there is a body")
  func noMethod() async throws {
    #expect(try await sent(nil).hasPrefix("GET / HTTP/1.1\r\n"))
    #expect(try await sent(nil, body: Array("x".utf8)).hasPrefix("POST / HTTP/1.1\r\n"))
  }

  @Test("HEAD and OPTIONS and a method of your own", arguments: ["HEAD", "OPTIONS", "TRACE", "CONNECT", "get"])
  func methods(method: String) async throws {
    #expect(try await sent(HTTPRequest.Method(method)) == head("\(method) / HTTP/1.1", host, encodings))
  }

  @Test("Path and query stay as they are; a fragment stays here")
  func target() async throws {
    #expect(
      try await sent(.get, "/a/../b//c?q=%41&tags[]=1#top").hasPrefix("GET /a/../b//c?q=%41&tags[]=1 HTTP/1.1\r\n"))
  }

  @Test("Nothing of a request is left over for the next one")
  func nothingLeftOver() async throws {
    let server = try RawServer.answering(.text("ok"))
    defer { server.stop() }
    let first = TransportRequest(
      method: .post, url: server.url.replacing("//", with: "//ada:pw@"), headers: [.contentType: "x/y"],
      body: Array("body".utf8))
    for request in [first, TransportRequest(method: .get, url: server.url)] {
      #expect(await transport.send(request).error == nil)
    }
    #expect(server.requests.first?.value(of: "Authorization") == "Basic YWRhOnB3")
    #expect(
      server.requests.last?.description.replacing(":\(server.port)", with: "")
        == head("GET / HTTP/1.1", host, encodings))
    #expect(server.connectionCount == 1)
  }
}

extension RequestBytesTests {
  @Test("HEAD has no body to wait for, whatever its length says, even with a body of its own")
  func headHasNoBody() async throws {
    let server = try RawServer.answering(RawReply(headers: ["Content-Length: 99"]))
    defer { server.stop() }
    for body in [nil, Array("x".utf8)] {
      let told = await transport.send(TransportRequest(method: .head, url: server.url, body: body))
      #expect(told.response?.head.headers[.contentLength] == "99")
      #expect(told.text == "")
    }
    #expect(server.requests.last?.requestLine == "HEAD / HTTP/1.1")
    #expect(server.requests.last?.bodyText == "x")
  }
}
