import ParleyEngine
import TestSupport
import Testing

@Suite("parley send", .timeLimit(.minutes(2)))
struct SendTests {
  private let parley: ParleyProgram
  private let demo = ParleyProgram.demoWorkspace()

  init() throws {
    parley = try ParleyProgram()
  }

  /// The passphrase of the demo's `vaultToken`, which is asked twice the first time.
  private static let newPassphrase = "a passphrase\na passphrase\n"

  @Test("prints the body on standard output and the rest on standard error")
  func body() async throws {
    try await withDemoServer { server in
      let sent = try await parley.run("send", "user/list", "-w", demo, "--set", "baseUrl=\(server.url)")
      #expect(sent.status == 0)
      #expect(try JSONValue(parsing: sent.output)["status"] == "success")
      #expect(sent.errorText.hasPrefix("200 OK  "))
    }
  }

  @Test("with --json prints one object with the exchange, and no secret in what was sent")
  func json() async throws {
    try await withDemoServer { server in
      let sent = try await parley.run(
        "send", "user/login", "-w", demo, "--set", "baseUrl=\(server.url)", "--set", "password=secret", "--json")
      let object = try JSONValue(parsing: sent.output)
      #expect(sent.status == 0)
      #expect(object["status"] == 200)
      #expect(object["request"]?["method"] == "POST")
      #expect(object["request"]?["body"]?.string?.contains("secret") == false)
      #expect(object["body"]?["result"]?["token"] == .string(Secrets.mask))
      let revealed = try await parley.run(
        "send", "user/login", "-w", demo, "--set", "baseUrl=\(server.url)", "--set", "password=secret", "--json",
        "--show-secrets")
      let token = try #require(try JSONValue(parsing: revealed.output)["body"]?["result"]?["token"]?.string)
      #expect(token != Secrets.mask && token.count >= 8)
      #expect(object["timings"]?["total"]?.double ?? 0 > 0)
      #expect(object["events"]?.array?.first?["kind"] == "sent")
    }
  }

  @Test(
    "with --json masks a secret of any length in each field of the request, and an empty one not at all",
    arguments: Sample.of(["q7z", "hunter2", "longer-than-eight", "é", "e\u{301}", "日", ""], 3))
  func placedSecrets(value: String) async throws {
    try await withDemoServer { server in
      let home = parley.home
      try home.write("parley: 1\nid: placed\nservers: { api: '\(server.url)' }\n", to: "w/parley.yaml")
      try home.write("vars: { s: { secret: prompt } }\n", to: "w/environments/local.yaml")
      try home.write(
        """
        method: POST
        url: /echo
        query: { key: "{{s}}" }
        headers: { X-Api-Key: "{{s}}", Authorization: "Bearer {{s}}-1", X-Plain: "plain" }
        body: { json: '{ "p": "{{s}}" }' }

        """, to: "w/requests/r.yaml")
      let sent = try await parley.run("send", "r", "-w", home.path("w"), "--set", "s=\(value)", "--json")
      let request = try #require(try JSONValue(parsing: sent.output)["request"])
      let text = JSONPrinter.compact.string(of: request)
      #expect(text.contains("plain"))
      #expect(value.isEmpty ? !text.contains(Secrets.mask) : !text.contains(value), "\(text)")
    }
  }

  @Test("a value that was captured goes into the next request, over two runs of the program")
  func chained() async throws {
    try await withDemoServer { server in
      let base = "baseUrl=\(server.url)"
      let early = try await parley.run("send", "user/profile", "-w", demo, "--set", base)
      #expect(early.status == 2)
      #expect(early.errorText.contains("Send user/login first."))
      _ = try await parley.run("send", "user/login", "-w", demo, "--set", base, "--set", "password=secret")
      let profile = try await parley.run("send", "user/profile", "-w", demo, "--set", base)
      #expect(profile.status == 0)
      #expect(profile.outputText.contains("ada@example.com"))
    }
  }

  @Test("a missed expectation prints the response and ends with 1")
  func missed() async throws {
    try await withDemoServer { server in
      let sent = try await parley.run(
        "send", "user/login", "-w", demo, "--set", "baseUrl=\(server.url)", "--set", "password=wrong")
      #expect(sent.status == 1)
      #expect(sent.outputText.contains("\"code\""))
      #expect(sent.errorText.contains("expected status 200"))
    }
  }

  @Test("a secret that nobody gives is an error that says how, and standard input is one way")
  func secrets() async throws {
    try await withDemoServer { server in
      let base = "baseUrl=\(server.url)"
      let nobody = try await parley.run("send", "user/login", "-w", demo, "--set", base)
      #expect(nobody.status == 2)
      #expect(nobody.errorText.contains("--set password=VALUE"))
      let piped = try await parley.run("send", "user/login", "-w", demo, "--set", base, input: "secret\n")
      #expect(piped.status == 0)
      let vault = try await parley.run(
        "send", "user/login-vault", "-w", demo, "--set", base, input: "secret\n" + Self.newPassphrase)
      #expect(vault.status == 0)
    }
  }

