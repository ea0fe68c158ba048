import Cryptography
import HTTPTypes
import ParleyEngine
import ParleyValues
import TestSupport
import Testing

@testable import ParleyHTTP

@Suite("Certificates of a server, looked at", .timeLimit(.minutes(2)))
struct CertificateTests {
  @Test("what nobody vouches for is shown with its names, dates, key and fingerprint, and trusting it mends it")
  func selfSigned() async throws {
    try await withNginxServer { server in
      let url = try #require(server.tlsURL)
      let chain = try await CurlTransport.certificates(of: url)
      let leaf = try #require(chain.certificates.first)
      #expect(chain.failedCheck == .issuer && chain.problem?.kind == .tls && chain.isMendedByTrust)
      #expect(leaf.isSelfSigned && leaf.subject.contains("localhost") && leaf.names.contains("localhost"))
      #expect(leaf.key == "EC P-256" && leaf.isValid(at: .now()))
      #expect(chain.failures(at: .now()) == [0])
      let process = try await FinishedProcess.run(
        Executables.installed("openssl", package: "openssl"),
        ["x509", "-noout", "-fingerprint", "-sha256", "-in", server.authorityFile])
      #expect(process.outputText.contains("=\(leaf.fingerprint)"))

      let folder = try TemporaryDirectory()
      try folder.write(leaf.pem, to: "leaf.pem")
      var options = TransferOptions()
      options.trustedServers = TrustedServers([try #require(TrustedServers.name(of: url)): folder.path("leaf.pem")])
      #expect(try await CurlTransport.certificates(of: url, options: options).problem == nil)
      let sent = await CurlTransport().send(TransportRequest(method: .get, url: url + "/ok", options: options))
      #expect(sent.response?.head.status == .ok)
    }
  }

  @Test("trust in one server is trust in no other, not even by a redirect")
  func others() async throws {
    let other = try await NginxServer.start(hosts: ["localhost"])
    defer { other.stop() }
    let target = try #require(other.tlsURL)
    try await withNginxServer(locations: "location /away { return 302 \(target)/ok; }") { server in
      let url = try #require(server.tlsURL)
      var options = TransferOptions()
      options.trustedServers = TrustedServers([
        try #require(TrustedServers.name(of: url)): server.authorityFile
      ])
      let sent = await CurlTransport().send(TransportRequest(method: .get, url: url + "/away", options: options))
      #expect(sent.error?.kind == .tls)
      #expect(sent.error?.summary.contains(String(try #require(other.tlsPort))) == true)
    }
  }

  @Test("all that is wrong with a certificate is told at once; pinned, it is good for its server whatever it says")
  func pinned() async throws {
    let server = try await NginxServer.start(hosts: ["other.example"])
    defer { server.stop() }
    let url = try #require(server.tlsURL)
    let chain = try await CurlTransport.certificates(of: url)
    #expect(chain.isMendedByTrust && chain.failedCheck == .issuer)
    #expect(chain.failedChecks(of: 0, at: .now()) == [.name, .issuer])

    var options = TransferOptions()
    let pin = try #require(chain.certificates.first?.pin)
    options.trustedServers = TrustedServers(pins: [try #require(TrustedServers.name(of: url)): pin])
    #expect(try await CurlTransport.certificates(of: url, options: options).problem == nil)
    let sent = await CurlTransport().send(TransportRequest(method: .get, url: url + "/ok", options: options))
    #expect(sent.response?.head.status == .ok)
  }

  @Test("a pin is the one that OpenSSL computes of the public key")
  func pins() async throws {
    try await withNginxServer { server in
      let pin = try await CurlTransport.certificates(of: try #require(server.tlsURL)).certificates.first?.pin
      let openssl = try Executables.installed("openssl", package: "openssl")
      let key = try await FinishedProcess.run(openssl, ["x509", "-noout", "-pubkey", "-in", server.authorityFile])
      let bytes = key.outputText.split(separator: "\n").filter { !$0.hasPrefix("-----") }.joined()
      let digest = MessageDigest.sha256(try #require(Base64Text(bytes)?.bytes))
      #expect(pin == "sha256//" + Base64.encode(digest))
    }
    for broken in ["", "no certificate", "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n", "MAMwAQA="] {
      #expect(ServerCertificate.pin(ofPEM: broken) == nil)
    }
  }

  @Test("a server with another key than the one that was pinned is refused, even if the system trusts its certificate")
  func otherKey() async throws {
    try await withNginxServer { other in
      try await withNginxServer { server in
        let (url, elsewhere) = (try #require(server.tlsURL), try #require(other.tlsURL))
        let pin = try await CurlTransport.certificates(of: elsewhere).certificates.first?.pin
        var options = TransferOptions()
        options.authorities = server.authorityFile
        options.trustedServers = TrustedServers(pins: [try #require(TrustedServers.name(of: url)): try #require(pin)])
        let chain = try await CurlTransport.certificates(of: url, options: options)
        #expect(chain.failedCheck == .key && chain.failedChecks(of: 0, at: .now()) == [.key])
        let transport = CurlTransport()
        let sent = await transport.send(TransportRequest(method: .get, url: url + "/ok", options: options))
        #expect(sent.error?.kind == .tls && sent.error?.summary.contains("not the one that is trusted") == true)

        // A connection that nobody checked is not used for a request that is.
        options.verifiesCertificate = false
        let open = await transport.send(TransportRequest(method: .get, url: url + "/ok", options: options))
        #expect(open.response?.head.status == .ok)
        options.verifiesCertificate = true
        let again = await transport.send(TransportRequest(method: .get, url: url + "/ok", options: options))
        #expect(again.error?.kind == .tls)
      }
    }
  }

  @Test("a pin holds for its server alone: one that it redirects to is checked as ever")
  func otherServer() async throws {
    let other = try await NginxServer.start(hosts: ["localhost"])
    defer { other.stop() }
    let target = try #require(other.tlsURL)
    try await withNginxServer(locations: "location /away { return 302 \(target)/ok; }") { server in
      let url = try #require(server.tlsURL)
      let pin = try await CurlTransport.certificates(of: url).certificates.first?.pin
      var options = TransferOptions()
      options.trustedServers = TrustedServers(pins: [try #require(TrustedServers.name(of: url)): try #require(pin)])
      let sent = await CurlTransport().send(TransportRequest(method: .get, url: url + "/away", options: options))
      #expect(sent.error?.kind == .tls && sent.error?.summary.contains("is self-signed") == true)
    }
  }

  @Test("authorities that are trusted for a server do not excuse another name")
  func otherName() async throws {
    let server = try await NginxServer.start(hosts: ["other.example"])
    defer { server.stop() }
    let url = try #require(server.tlsURL)
    var options = TransferOptions()
    options.trustedServers = TrustedServers([try #require(TrustedServers.name(of: url)): server.authorityFile])
    let chain = try await CurlTransport.certificates(of: url, options: options)
    #expect(chain.failedCheck == .name && chain.failedChecks(of: 0, at: .now()) == [.name])
    #expect(chain.certificates.first?.names == ["other.example"])
  }

  @Test("one that is trusted has no problem, and a server without TLS shows no certificate")
  func edges() async throws {
    try await withNginxServer { server in
      let chain = try await CurlTransport.certificates(
        of: try #require(server.tlsURL), authorities: server.authorityFile)
      #expect(chain.problem == nil && chain.failedCheck == nil && chain.certificates.count == 1)
      let plain = server.url.replacing("http://", with: "https://")
      let none = try await CurlTransport.certificates(of: plain)
      #expect(none.certificates.isEmpty && none.failedCheck == .other && none.problem?.kind == .noTLS)
    }
    await #expect(throws: TransportError.self) {
      _ = try await CurlTransport.certificates(of: "https://127.0.0.1:1")
    }
  }

  @Test(
    "servers are named by host and port, those without TLS not at all",
    arguments: [
      ("https://API.internal/x?y", "api.internal:443"), ("wss://h:8443/s", "h:8443"), ("https://[::1]:9/", "[::1]:9"),
      ("http://h", nil), ("ws://h", nil), ("nonsense", nil),
    ])
  func names(url: String, name: String?) {
    #expect(TrustedServers.name(of: url) == name)
  }

  @Test(
    "descriptions of libcurl are read with care: what is missing stays empty, and without bytes there is no certificate"
  )
  func descriptions() {
    #expect(ServerCertificate(describedBy: []) == nil)
    #expect(ServerCertificate(describedBy: ["Subject:CN = a", "Cert:-----BEGIN CERTIFICATE-----\n\u{1F600}\n"]) == nil)
    let bare = ServerCertificate(describedBy: ["Cert:-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----"])
    #expect(bare?.subject == "" && bare?.validUntil == nil && bare?.isValid(at: .now()) == false)
    for date in ["Nov  7 06:01:46 2026 GMT", "Nov 07 06:01:46 2026 GMT"] {
      let read = ServerCertificate(describedBy: ["Expire date:\(date)", "Cert:AAAA"])
      #expect(read?.validUntil?.iso8601.hasPrefix("2026-11-07T06:01:46") == true)
    }
    #expect(ServerCertificate(describedBy: ["Expire date:99 99 GMT", "Cert:AAAA"])?.validUntil == nil)
  }
}
