import CCurl
import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@testable import ParleyHTTP

@Suite("TLS, HTTP/2 and compression, against nginx", .timeLimit(.minutes(2)))
struct TLSTests {
  @Test("HTTP/2 is agreed on where it is offered, HTTP/1.1 where not", arguments: [true, false])
  func version(http2: Bool) async throws {
    try await withNginxServer(http2: http2) { server in
      let transport = CurlTransport(authorities: server.authorityFile)
      let url = try #require(server.tlsURL)
      let first = try #require(await transport.get(url + "/protocol").response)
      let second = try #require(await transport.get(url + "/protocol").response)
      #expect(first.head.version == (http2 ? .http2 : .http1_1))
      #expect(try first.body.read(0..<99) == Array((http2 ? "HTTP/2.0" : "HTTP/1.1").utf8))
      #expect(first.timings.tls > .zero)
      #expect(second.timings.reusedConnection)
      #expect(second.timings.tls == .zero)
      #expect(!first.head.headers.contains { $0.name.rawName.hasPrefix(":") })
    }
  }

  @Test("Many transfers at once share one HTTP/2 connection")
  func multiplex() async throws {
    try await withNginxServer { server in
      let transport = CurlTransport(authorities: server.authorityFile)
      let url = try #require(server.tlsURL)
      let reused = await withTaskGroup(of: Bool?.self) { group in
        for _ in 0..<50 { group.addTask { await transport.get(url + "/ok").response?.timings.reusedConnection } }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(reused.filter { $0 == false }.count == 1)
      #expect(reused.filter { $0 == true }.count == 49)
    }
  }

  @Test("A compressed body is decompressed, and what came over the wire counted", arguments: [nil, "gzip"])
  func compressed(accepting encoding: String?) async throws {
    try await withNginxServer { server in
      let text = String(repeating: "the same again and again ", count: 4000)
      try server.files.write(text, to: "long.txt")
      var headers = HTTPFields()
      headers[.acceptEncoding] = encoding
      let told = await CurlTransport().send(
        TransportRequest(method: .get, url: server.url + "/long.txt", headers: headers))
      let response = try #require(told.response)
      #expect(told.text == text)
      #expect(response.head.headers[.contentEncoding] == "gzip")
      #expect(response.bytesOnWire < text.utf8.count / 10)
      #expect(response.bytesOnWire > 0)
    }
  }

  @Test("A self-signed certificate is refused, and the sentence says why")
  func selfSigned() async throws {
    try await withNginxServer { server in
      let told = await CurlTransport().get(try #require(server.tlsURL) + "/ok?token=t")
      let port = try #require(server.tlsPort)
      #expect(told.error?.kind == .tls)
      #expect(told.error?.summary == "The certificate of localhost:\(port) is self-signed.")
      #expect(told.words == ["finished"])
    }
  }

  @Test("A certificate for another name is refused, and the sentence says so")
  func wrongName() async throws {
    let server = try await NginxServer.start(hosts: ["other.example"])
    defer { server.stop() }
    let told = await CurlTransport(authorities: server.authorityFile).get(try #require(server.tlsURL) + "/ok")
    let port = try #require(server.tlsPort)
    #expect(told.error?.kind == .tls)
    #expect(told.error?.summary == "The certificate of localhost:\(port) is for another name.")
  }

  @Test("A server that does not speak TLS")
  func noTLS() async throws {
    let server = try RawServer.start { connection in
      _ = try connection.read()
      try connection.send(.text("plain"))
    }
    let told = await CurlTransport().get("https://127.0.0.1:\(server.port)/")
    let place = "127.0.0.1:\(server.port)"
    #expect(told.error?.kind == .noTLS)
    #expect(told.error?.summary == "\(place) answers without TLS: try http://\(place).")
    #expect(told.error?.description.contains("Check the certificate") == false)
  }

  @Test("A server that closes the connection in the handshake, or resets it", arguments: [false, true])
  func endedHandshake(byReset: Bool) async throws {
    let server = try RawServer.start { connection in
      _ = try connection.read()
      if byReset { connection.reset() }
    }
    let error = try #require(await CurlTransport().get("https://127.0.0.1:\(server.port)/").error)
    #expect(error.kind == .handshake)
    #expect(error.summary == "127.0.0.1:\(server.port) ended the TLS handshake.")
    #expect(error.advice?.contains("http://") == true)
  }

  @Test("A server that has no version of TLS in common, by its alert")
  func noVersion() async throws {
    let server = try RawServer.start { connection in
      _ = try connection.read()
      // fatal, protocol_version (RFC 8446, section 6)
      try connection.send([0x15, 0x03, 0x01, 0x00, 0x02, 0x02, 0x46])
    }
    let error = try #require(await CurlTransport().get("https://127.0.0.1:\(server.port)/").error)
    #expect(error.kind == .handshake)
    #expect(error.summary == "127.0.0.1:\(server.port) and this machine have no version of TLS in common.")
  }

  @Test("HTTP to a port that expects TLS: an alert, and a connection that is closed", arguments: [true, false])
  func plainToTLS(alerts: Bool) async throws {
    let server = try RawServer.start { connection in
      try connection.readRequest()
      if alerts { try connection.send([0x15, 0x03, 0x01, 0x00, 0x02, 0x02, 0x46]) }
    }
    let error = try #require(await CurlTransport().get(server.url).error)
    #expect(error.detail?.hasSuffix("If the port expects TLS, try https://127.0.0.1:\(server.port).") == true)
  }

  @Test(
    "libcurl's words are a sentence, whatever they end with",
    arguments: [
      ("reset in connection to a:80 ", "reset in connection to a:80."), ("it ended.", "it ended."), (" ", nil),
      ("", nil),
    ])
  func details(message: String, detail: String?) {
    let failure = CurlFailure(
      code: CURLE_SSL_CONNECT_ERROR, stage: .connecting, authority: Authority(of: "https://a:80"), message: message)
    #expect(failure.error.detail == detail)
  }

  @Test("The wire log tells of the certificate and the version of TLS")
  func notes() async throws {
    try await withNginxServer { server in
      let transport = CurlTransport(authorities: server.authorityFile)
      let told = await transport.get(try #require(server.tlsURL) + "/ok", TransferOptions(recordsWire: true))
      let entries = told.response?.wire?.entries ?? []
      let notes = entries.filter { $0.direction == .note }.map { String(decoding: $0.bytes, as: UTF8.self) }
      for sought in ["SSL connection using TLSv1", "subject: CN=localhost", "issuer: CN=localhost", "expire date:"] {
        #expect(notes.contains { $0.contains(sought) }, "\(sought) is missing in \(notes)")
      }
      let sent = entries.first { $0.direction == .sentHead }.map { String(decoding: $0.bytes, as: UTF8.self) }
      #expect(sent?.hasPrefix("GET /ok HTTP/2\r\n") == true)
    }
  }

  @Test(
    "What OpenSSL says of a certificate has a sentence of its own",
    arguments: [
      (9, "is not valid yet"), (10, "has expired"), (18, "is self-signed"),
      (19, "comes from a private authority that this machine does not trust"),
      (20, "was issued by an authority that this machine does not trust"), (23, "was revoked"),
      (26, "cannot be trusted"),
    ])
  func sentences(verifyResult: Int, sentence: String) {
    let failure = CurlFailure(
      code: CURLE_PEER_FAILED_VERIFICATION, stage: .connecting, authority: Authority(of: "https://u:p@shop.example/x"),
      message: "", verifyResult: verifyResult)
    #expect(failure.error == TransportError(.tls, "The certificate of shop.example:443 \(sentence)."))
  }
}
