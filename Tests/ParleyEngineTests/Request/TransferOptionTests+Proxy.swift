import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

extension TransferOptionTests {
  private static let ada = ProxyServer.Credentials(user: "ada", password: "p:w")

  private func get(_ url: String, by proxy: Proxy, authorities: String? = nil) async throws -> Response {
    var options = TransferOptions()
    options.proxy = proxy
    options.authorities = authorities
    return try await Client().send(.get(url).options(options))
  }

  @Test("An HTTP proxy gets the whole URL of what goes to http", arguments: [true, false])
  func httpProxy(wantsCredentials: Bool) async throws {
    let server = try ProxyServer.http(for: wantsCredentials ? Self.ada : nil)
    let proxy = Proxy(.http, host: "127.0.0.1", port: Int(server.port), user: "ada", password: "p:w")
    let response = try await get("http://shop.example/items?page=1", by: proxy)
    #expect(try response.text() == "GET http://shop.example/items?page=1 HTTP/1.1")
    #expect(server.targets == ["http://shop.example/items?page=1"])
  }

  @Test("An HTTP proxy makes a tunnel for what goes to https")
  func tunnel() async throws {
    try await withNginxServer { server in
      let proxy = try ProxyServer.http(for: Self.ada)
      let response = try await get(
        try #require(server.tlsURL) + "/protocol",
        by: Proxy(.http, host: "127.0.0.1", port: Int(proxy.port), user: "ada", password: "p:w"),
        authorities: server.authorityFile)
      #expect(try response.text() == "HTTP/2.0")
      #expect(proxy.targets == ["localhost:\(try #require(server.tlsPort))"])
      #expect(response.status == .ok)
    }
  }

  @Test("An HTTPS proxy is spoken to by TLS")
  func httpsProxy() async throws {
    let server = try RawServer.start { connection in _ = try connection.read() }
    await #expect(throws: RequestError.self) {
      try await get("http://shop.example/", by: Proxy(.https, host: "127.0.0.1", port: Int(server.port)))
    }
    // A TLS record of the kind handshake.
    #expect(server.received(on: 0).first == 0x16)
  }

  @Test("An HTTPS proxy gets the whole URL behind TLS, which is verified as a server's is")
  func throughHTTPSProxy() async throws {
    let server = try await NginxServer.start(
      locations: #"location /items { default_type text/plain; return 200 "$host $request $scheme"; }"#)
    defer { server.stop() }
    let proxy = Proxy(.https, host: "localhost", port: Int(try #require(server.tlsPort)))
    let response = try await get("http://shop.example/items", by: proxy, authorities: server.authorityFile)
    #expect(try response.text() == "shop.example GET http://shop.example/items HTTP/1.1 https")
    let error = await #expect(throws: RequestError.self) { try await get("http://shop.example/items", by: proxy) }
    #expect(error?.advice != nil)
  }

  @Test(
    "A SOCKS proxy gets the address, or the name when it is to look it up",
    arguments: [Proxy.Kind.socks5, .socks5h])
  func socks(kind: Proxy.Kind) async throws {
    try await withNginxServer(tls: false) { server in
      let proxy = try ProxyServer.socks5(for: Self.ada)
      let address = Proxy(kind, host: "127.0.0.1", port: Int(proxy.port), user: "ada", password: "p:w")
      let host = kind == .socks5 ? "127.0.0.1" : "only.the.proxy.knows.invalid"
      #expect(try await get("http://\(host):\(server.port)/ok", by: address).text() == "ok\n")
      #expect(proxy.targets == ["\(host):\(server.port)"])
    }
  }

  @Test("A proxy that refuses, requires credentials or is not there is an error of its own")
  func badProxy() async throws {
    let http = try ProxyServer.http(for: Self.ada)
    let socks = try ProxyServer.socks5(for: Self.ada)
    let nobody = try RefusingPort()
    let rows: [(Proxy, String)] = [
      (Proxy(.http, host: "127.0.0.1", port: Int(http.port)), "requires credentials"),
      (
        Proxy(.http, host: "127.0.0.1", port: Int(http.port), user: "eve", password: "secret77"),
        "rejected the credentials"
      ),
      (
        Proxy(.socks5, host: "127.0.0.1", port: Int(socks.port), user: "eve", password: "secret77"),
        "rejected the request"
      ),
      (Proxy(.http, host: "127.0.0.1", port: Int(nobody.port)), "refused the connection"),
      (Proxy(.http, host: "no-such-proxy.invalid"), "was not found"),
    ]
    for (proxy, words) in rows {
      let error = await #expect(throws: RequestError.self) { try await get("https://127.0.0.1:1/", by: proxy) }
      #expect(error?.code == "network.proxy")
      #expect(error?.summary.contains(words) == true, "\(String(describing: error))")
      #expect(error?.description.contains("secret77") == false)
      #expect(error?.advice != nil)
    }
  }

  @Test("A proxy is read from its address")
  func addresses() throws {
    #expect(try Proxy("proxy.example:8080") == Proxy(.http, host: "proxy.example", port: 8080))
    #expect(try Proxy("socks5://h") == Proxy(.socks5, host: "h", port: 1080))
    #expect(try Proxy("HTTPS://a%40b:p%3Aw@h:1") == Proxy(.https, host: "h", port: 1, user: "a@b", password: "p:w"))
    #expect(try Proxy("http://[::1]:3128").authorityForTests == "[::1]:3128")
    for address in ["", "ftp://h", "http://", "http://h:port"] {
      let error = #expect(throws: InvalidRequest.self) { try Proxy(address) }
      #expect(error?.code == "request.proxy")
    }
  }
}

extension Proxy {
  fileprivate var authorityForTests: String { "\(host):\(port)" }
}
