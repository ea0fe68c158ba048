import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("The options of a transfer, each against a server that shows it", .timeLimit(.minutes(2)))
struct TransferOptionTests {
  @Test("The defaults are those that the documentation names")
  func defaults() {
    let options = TransferOptions()
    #expect(options.timeout == .seconds(30))
    #expect(!options.limitsWholeTransfers)
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

  /// Sends the bytes of a body one after the other, each after a while.
  private func trickling(_ count: Int, every pause: Duration) throws -> RawServer {
    try RawServer.start { connection in
      try connection.readRequest()
      try connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(count)\r\n\r\n")
      for _ in 0..<count {
        Self.wait(pause)
        try connection.send("x")
      }
    }
  }

  /// Lets that much time pass, by waiting for what never comes.
  private static func wait(_ time: Duration) {
    _ = Monitor(false).wait(for: time) { $0 }
  }

  @Test("A download to a file takes as long as bytes come")
  func timeoutOfDownloads() async throws {
    let folder = try TemporaryDirectory()
    let server = try trickling(4, every: .milliseconds(600))
    let download = Request.get(server.url).downloading(to: folder.path("film")).timeout(.milliseconds(1800))
    #expect(try await Client().send(download).body.count == 4)
  }

  @Test("Other transfers are timed as a whole, and so is a download that says so", arguments: [false, true])
  func timeoutOfAll(_ isDownload: Bool) async throws {
    let folder = try TemporaryDirectory()
    let server = try trickling(1_000_000, every: .milliseconds(20))
    var request = Request.get(server.url)
    request.options.timeout = .milliseconds(300)
    request.options.limitsWholeTransfers = isDownload
    if isDownload { request = request.downloading(to: folder.path("film")) }
    let error = await #expect(throws: RequestError.self) { try await Client().send(request) }
    #expect(error?.code == "network.timedOut")
  }

  @Test("A download that stands still is ended, and says so")
  func stalledDownload() async throws {
    let folder = try TemporaryDirectory()
    let server = try RawServer.start { connection in
      try connection.readRequest()
      try connection.send(.truncated("half", promising: 8))
      connection.waitForClose()
    }
    let error = await #expect(throws: RequestError.self) {
      try await Client().send(.get(server.url).downloading(to: folder.path("film")).timeout(.milliseconds(100)))
    }
    #expect(error?.code == "network.timedOut")
    #expect(error?.summary == "127.0.0.1:\(server.port) sent nothing more for 100 ms.")
  }

  @Test("An upload of a file takes as long as bytes go")
  func timeoutOfUploads() async throws {
    let folder = try TemporaryDirectory()
    let size = 30_000_000
    let path = try folder.write([UInt8](repeating: 1, count: size), to: "film")
    let server = try RawServer.start { connection in
      for _ in 0..<4 {
        _ = try connection.read(exactly: 7_000_000)
        Self.wait(.milliseconds(500))
      }
      _ = try connection.read(exactly: 2_000_000)
      try connection.send(.text("ok"))
    }
    let upload = Request.put(server.url).body(.file(path)).timeout(.milliseconds(1800))
    #expect(try await Client().send(upload).status == .ok)
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
