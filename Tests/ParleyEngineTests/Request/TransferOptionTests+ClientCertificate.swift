import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

extension TransferOptionTests {
  /// nginx that reports the client's certificate, and whether it accepts it.
  private func withDemandingServer(
    _ body: (NginxServer, ClientIdentity, TemporaryDirectory) async throws -> Void
  ) async throws {
    try await withTemporaryDirectory { directory in
      let identity = try await blocking { try ClientIdentity.make(named: "ada", in: directory) }
      let server = try await NginxServer.start(
        locations: """
          ssl_client_certificate \(identity.certificate);
          ssl_verify_client optional;
          location = /client { default_type text/plain; return 200 "$ssl_client_verify $ssl_client_s_dn"; }
          """)
      defer { server.stop() }
      try await body(server, identity, directory)
    }
  }

  private func options(_ certificate: ClientCertificate?, for server: NginxServer) -> TransferOptions {
    var options = TransferOptions()
    options.authorities = server.authorityFile
    options.clientCertificate = certificate
    return options
  }

  @Test("A client certificate is shown in every form people have it in, and only where it is asked for")
  func clientCertificate() async throws {
    try await withDemandingServer { server, identity, _ in
      let client = Client()
      let request = Request.get(try #require(server.tlsURL) + "/client")
      let forms = [
        ClientCertificate(file: identity.certificate, keyFile: identity.key),
        ClientCertificate(
          file: identity.certificate, keyFile: identity.encryptedKey, passphrase: ClientIdentity.passphrase),
        ClientCertificate(file: identity.archive, passphrase: ClientIdentity.passphrase),
      ]
      for form in forms {
        #expect(try await client.send(request.options(options(form, for: server))).text() == "SUCCESS CN=ada")
        // Nobody else is let in on the connection that was made with it.
        #expect(try await client.send(request.options(options(nil, for: server))).text().hasPrefix("NONE"))
      }
    }
  }

  @Test("A bad client certificate is an error that names what is wrong with it, and what to do")
  func badClientCertificate() async throws {
    try await withDemandingServer { server, identity, directory in
      let other = try await blocking { try ClientIdentity.make(named: "bob", in: directory) }
      let rubbish = try directory.write("no certificate", to: "rubbish.pem")
      let rows = [
        (ClientCertificate(file: "/nowhere/me.pem"), "cannot be read: no such file or directory"),
        (ClientCertificate(file: identity.certificate, keyFile: "/nowhere/me.key"), "cannot be read"),
        (ClientCertificate(file: rubbish), "cannot be used"),
        (ClientCertificate(file: identity.certificate, keyFile: other.key), "does not match the certificate"),
        (
          ClientCertificate(file: identity.certificate, keyFile: identity.encryptedKey, passphrase: "wrong"),
          "its passphrase is wrong"
        ),
        (ClientCertificate(file: identity.archive, passphrase: "wrong"), "cannot be used"),
      ]
      let request = Request.get(try #require(server.tlsURL) + "/client")
      for (certificate, words) in rows {
        let error = await #expect(throws: RequestError.self) {
          try await Client().send(request.options(options(certificate, for: server)))
        }
        #expect(error?.code == "network.clientCertificate")
        #expect(error?.summary.contains(words) == true, "\(String(describing: error))")
        #expect(error?.advice?.contains("passphrase") == true)
      }
    }
  }

  @Test("What is printed of a client certificate or a proxy has no passphrase in it")
  func noSecretInDescriptions() {
    let certificate = ClientCertificate(file: "me.pem", passphrase: "s3same")
    let proxy = Proxy(.http, host: "h", user: "ada", password: "s3same")
    for text in ["\(certificate)", "\(proxy)", String(reflecting: certificate), String(reflecting: proxy)] {
      #expect(!text.contains("s3same"))
    }
    var dumped = ""
    dump([certificate], to: &dumped)
    dump([proxy], to: &dumped)
    #expect(!dumped.contains("s3same"))
  }
}
