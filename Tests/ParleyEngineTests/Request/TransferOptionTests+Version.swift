import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

extension TransferOptionTests {
  @Test("The version of HTTP is the one asked for, whatever connections stand already")
  func version() async throws {
    try await withNginxServer { server in
      let client = Client()
      var spoken: [String] = []
      for version in [nil, HTTPVersion.http1_1, .http2, .http1_0, nil, .http2] {
        var options = TransferOptions()
        options.authorities = server.authorityFile
        options.httpVersion = version
        let url = try #require(server.tlsURL) + "/protocol"
        spoken.append(try await client.send(.get(url).options(options)).text())
      }
      #expect(spoken == ["HTTP/2.0", "HTTP/1.1", "HTTP/2.0", "HTTP/1.0", "HTTP/2.0", "HTTP/2.0"])
    }
  }

  @Test("HTTP/2 without TLS is asked for as an upgrade, which a server may ignore")
  func upgrade() async throws {
    let server = try RawServer.answering(.text("as before"))
    var options = TransferOptions()
    options.httpVersion = .http2
    let response = try await Client().send(.get(server.url).options(options))
    #expect(try response.text() == "as before" && response.version == .http1_1)
    #expect(server.requests.first?.value(of: "Upgrade") == "h2c")
    #expect(server.requests.first?.value(of: "HTTP2-Settings") != nil)
  }

  @Test("HTTP/2 without TLS begins at once where the server is known to speak it")
  func priorKnowledge() async throws {
    let server = try RawServer.start { connection in _ = try connection.read() }
    var options = TransferOptions()
    (options.httpVersion, options.assumesHTTP2) = (.http2, true)
    await #expect(throws: RequestError.self) { try await Client().send(.get(server.url).options(options)) }
    #expect(server.received(on: 0).starts(with: Array("PRI * HTTP/2.0\r\n".utf8)))
  }

  @Test("HTTP/3 is refused before anything is sent")
  func http3() async {
    var options = TransferOptions()
    options.httpVersion = .http3
    let error = await #expect(throws: RequestError.self) {
      try await Client().send(.get("https://127.0.0.1:1/").options(options))
    }
    #expect(error?.code == "network.httpVersion")
    #expect(error?.advice != nil)
  }
}