  static let failures: [(set: String, status: Int32)] = [
    ("baseUrl=http://127.0.0.1:1", 21), ("baseUrl=http://does-not-exist.invalid", 21), ("baseUrl=nonsense://x", 4),
  ]

  @Test("what keeps a request from a response has its own exit status", arguments: failures)
  func failure(_ row: (set: String, status: Int32)) async throws {
    let sent = try await parley.run("send", "user/list", "-w", demo, "--set", row.set)
    #expect(sent.status == row.status)
    #expect(sent.errorText.hasPrefix("parley: "))
  }

  @Test("a timeout ends with 20, a certificate that does not verify with 22")
  func timeoutAndTLS() async throws {
    let workspace = parley.home
    try workspace.write("parley: 1\nid: t\nservers: { api: '{{base}}' }\n", to: "w/parley.yaml")
    try workspace.write("url: /slow?ms=60000\noptions: { timeout: 50ms }\n", to: "w/requests/slow.yaml")
    try workspace.write("url: /\n", to: "w/requests/root.yaml")
    try workspace.write("vars: { base: unset }\n", to: "w/environments/local.yaml")
    try await withDemoServer { server in
      let slow = try await parley.run("send", "slow", "-w", workspace.path("w"), "--set", "base=\(server.url)")
      #expect(slow.status == 20)
    }
    try await withNginxServer(tls: true) { server in
      let base = "base=\(try #require(server.tlsURL))"
      let tls = try await parley.run("send", "root", "-w", workspace.path("w"), "--set", base)
      #expect(tls.status == 22)
    }
  }

  @Test("wrong arguments end with 2, an unknown request names the nearest")
  func usage() async throws {
    #expect(try await parley.run("send").status == 2)
    #expect(try await parley.run("no-such-command").status == 2)
    let unknown = try await parley.run("send", "user/logn", "-w", demo)
    #expect(unknown.status == 2)
    #expect(unknown.errorText.contains("Did you mean “user/login”?"))
  }

  @Test("no file that the program wrote holds a secret in clear")
  func nothingInClear() async throws {
    let secret = "correct horse battery staple"
    try await withDemoServer { server in
      _ = try await parley.run(
        "send", "user/login-vault", "-w", demo, "--set", "baseUrl=\(server.url)", "--set", "password=\(secret)",
        input: Self.newPassphrase)
    }
    for form in [secret, "a passphrase", "correct%20horse", "correct+horse", Base64.encode(Array(secret.utf8))] {
      let found = try await FinishedProcess.run("/bin/grep", ["-rlaF", form, parley.home.path("state")])
      #expect(found.status == 1, "\(form) stands in \(found.outputText)")
    }
  }
}

extension SendTests {
  @Test("ends with 21 when the server that gives tokens cannot be reached")
  func unreachableTokenServer() async throws {
    let port = try RefusingPort()
    try parley.home.write(
      "parley: 1\nid: tok\nservers: { api: 'http://127.0.0.1:\(port.port)' }\n", to: "t/parley.yaml")
    let auth = "{ oauth2: { grant: clientCredentials, tokenUrl: 'http://127.0.0.1:\(port.port)/token', clientId: me } }"
    try parley.home.write("url: /a\nauth: \(auth)\n", to: "t/requests/a.yaml")
    let sent = try await parley.run("send", "a", "-w", parley.home.path("t"))
    #expect(sent.errorText.contains("The request to the authorization server failed."), "\(sent.errorText)")
    #expect(sent.status == 21)
  }

  @Test("takes time in step with the number of headers, and refuses more than any server reads")
  func manyHeaders() async throws {
    let server = try RawServer.answering(.text("ok"))
    try parley.home.write("parley: 1\nid: many\nservers: { api: '\(server.url)' }\n", to: "m/parley.yaml")
    for (name, count) in [("many", 10_000), ("toomany", 50_001)] {
      let rows = (0..<count).map { "  H\($0): v\n" }.joined()
      try parley.home.write("url: /a\nheaders:\n\(rows)", to: "m/requests/\(name).yaml")
    }
    let many = try await parley.run("send", "many", "-w", parley.home.path("m"))
    #expect(many.status == 0, "\(many.errorText)")
    #expect(server.requests.last?.headerLines.count ?? 0 > 10_000)
    let tooMany = try await parley.run("send", "toomany", "-w", parley.home.path("m"))
    #expect(tooMany.status == 4)
    #expect(tooMany.errorText.contains("it has more than 50000 headers"), "\(tooMany.errorText)")
  }
}
