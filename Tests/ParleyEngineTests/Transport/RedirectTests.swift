import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("Redirects", .timeLimit(.minutes(2)))
struct RedirectTests {
  private let transport = CurlTransport()

  /// A server that redirects `/` to `location` and replies to everything else.
  private func server(_ status: String = "302 Found", to location: String) throws -> RawServer {
    try RawServer.start { connection in
      while let request = try connection.readRequest() {
        let redirects = request.target == "/"
        try connection.send(
          redirects ? .text("moved", status: status, headers: ["Location: \(location)"]) : .text(request.target))
      }
    }
  }

  private func request(
    _ method: HTTPRequest.Method? = .get, _ url: String, headers: HTTPFields = [:], body: [UInt8]? = nil
  ) -> TransportRequest {
    TransportRequest(method: method, url: url, headers: headers, body: body)
  }

  @Test("Each hop is told, and the response is the last one's")
  func told() async throws {
    let server = try server(to: "/next?a=b")
    let told = await transport.get(server.url + "/")
    #expect(told.words == ["sent", "redirected", "sent", "head", "finished"])
    #expect(told.text == "/next?a=b")
    #expect(told.response?.head.url == server.url + "/next?a=b")
    let hop = try #require(told.hops.first)
    #expect(hop.url == server.url + "/")
    #expect(hop.status == 302)
    #expect(hop.location == server.url + "/next?a=b")
    #expect(hop.headers[.location] == "/next?a=b")
    #expect(hop.droppedHeaders == [])
    #expect(server.connectionCount == 1)
  }

  @Test(
    "The method and the body follow RFC 9110",
    arguments: [
      ("301 Moved", "POST", "GET"), ("302 Found", "POST", "GET"), ("303 See Other", "POST", "GET"),
      ("307 Temporary", "POST", "POST"), ("308 Permanent", "POST", "POST"), ("301 Moved", "PUT", "PUT"),
      ("302 Found", "PURGE", "PURGE"), ("303 See Other", "PUT", "GET"), ("303 See Other", "HEAD", "HEAD"),
    ])
  func method(status: String, before: String, after: String) async throws {
    let server = try server(status, to: "/next")
    let body = before == "HEAD" ? nil : Array("data".utf8)
    let told = await transport.send(
      request(HTTPRequest.Method(before), server.url + "/", headers: [.contentType: "text/x"], body: body))
    #expect(told.error == nil)
    let next = try #require(server.requests.last)
    #expect(next.requestLine == "\(after) /next HTTP/1.1")
    let keepsBody = before == after && body != nil
    #expect(next.bodyText == (keepsBody ? "data" : ""))
    #expect(next.value(of: "Content-Type") == (keepsBody || before == "HEAD" ? "text/x" : nil))
  }

  private let secrets: HTTPFields = [
    .authorization: "Bearer t", .cookie: "a=b", .proxyAuthorization: "Basic x", .accept: "*/*",
  ]

  @Test("Credentials stop at another origin, and do not come back")
  func otherOrigin() async throws {
    let second = try RawServer.start { connection in
      let request = try connection.readRequest()
      let home = request?.value(of: "X-Home") ?? ""
      try connection.send(.text("", status: "302 Found", headers: ["Location: \(home)/home"]))
    }
    let first = try server("307 Temporary Redirect", to: second.url + "/other")
    var headers = secrets
    headers.append(try HTTPField(checking: "X-Home", first.url))
    let url = first.url.replacing("//", with: "//ada:pw@") + "/"
    let told = await transport.send(request(url, headers: headers))
    #expect(first.requests.first?.value(of: "Authorization") == "Bearer t")
    #expect(told.hops.first?.droppedHeaders == ["Authorization", "Cookie", "Proxy-Authorization"])
    #expect(told.hops.last?.droppedHeaders == [])
    for next in [second.requests.first, first.requests.last] {
      for name in ["Authorization", "Cookie", "Proxy-Authorization"] {
        #expect(next?.value(of: name) == nil)
      }
      #expect(next?.value(of: "Accept") == "*/*")
    }
    #expect(told.response?.head.url == first.url + "/home")
  }

  private func request(_ url: String, headers: HTTPFields) -> TransportRequest {
    request(.get, url, headers: headers)
  }

