import HTTPTypes
import ParleyEngine
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

  @Test("a certificate for another name fails by its name, whoever vouches for it, and is not mended by trust")
  func otherName() async throws {
    let server = try await NginxServer.start(hosts: ["other.example"])
    defer { server.stop() }
    let chain = try await CurlTransport.certificates(
      of: try #require(server.tlsURL), authorities: server.authorityFile)
    #expect(chain.failedCheck == .name && !chain.isMendedByTrust)
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
