import ParleyEngine
import TestSupport
import Testing

@Suite("parley certificate", .timeLimit(.minutes(2)))
struct CertificateCommandTests {
  @Test("shows what a server presents, and trusts it for the workspace until that is forgotten")
  func trust() async throws {
    let parley = try ParleyProgram()
    try await withNginxServer { server in
      let url = try #require(server.tlsURL)
      try parley.home.write("parley: 1\nid: tls1\nservers: { api: \"\(url)\" }\n", to: "w/parley.yaml")
      try parley.home.write("url: /ok\n", to: "w/requests/ok.yaml")
      let here = ["-w", parley.home.path("w")]

      let refused = try await parley.run(["send", "ok"] + here)
      #expect(refused.status == 22 && refused.errorText.contains("parley certificate"), "\(refused.errorText)")
      let looked = try await parley.run(["certificate", url, "--json"] + here)
      #expect(looked.status == 22)
      let json = try JSONValue(parsing: looked.output)
      #expect(json["failedCheck"] == "issuer" && json["certificates"]?[0]?["key"] == "EC P-256")
      let lines = try await parley.run(["certificate", url] + here)
      #expect(lines.outputText.contains("SHA-256") && lines.errorText.contains("--trust"), "\(lines.errorText)")

      #expect(try await parley.run(["certificate", url, "--trust"] + here).status == 0)
      #expect(try await parley.run(["send", "ok"] + here).status == 0)
      #expect(try await parley.run(["certificate", url, "--forget"] + here).status == 22)
      #expect(try await parley.run(["send", "ok"] + here).status == 22)
      #expect(try await parley.run(["certificate", url, "--ca", server.authorityFile] + here).status == 0)
      #expect(try await parley.run(["send", "ok"] + here).status == 0)
    }
  }

  @Test("a certificate for another name is trusted for its server all the same; a CA file does not excuse the name")
  func otherName() async throws {
    let parley = try ParleyProgram()
    let server = try await NginxServer.start(hosts: ["other.example"])
    defer { server.stop() }
    let url = try #require(server.tlsURL)
    try parley.home.write("parley: 1\nid: tls2\nservers: { api: \"\(url)\" }\n", to: "w/parley.yaml")
    try parley.home.write("url: /ok\n", to: "w/requests/ok.yaml")
    let here = ["-w", parley.home.path("w")]
    let looked = try await parley.run(["certificate", url] + here)
    #expect(looked.outputText.contains("✗ not for ") && looked.outputText.contains("✗ nobody"), "\(looked.outputText)")
    #expect(try await parley.run(["certificate", url, "--ca", server.authorityFile] + here).status == 22)
    #expect(try await parley.run(["send", "ok"] + here).status == 22)
    #expect(try await parley.run(["certificate", url, "--trust"] + here).status == 0)
    #expect(try await parley.run(["send", "ok"] + here).status == 0)
    #expect(try await parley.run(["certificate", url, "--forget"] + here).status == 22)
    #expect(try await parley.run(["send", "ok"] + here).status == 22)
  }

  @Test("a file without a certificate, a URL without TLS and two wishes at once are mistakes")
  func mistakes() async throws {
    let parley = try ParleyProgram()
    try parley.home.write("nothing\n", to: "none.pem")
    let file = try await parley.run("certificate", "127.0.0.1:1", "--ca", parley.home.path("none.pem"))
    #expect(file.status == 4 || file.status == 2, "\(file.errorText)")
    #expect(file.errorText.contains("no certificate"))
    #expect(try await parley.run("certificate", "http://127.0.0.1:1").status == 2)
    #expect(try await parley.run("certificate", "h", "--trust", "--forget").status == 2)
    #expect(try await parley.run("certificate", "127.0.0.1:1").status == 21)
  }
}