  @Test("Credentials of the URL stop at another origin")
  func credentialsOfURL() async throws {
    let other = try RawServer.answering(.text("ok"))
    let first = try server(to: other.url + "/x")
    let told = await transport.get(first.url.replacing("//", with: "//ada:pw@") + "/")
    #expect(first.requests.first?.value(of: "Authorization") == "Basic YWRhOnB3")
    #expect(other.requests.first?.value(of: "Authorization") == nil)
    #expect(told.hops.first?.droppedHeaders == ["Authorization"])
    #expect(told.response?.head.url == other.url + "/x")
  }

  @Test("Within an origin credentials stay, relative or absolute", arguments: ["/next", "ABSOLUTE/next"])
  func sameOrigin(location: String) async throws {
    let server = try RawServer.start { connection in
      while let request = try connection.readRequest() {
        let host = request.value(of: "Host") ?? ""
        let target = location.replacing("ABSOLUTE", with: "HTTP://\(host)")
        try connection.send(
          request.target == "/" ? .text("", status: "302 Found", headers: ["Location: \(target)"]) : .text("ok"))
      }
    }
    let told = await transport.send(
      request(server.url.replacing("//", with: "//ada:pw@") + "/", headers: [.cookie: "a=b"]))
    #expect(told.hops.first?.droppedHeaders == [])
    #expect(server.requests.last?.value(of: "Authorization") == "Basic YWRhOnB3")
    #expect(server.requests.last?.value(of: "Cookie") == "a=b")
  }

  @Test(
    "A relative Location is resolved (RFC 3986)",
    arguments: [
      ("next", "/a/b/next"), ("../up", "/a/up"), ("/top", "/top"), ("?q=2", "/a/b/c?q=2"), ("//HOST/x", "/x"),
      ("./é ü", "/a/b/%C3%A9%20%C3%BC"),
    ])
  func relative(location: String, target: String) async throws {
    let server = try RawServer.start { connection in
      while let request = try connection.readRequest() {
        let host = request.value(of: "Host") ?? ""
        let line = "Location: \(location.replacing("HOST", with: host))"
        let redirects = request.target == "/a/b/c?q=1"
        try connection.send(redirects ? .text("", status: "302 Found", headers: [line]) : .text("ok"))
      }
    }
    #expect(await transport.get(server.url + "/a/b/c?q=1").error == nil)
    #expect(server.requests.last?.target == target)
  }

  @Test("A loop ends with how many and where, without its query")
  func loop() async throws {
    let server = try RawServer.answering(.text("", status: "302 Found", headers: ["Location: /round?token=t"]))
    let told = await transport.get(server.url + "/round?token=t", TransferOptions(redirects: 3))
    let error = try #require(told.error)
    #expect(error.kind == .tooManyRedirects)
    #expect(error.summary == "After 3 redirects \(server.url)/round redirects once more, to \(server.url)/round.")
    #expect(error.detail == "The redirects form a loop.")
    #expect(server.requests.count == 4)
  }

  @Test("With no redirects allowed the redirect itself is the response")
  func none() async throws {
    let server = try server(to: "/next")
    let told = await transport.get(server.url + "/", TransferOptions(redirects: 0))
    #expect(told.words == ["sent", "head", "finished"])
    #expect(told.response?.head.status.code == 302)
    #expect(told.text == "moved")
  }

  @Test(
    "What cannot be followed is a response",
    arguments: ["Location: myapp://callback?code=1", "Location:", "X-No: location", "Location: http://"])
  func notFollowed(line: String) async throws {
    let server = try RawServer.answering(.text("see there", status: "302 Found", headers: [line]))
    let told = await transport.get(server.url)
    #expect(told.response?.head.status.code == 302)
    #expect(told.text == "see there")
  }

  @Test("300 and 304 are responses", arguments: ["300 Multiple Choices", "304 Not Modified"])
  func otherStatuses(status: String) async throws {
    let server = try RawServer.answering(RawReply(status, headers: ["Location: /x", "Content-Length: 0"]))
    #expect(await transport.get(server.url).hops == [])
    #expect(server.requests.count == 1)
  }

  @Test("The body of a redirect is not waited for when it is endless")
  func endlessBody() async throws {
    let server = try RawServer.start { connection in
      let request = try connection.readRequest()
      guard request?.target == "/" else { return try connection.send(.text("there")) }
      try connection.send("HTTP/1.1 302 Found\r\nLocation: /next\r\n\r\n")
      while true { try connection.send([UInt8](repeating: 97, count: 10_000)) }
    }
    let told = await transport.get(server.url + "/")
    #expect(told.text == "there")
    #expect(told.words == ["sent", "redirected", "sent", "head", "finished"])
  }
}
