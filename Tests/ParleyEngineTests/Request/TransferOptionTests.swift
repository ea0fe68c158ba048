import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("The options of a transfer, each against a server that shows it")
struct TransferOptionTests {
  @Test("The defaults are those that the documentation names")
  func defaults() {
    let options = TransferOptions()
    #expect(options.timeout == .seconds(30))
    #expect(options.connectTimeout == .seconds(10))
    #expect(options.redirects == 10)
    #expect(!options.recordsWire)
    #expect(options.progressInterval == nil)
    #expect(options.usesCookies)
    #expect(options.verifiesCertificate)
    #expect(options.authorities == nil)
    #expect(options.clientCertificate == nil)
    #expect(options.proxy == nil)
    #expect(options.httpVersion == nil)
    #expect(options.unixSocket == nil)
    #expect(options.acceptEncoding == nil)
    #expect(options.decompresses)
    #expect(options.maxBody == nil)
  }

  @Test("Options are equal when all of them are, however they came about")
  func equality() {
    var changed = TransferOptions()
    changed.verifiesCertificate = false
    var alike = TransferOptions()
    alike.verifiesCertificate = false
    #expect(changed == alike)
    #expect(changed.hashValue == alike.hashValue)
    #expect(changed != TransferOptions())
    changed.verifiesCertificate = true
    #expect(changed == TransferOptions())
  }

  @Test("The timeout ends a request that is not answered")
  func timeout() async throws {
    let server = try RawServer.start { $0.waitForClose() }
    let error = await #expect(throws: RequestError.self) {
      try await Client().send(.get(server.url).timeout(.milliseconds(30)))
    }
    #expect(error?.code == "network.timedOut")
  }

  @Test("Redirects are followed as often as allowed, and 0 delivers the redirect itself")
  func redirects() async throws {
    try await withNginxServer(tls: false) { server in
      let followed = try await Client().send(.get(server.url + "/redirect"))
      let kept = try await Client().send(.get(server.url + "/redirect").options(TransferOptions(redirects: 0)))
      #expect(followed.status == .ok)
      #expect(followed.hops.count == 1)
      #expect(kept.status == .found)
    }
  }

  @Test("The timeout of connecting ends a request whose connection does not come about")
  func connectTimeout() async throws {
    let server = try RawServer.start { $0.waitForClose() }
    let options = TransferOptions(timeout: nil, connectTimeout: .milliseconds(50))
    let error = await #expect(throws: RequestError.self) {
      try await Client().send(.get("https://127.0.0.1:\(server.port)/").options(options))
    }
    #expect(error?.code == "network.timedOut")
  }

  @Test("A certificate nobody vouches for ends the request, until it is not verified")
  func verifying() async throws {
    try await withNginxServer { server in
      let client = Client()
      let request = Request.get(try #require(server.tlsURL) + "/ok")
      let error = await #expect(throws: RequestError.self) { try await client.send(request) }
      #expect(error?.code == "network.tls")
      var options = TransferOptions()
      options.verifiesCertificate = false
      #expect(try await client.send(request.options(options)).text() == "ok\n")
      // The connection that was made without a look at the certificate serves nobody who wants one.
      await #expect(throws: RequestError.self) { try await client.send(request) }
    }
  }

  @Test("Authorities of your own are trusted, and only by requests that name them")
  func authorities() async throws {
    try await withNginxServer { server in
      let client = Client()
      let request = Request.get(try #require(server.tlsURL) + "/ok")
      var options = TransferOptions()
      options.authorities = server.authorityFile
      #expect(try await client.send(request.options(options)).text() == "ok\n")
      await #expect(throws: RequestError.self) { try await client.send(request) }
    }
  }

  @Test("A file of authorities that is missing, or holds none, is an error of its own", arguments: [true, false])
  func badAuthorities(isMissing: Bool) async throws {
    try await withTemporaryDirectory { directory in
      var options = TransferOptions()
      options.authorities = directory.path("authorities.pem")
      if !isMissing { try directory.write("no certificate", to: "authorities.pem") }
      let server = try RawServer.start { $0.waitForClose() }
      let error = await #expect(throws: RequestError.self) {
        try await Client().send(.get("https://127.0.0.1:\(server.port)/").options(options))
      }
      #expect(error?.code == "network.authorities")
      #expect(error?.summary.contains("authorities.pem") == true)
      #expect(error?.advice != nil)
    }
  }

  @Test("A request goes to a unix socket in place of host and port")
  func unixSocket() async throws {
    try await withTemporaryDirectory { directory in
      let socket = directory.path("http.sock")
      let server = try await NginxServer.start(tls: false, locations: "listen unix:\(socket);")
      defer { server.stop() }
      var options = TransferOptions()
      options.unixSocket = socket
      let response = try await Client().send(.get("http://no-such-host.invalid/ok").options(options))
      #expect(try response.text() == "ok\n")
    }
  }

  @Test("A unix socket that is not there is an error that names it")
  func missingSocket() async {
    var options = TransferOptions()
    options.unixSocket = "/nowhere/http.sock"
    let error = await #expect(throws: RequestError.self) {
      try await Client().send(.get("http://localhost/").options(options))
    }
    #expect(error?.summary == "There is no socket “/nowhere/http.sock”.")
  }

  @Test("Accept-Encoding says what is asked for, and nothing when nothing is to be decompressed")
  func acceptEncoding() async throws {
    let server = try RawServer.answering(.text("ok"))
    let client = Client()
    var options = TransferOptions()
    _ = try await client.send(.get(server.url).options(options))
    options.acceptEncoding = "br"
    _ = try await client.send(.get(server.url).options(options))
    options.acceptEncoding = nil
    options.decompresses = false
    _ = try await client.send(.get(server.url).options(options))
    _ = try await client.send(.get(server.url))
    let sent = server.requests.map { $0.value(of: "Accept-Encoding") }
    #expect(sent == ["deflate, gzip, br, zstd", "br", nil, "deflate, gzip, br, zstd"])
  }

  @Test("Without decompression the bytes come as they went over the wire")
  func raw() async throws {
    try await withNginxServer(tls: false) { server in
      let text = String(repeating: "again ", count: 1000)
      try server.files.write(text, to: "long.txt")
      var options = TransferOptions()
      options.decompresses = false
      options.acceptEncoding = "gzip"
      let request = Request.get(server.url + "/long.txt")
      let packed = try await Client().send(request.options(options))
      #expect(try Gzip.decompress(packed.bytes()) == Array(text.utf8))
      #expect(try await Client().send(request).text() == text)
    }
  }
}
