import ParleyEngine
import TestSupport
import Testing

@Suite("Heads on the command line show no secret, however short", .timeLimit(.minutes(3))) struct VerboseSecretTests {
  private let parley: ParleyProgram
  private let server: RawServer

  init() throws {
    parley = try ParleyProgram()
    // A redirect on the way: each hop is shown.
    server = try RawServer.start { connection in
      while let request = try connection.readRequest() {
        let isFirst = !request.target.hasPrefix("/next")
        try connection.send(
          isFirst
            ? .text("", status: "302 Found", headers: ["Location: /next\(request.target)", "Set-Cookie: sid=k7Qz9"])
            : .text("{}", headers: ["Set-Cookie: sid=k7Qz9; Path=/; HttpOnly"]))
      }
    }
  }

  private static let secret = "hunter2"

  private static let requests = [
    "auth: { bearer: '{{t}}' }", "auth: { bearer: hunter2 }", "query: { api_key: '{{t}}' }", "query: { q: '{{t}}' }",
    "headers: { Cookie: 's={{t}}', X-Api-Key: '{{t}}' }", "headers: { X-Other: '{{t}}' }",
    "headers: { X-Other: 'Token {{t}} end' }", "auth: { basic: { user: ada, password: '{{t}}' } }",
    "headers: { Authorization: 'Digest {{t}}' }",
  ]

  @Test("of a request in a file, whichever part has it")
  func file() async throws {
    try parley.home.write("parley: 1\nid: verbose\n", to: "w/parley.yaml")
    try parley.home.write("vars: { t: { secret: env TT } }\n", to: "w/environments/local.yaml")
    for (number, request) in Self.requests.enumerated() {
      try parley.home.write("url: \(server.url)/n\n\(request)\n", to: "w/requests/r\(number).yaml")
    }
    #expect(try await parley.run("trust", "--yes", "-w", parley.home.path("w")).status == 0)
    let tried = Sample.of(Array(Self.requests.enumerated()), 4)
    for (number, request) in tried {
      // Both heads on both outputs; each alone is a part of that.
      for switches in [["-v", "-i"], ["-v", "-f", "."]] + (number == tried[0].offset ? [["-v"], ["-i"]] : []) {
        try await expectNoSecret(of: "r\(number)", switches, "\(request) \(switches)")
      }
    }
  }

  private func expectNoSecret(of request: String, _ switches: [String], _ what: String) async throws {
    let sent = try await FinishedProcess.run(
      Executables.built("parley"), ["send", request, "-w", parley.home.path("w")] + switches,
      environment: parley.environment.merging(["TT": Self.secret]) { $1 })
    let text = sent.outputText + sent.errorText
    #expect(sent.status == 0 && !text.contains(Self.secret) && !text.contains("k7Qz9"), "\(what): \(text)")
    #expect(!text.contains("YWRhOmh1bnRlcjI"), "\(what): \(text)")
  }

  @Test(
    "of one that is typed",
    arguments: Sample.of(
      [
        ["-H", "Authorization: Bearer hunter2"], ["-H", "X-Api-Key: hunter2"], ["-H", "Cookie: a=hunter2; b=hunter2"],
        ["-u", "ada:hunter2"],
      ], 2))
  func typed(words: [String]) async throws {
    for address in ["\(server.url)/n", "\(server.url)/n?token=hunter2"] {
      let sent = try await parley.run(["send", address, "-v", "-i"] + words)
      let text = sent.outputText + sent.errorText
      #expect(!text.contains("hunter2") && !text.contains("k7Qz9"), "\(words): \(text)")
      #expect(sent.errorText.contains("> GET /n"))
    }
  }

  @Test(
    "JSON has the headers that were sent; secrets are in clear only where somebody asks to see them",
    arguments: [true, false])
  func json(reveals: Bool) async throws {
    let words = [
      "send", "POST", "\(server.url)/n?token=hunter2", "password=hunter2", "X-Api-Key:hunter2", "-u", "ada:hunter2",
      "--json",
    ]
    let sent = try await parley.run(words + (reveals ? ["--show-secrets"] : []))
    let request = try #require(try JSONValue(parsing: sent.output)["request"])
    let headers = request["headers"]?.array ?? []
    let value = { (name: String) in headers.first { $0["name"]?.string == name }?["value"]?.string }
    #expect(value("Content-Type") == "application/json" && value("User-Agent") != nil)
    #expect(value("Authorization")?.contains("YWRhOmh1bnRlcjI") == reveals)
    #expect(value("X-Api-Key")?.contains("hunter2") == reveals)
    #expect(request["url"]?.string?.contains("hunter2") == reveals)
    #expect(request["body"]?.string?.contains("hunter2") == reveals)
    #expect(sent.errorText.contains("Secrets are shown in clear.") == reveals)
  }

  @Test("the body that is sent is told, with its secrets masked")
  func body() async throws {
    let sent = try await parley.run(["send", "\(server.url)/n", "-v", "name=tea", "password=hunter2"])
    #expect(sent.errorText.contains("> {") && sent.errorText.contains("tea") && !sent.errorText.contains("hunter2"))
    let revealed = try await parley.run(["send", "\(server.url)/n", "-v", "password=hunter2", "--show-secrets"])
    #expect(revealed.errorText.contains("hunter2") && revealed.errorText.contains("Secrets are shown in clear."))
  }

  @Test("a response of the cache is told, too: by its head, which is said to be the cache's before it")
  func cached() async throws {
    let fresh = try RawServer.answering(.text("7", headers: ["Cache-Control: max-age=600", "X-Served: yes"]))
    for sends in [true, false] {
      let sent = try await parley.run(["send", "\(fresh.url)/n", "-v"])
      #expect(sent.errorText.contains("< X-Served: yes"), "\(sent.errorText)")
      #expect(sent.errorText.contains("> GET /n") == sends && sent.errorText.contains("* nothing was sent") != sends)
      #expect(sends || sent.errorText.contains("* nothing was sent: served from cache\n< HTTP/"), "\(sent.errorText)")
    }
  }

  @Test("and what is none stays")
  func plain() async throws {
    let sent = try await parley.run(["send", "\(server.url)/n?page=2", "-v", "-H", "X-Plain: tea; page=2"])
    #expect(sent.errorText.contains("> GET /n?page=2 HTTP/1.1") && sent.errorText.contains("X-Plain: tea; page=2"))
  }
}
