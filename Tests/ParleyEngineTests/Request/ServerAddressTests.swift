import TestSupport
import Testing

@testable import ParleyEngine

@Suite("Servers by key, and URLs that join with exactly one slash", .timeLimit(.minutes(2)))
struct ServerAddressTests {
  private func url(_ request: Request, on servers: Servers) async throws -> String? {
    let transport = RecordingTransport()
    _ = try await Client(.init(servers: servers), transport: transport).send(request)
    return transport.requests.first?.url
  }

  static let joins: [(base: String, endpoint: String, url: String)] = [
    ("http://h", "a", "http://h/a"),
    ("http://h", "/a", "http://h/a"),
    ("http://h/", "/a", "http://h/a"),
    ("http://h/", "a", "http://h/a"),
    ("http://h/v2", "/a", "http://h/v2/a"),
    ("http://h/v2/", "a/b/", "http://h/v2/a/b/"),
    ("http://h/v2", "", "http://h/v2"),
    ("http://h", "", "http://h"),
    ("http://h", "/", "http://h/"),
    ("http://h/v2", "?q=1", "http://h/v2?q=1"),
    ("h:8080", "a", "http://h:8080/a"),
    ("https://h", "a", "https://h/a"),
  ]

  @Test("Base and endpoint join with exactly one slash; an address without scheme is http", arguments: joins)
  func joining(_ join: (base: String, endpoint: String, url: String)) async throws {
    #expect(try await url(.get(join.endpoint), on: Servers(Server(join.base))) == join.url)
  }

  @Test("A base can be given as scheme, host, port and path")
  func parts() {
    #expect(Server(host: "h").address == "http://h")
    #expect(Server(scheme: "https", host: "h", port: 8443, path: "v2").address == "https://h:8443/v2")
  }

  static let hosts = [
    "h", "h.example", "127.0.0.1", "1.2.3", "-", ".", "h_", "[::1]", "ä.example", "h%20", "u@h", "u:p@h", "h h", "",
    "{h}", "h\\", "H", "0x7f",
  ]
  static let ports = ["", ":", ":0", ":1", ":80", ":65535", ":65536", ":080", ":8a", ":-1", ":80:80"]
  static let ends = ["", "/", "/a b", "?q=1", "#f", "/ä", "/{id}"]

  @Test("An address that anybody would take for one needs no second look, and is one", arguments: hosts)
  func plainHosts(_ host: String) {
    for (port, end, scheme) in Self.ports.flatMap({ port in
      Self.ends.flatMap { end in ["http", "https", "HTTP", "ftp", "ws"].map { (port, end, $0) } }
    }) {
      let url = "\(scheme)://\(host)\(port)\(end)"
      let isURL = CurlURL(url) != nil
      #expect(isURL || !URLText.namesPlainHost(url), "\(url)")
    }
    #expect(
      URLText.namesPlainHost("http://\(host):8080/v2")
        == ["h", "h.example", "127.0.0.1", "1.2.3", "-", ".", "H", "0x7f"].contains(host))
  }

  @Test("A request names its server; without a name it goes to the default one")
  func keys() async throws {
    let servers = Servers(["api": "http://api", "pay": "http://pay"], default: "api")
    #expect(try await url(.get("/x"), on: servers) == "http://api/x")
    #expect(try await url(.get("/x", server: "pay"), on: servers) == "http://pay/x")
  }

  @Test("A whole URL ignores the base")
  func wholeURL() async throws {
    #expect(try await url(.get("https://other/x?a=1"), on: Servers("http://api")) == "https://other/x?a=1")
  }

  @Test("An unknown server is an error that names those there are, and sends nothing")
  func unknown() async {
    let transport = RecordingTransport()
    let client = Client(.init(servers: Servers(["api": "http://api"])), transport: transport)
    let error = await #expect(throws: RequestError.self) { try await client.send(.get("/x", server: "pya")) }
    #expect(error?.code == "request.unknownServer")
    #expect(error?.advice == "The servers are api.")
    #expect(transport.requests.isEmpty)
  }

  @Test("Whatever stands where the host and its port do is sent or refused")
  func anything() async {
    let client = Client(.init(), transport: RecordingTransport())
    var random = SeededGenerator(seed: 7)
    let authorities =
      (1...255).map { byte in "u:\(String(repeating: String(Unicode.Scalar(UInt8(byte))), count: 40))" }
      + (0..<500).map { _ in
        String((0..<24).map { _ in Character(Unicode.Scalar(UInt8.random(in: 33...126, using: &random))) })
      }
    for authority in authorities {
      for url in ["http://\(authority)@h/", "http://h:\(authority)/", "http://\(authority)"] {
        do { _ = try await client.send(.get(url)) } catch { #expect(error.code.hasPrefix("request."), "\(url)") }
      }
    }
  }

  static let refused: [(endpoint: String, code: String)] = [
    ("/x", "request.noServer"), ("ftp://h/x", "request.url"), ("http://", "request.url"),
    ("http://:80/", "request.url"), ("http://h:99999/", "request.url"), ("http://h:8a/", "request.url"),
    ("http://[::1/", "request.url"), ("http://a b/", "request.url"), ("http://ada@h:-1/", "request.url"),
  ]

  @Test("What is no URL to send to is refused before anything is sent", arguments: refused)
  func refusing(_ row: (endpoint: String, code: String)) async {
    let transport = RecordingTransport()
    let error = await #expect(throws: RequestError.self) {
      try await Client(transport: transport).send(.get(row.endpoint))
    }
    #expect(error?.code == row.code)
    #expect(transport.requests.isEmpty)
  }

  static let completed: [(request: Request, url: String)] = [
    (.get("http://h/a b/ü"), "http://h/a%20b/%C3%BC"),
    (.get("http://h/100%25"), "http://h/100%25"),
    (.get("http://h/a\r\nEvil: 1"), "http://h/a%0D%0AEvil:%201"),
    (.get("http://h/a").query("q", "a&b=c d/é"), "http://h/a?q=a%26b%3Dc%20d%2F%C3%A9"),
    (.get("http://h/a?x=1").query("y", "2"), "http://h/a?x=1&y=2"),
    (.get("http://h/a#part").query("y", "2"), "http://h/a?y=2#part"),
    (.get("http://h/a").query("tags[]", "low").query("tags[]", "medium"), "http://h/a?tags[]=low&tags[]=medium"),
    (.get("http://h/a").query("flag", nil), "http://h/a?flag"),
    (.get("http://h/a").query("empty", ""), "http://h/a?empty="),
  ]

  @Test("What may not stand in a URL is percent-encoded, and what is encoded stays", arguments: completed)
  func completing(_ row: (request: Request, url: String)) async throws {
    #expect(try await url(row.request, on: Servers()) == row.url)
  }
}
