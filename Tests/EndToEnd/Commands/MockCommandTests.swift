import Glibc
import ParleyEngine
import TestSupport
import Testing

/// `parley mock` as other programs see it: with curl as the client.
@Suite("The mock server", .timeLimit(.minutes(2)))
struct MockCommandTests {
  private let parley: ParleyProgram

  init() throws {
    parley = try ParleyProgram()
    try parley.home.write(
      "parley: 1\nid: mocked\nservers: { api: 'https://api.test/v1' }\nvars: { shop: Toys }\n", to: "w/parley.yaml")
    try parley.home.write(Self.mocks, to: "w/mocks/pets.yaml")
  }

  private static let mocks = """
    - match: GET /pets/:id
      reply: { json: { id: "{{request.path.id}}", shop: "{{shop}}" } }
    - match: GET /pets
      where: { query: { page: 2 } }
      reply: { json: [] }
    - match: POST /pets
      where: { jq: '.name == "Rex"', headers: { X-Key: "" } }
      reply: [{ status: 202 }, { status: 201, text: made }]
    - match: DELETE /pets/:id
      reply: { fails: reset }

    """

  private func serve(_ arguments: String...) async throws -> MockProcess {
    try await MockProcess.start(
      ["-w", parley.home.path("w")] + arguments, environment: parley.environment)
  }

  private func curl(_ arguments: String...) async throws -> FinishedProcess {
    let curl = try Executables.installed("curl", package: "curl")
    return try await FinishedProcess.run(curl, ["-s", "-m", "30"] + arguments)
  }

  @Test(
    "answers this machine's names alone, unless it listens for others",
    arguments: [
      ("localhost", 200), ("api.localhost:1", 200), ("[::1]:80", 200), ("evil.test", 421), ("127.0.0.1.evil.test", 421),
    ])
  func hosts(_ host: String, _ status: Int) async throws {
    let mock = try await serve()
    defer { mock.stop() }
    let asked = try await curl("-H", "Host: \(host)", "-o", "/dev/null", "-w", "%{http_code}", "\(mock.url)/pets/7")
    #expect(asked.outputText == "\(status)")
  }

  @Test("replies by method, path, query, headers and body, in sequence, with and without the path of the server's URL")
  func replies() async throws {
    let mock = try await serve()
    defer { mock.stop() }
    #expect(try await curl("\(mock.url)/pets/7").outputText == #"{"id":"7","shop":"Toys"}"#)
    #expect(try await curl("\(mock.url)/v1/pets/8").outputText == #"{"id":"8","shop":"Toys"}"#)
    #expect(try await curl("\(mock.url)/pets?page=2").outputText == "[]")
    let post = ["-d", #"{"name":"Rex"}"#, "-H", "X-Key: 1", "-w", "%{http_code}"]
    #expect(
      try await curl(post[0], post[1], post[2], post[3], post[4], post[5], "\(mock.url)/pets").outputText == "202")
    #expect(
      try await curl(post[0], post[1], post[2], post[3], post[4], post[5], "\(mock.url)/pets").outputText == "made201")
    #expect(try await curl("-X", "DELETE", "\(mock.url)/pets/7").status != 0)
    let head = try await curl("-I", "\(mock.url)/pets/7")
    #expect(head.outputText.contains("200 OK") && head.outputText.contains("Content-Length: 24"))
    let line = try await mock.line()
    #expect(line.contains(#""target":"/pets/7""#) && line.contains(#""mock":"mocks/pets.yaml:1""#))
  }

  @Test("a request that no mock is for gets the nearest mocks and what to do")
  func nothing() async throws {
    let mock = try await serve()
    defer { mock.stop() }
    let page = try await curl("-i", "\(mock.url)/pets?page=3")
    #expect(page.outputText.contains("404 Not Found") && page.outputText.contains("application/problem+json"))
    #expect(page.outputText.contains("it needs the query parameter page=2"))
    #expect(page.outputText.contains("its method is POST"))
    #expect(try await curl("\(mock.url)/pet").outputText.contains("its path is different"))
    let secret = try await curl("\(mock.url)/x?token=hunter22")
    #expect(!secret.outputText.contains("hunter22"))
    _ = try await (mock.line(), mock.line())
    #expect(try await !mock.line().contains("hunter22"))
  }

  @Test("--verbose shows requests and replies as they were on the wire, without credentials")
  func verbose() async throws {
    let mock = try await serve("--verbose")
    defer { mock.stop() }
    let body = #"{"name":"Rex","password":"pw1","pin":{"token":4711}}"#
    _ = try await curl("-H", "X-Key: 1", "-H", "Authorization: Bearer abc123", "-d", body, "\(mock.url)/pets")
    let wire = try #require(try JSONValue(parsing: Array(try await mock.line().utf8))["wire"]?.array).compactMap(
      \.string)
    #expect(wire.first == "> POST /pets HTTP/1.1" && wire.contains("> Authorization: \(Secrets.mask)"))
    #expect(wire.contains { $0.hasPrefix(#"> {"name":"Rex","password":"\#(Secrets.mask)""#) })
    #expect(wire.contains("< HTTP/1.1 202 Accepted"))
    for secret in ["abc123", "pw1", "4711"] { #expect(!wire.joined().contains(secret)) }
  }

  @Test("follows the files, ends by Ctrl-C with 130, and says how often each mock has answered")
  func watches() async throws {
    let mock = try await serve()
    try parley.home.write("- match: GET /new\n  reply: { text: here }\n", to: "w/mocks/new.yaml")
    #expect(try await mock.line().contains("reloaded"))
    #expect(try await curl("\(mock.url)/new").outputText == "here")
    _ = try await mock.line()
    mock.process.send(signal: SIGINT)
    #expect(try await mock.line().contains(#""hits":[{"match":"GET /new","mock":"mocks/new.yaml:1","count":1}]"#))
    #expect(try await mock.end(by: SIGINT) == 130)
  }

  @Test("lets pages of other sites use it only when told to")
  func origins() async throws {
    let ask = ["-i", "-X", "OPTIONS", "-H", "Origin: http://page.test", "-H", "Access-Control-Request-Method: PUT"]
    let closed = try await serve()
    defer { closed.stop() }
    #expect(
      try await curl(ask[0], ask[1], ask[2], ask[3], ask[4], ask[5], ask[6], "\(closed.url)/pets/1").outputText
        .contains("404"))
    let open = try await serve("--cors")
    defer { open.stop() }
    let preflight = try await curl(ask[0], ask[1], ask[2], ask[3], ask[4], ask[5], ask[6], "\(open.url)/pets/1")
      .outputText
    #expect(preflight.contains("204 No Content") && preflight.contains("Access-Control-Allow-Methods: PUT"))
    let answer = try await curl("-i", "-H", "Origin: http://page.test", "\(open.url)/pets/1").outputText
    #expect(answer.contains("Access-Control-Allow-Origin: http://page.test"))
  }

  @Test("a port that is taken, and an upstream that is none, are told with what to do")
  func refusals() async throws {
    let mock = try await serve()
    defer { mock.stop() }
    let port = String(mock.url.split(separator: ":").last ?? "")
    let taken = try await parley.run("mock", "-w", parley.home.path("w"), "--port", port)
    #expect(taken.status == 2 && taken.errorText.contains("--port 0"))
    let upstream = try await parley.run("mock", "-w", parley.home.path("w"), "--upstream", "nowhere")
    #expect(upstream.status == 2 && upstream.errorText.contains("nowhere"))
    let record = try await parley.run("mock", "-w", parley.home.path("w"), "--record")
    #expect(record.status == 2 && record.errorText.contains("--upstream"))
  }
}

/// The real server behind the mocks.
@Suite("The mock server before a real one", .timeLimit(.minutes(2)))
struct MockUpstreamTests {
  private let parley: ParleyProgram

  init() throws {
    parley = try ParleyProgram()
    try parley.home.write("parley: 1\nid: upstream\nservers: { api: 'https://api.test' }\n", to: "w/parley.yaml")
    try parley.home.write("- match: GET /mine\n  reply: { text: mine }\n", to: "w/mocks/mine.yaml")
  }

  private func curl(_ arguments: [String]) async throws -> FinishedProcess {
    let curl = try Executables.installed("curl", package: "curl")
    return try await FinishedProcess.run(curl, ["-s", "-m", "30"] + arguments)
  }

  private func serve(_ upstream: String) async throws -> MockProcess {
    try await MockProcess.start(
      ["-w", parley.home.path("w"), "--upstream", upstream, "--record"], environment: parley.environment)
  }

  private var recorded: String {
    get throws { String(decoding: try parley.home.read("w/mocks/recorded.yaml"), as: UTF8.self) }
  }

  @Test("records what it sends as mocks, which answer from then on, also without it")
  func records() async throws {
    try await withNginxServer { nginx in
      let mock = try await serve("http://127.0.0.1:\(nginx.port)")
      defer { mock.stop() }
      #expect(try await curl(["\(mock.url)/mine"]).outputText == "mine")
      let first = try await curl(["\(mock.url)/small.json"])
      #expect(try await mock.line().contains("mocks/mine.yaml:1"))
      #expect(try await mock.line().contains(#""recorded":"mocks/recorded.yaml""#))
      #expect(try recorded.contains("match: GET /small.json"))
      let second = try await curl(["\(mock.url)/small.json"])
      #expect(try await mock.line().contains("mocks/recorded.yaml:1") && second.output == first.output)
      #expect(try await curl(["-w", "%{http_code}", "-o", "/dev/null", "\(mock.url)/redirect"]).outputText == "302")
    }
    let alone = try await MockProcess.start(["-w", parley.home.path("w")], environment: parley.environment)
    defer { alone.stop() }
    #expect(try await curl(["-w", "%{http_code}", "-o", "/dev/null", "\(alone.url)/redirect"]).outputText == "302")
    #expect(try await parley.run("check", "-w", parley.home.path("w")).status == 0)
  }

  @Test("no credential of a request or a response comes into the file")
  func credentials() async throws {
    let replies: [RawReply] = [
      .text(#"{"access_token": "hunter11", "echo": "Bearer hunter22 hunter33x hunter55", "n": 1.50}"#)
    ]
    let server = try RawServer.answering(inTurn: replies)
    let mock = try await serve(server.url)
    defer { mock.stop() }
    let answer = try await curl([
      "\(mock.url)/login?page=1&api_key=hunter44x", "-H", "Authorization: Bearer hunter22", "-b", "sid=hunter33x", "-d",
      #"{"user":"ada","password":"hunter55"}"#,
    ])
    #expect(answer.outputText.contains("hunter11"))
    #expect(server.requests.last?.value(of: "Authorization") == "Bearer hunter22")
    #expect(try await !mock.line().contains("hunter"))
    let file = try recorded
    #expect(!file.contains("hunter") && file.contains("page: 1") && file.contains("1.50"))
    let again = try await curl(["\(mock.url)/login?page=1&api_key=other", "-d", "x"]).outputText
    #expect(again.contains("access_token") && !again.contains("hunter"))
  }

  /// Bodies with a credential in them, in the place of `@`.
  static let carriers = [
    "your new token: ghp_abcdEFGH1234ijklMNOP5678@", "access_token=@&token_type=bearer", #"{"n":1}\#n{"token":"@"}"#,
    "event: a\ndata: {\"access_token\":\"@\"}\n\n", #"callback({"token":"@"});"#, "<a><password>@</password></a>",
    "<input name=\"csrf_token\" value=\"@\">", #"{"password":["@"]}"#, #"{"body":"{\"secret\":\"@\"}"}"#,
  ]

  @Test("nor does one come into the file in a body of any media type, nor into the log", arguments: carriers)
  func mediaTypes(_ carrier: String) async throws {
    let (secret, asked) = ("hunterABC7842937", "hunterXYZ55512")
    let server = try RawServer.answering(
      inTurn: [
        .text(
          carrier.replacing("@", with: secret),
          headers: ["Location: https://app.test/cb;jsessionid=\(secret)?token=\(secret)#access_token=\(secret)"])
      ])
    let mock = try await serve(server.url)
    defer { mock.stop() }
    let answer = try await curl(["-i", "\(mock.url)/a;jsessionid=\(asked)/b?x=1;token=\(asked)"]).outputText
    #expect(answer.contains(secret))
    let line = try await mock.line()
    #expect(!line.contains(secret) && !line.contains(asked))
    let file = try recorded
    #expect(file.contains("uuid()") && !file.contains(secret) && !file.contains(asked))
    #expect(try await parley.run("check", "--strict", "-w", parley.home.path("w")).status == 0)
  }

  @Test("a number that is a credential is recorded as another number")
  func numbers() async throws {
    let server = try RawServer.answering(inTurn: [.text(#"{"password":84629173,"n":84}"#)])
    let mock = try await serve(server.url)
    defer { mock.stop() }
    #expect(try await curl(["\(mock.url)/n"]).outputText.contains("84629173"))
    #expect(try await mock.line().contains("/n"))
    #expect(try await curl(["\(mock.url)/n"]).outputText == #"{"password":0,"n":84}"#)
  }

  @Test("what looks like a credential in a mock is told, and not quoted")
  func told() async throws {
    let secret = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
    try parley.home.write(
      "- match: GET /t\n  reply: { json: { access_token: demo, note: \(secret) } }\n", to: "w/mocks/t.yaml")
    let check = try await parley.run("check", "--strict", "-w", parley.home.path("w"))
    #expect(check.status == 4)
    let told = check.outputText + check.errorText
    #expect(told.contains("mocks/t.yaml:2") && !told.contains(secret))
  }

  @Test("a server that is not there, and one that is the mock server itself, are told")
  func unreachable() async throws {
    let port = try RefusingPort()
    let mock = try await serve("http://127.0.0.1:\(port.port)")
    defer { mock.stop() }
    let answer = try await curl(["-w", "%{http_code}", "\(mock.url)/x"]).outputText
    #expect(answer.hasSuffix("502") && answer.contains("The real server did not answer"))
    let looped = try await curl(["-w", "%{http_code}", "-H", "Via: 1.1 parley-mock", "\(mock.url)/x"]).outputText
    #expect(looped.hasSuffix("508"))
  }
}

@Suite("An imported description, served", .timeLimit(.minutes(2)))
struct ImportedMockTests {
  @Test("stands in for the API: its examples are the responses")
  func standIn() async throws {
    let parley = try ParleyProgram()
    try parley.home.write(
      """
      openapi: 3.1.0
      info: { title: Pets }
      servers: [{ url: "https://pets.test/v1" }]
      paths:
        /pets/{id}:
          get:
            operationId: showPet
            parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
            responses:
              "200":
                description: ok
                content: { application/json: { example: { name: Rex, tags: [dog] } } }
        /pets:
          post:
            responses:
              "201":
                description: made
                content: { application/json: { example: { id: 7 } } }
      """, to: "openapi.yaml")
    let made = try await parley.run("import", parley.home.path("openapi.yaml"), "-w", parley.home.path("pets"))
    #expect(made.status == 0, "\(made.errorText)")
    let mock = try await MockProcess.start(["-w", parley.home.path("pets")], environment: parley.environment)
    defer { mock.stop() }
    let curl = try Executables.installed("curl", package: "curl")
    let get = try await FinishedProcess.run(curl, ["-s", "\(mock.url)/v1/pets/1"])
    #expect(get.outputText.contains("Rex"))
    let post = try await FinishedProcess.run(
      curl, ["-s", "-w", "%{http_code}", "-X", "POST", "\(mock.url)/pets"])
    #expect(post.outputText.hasSuffix("201") && post.outputText.contains("7"))
    #expect(
      try await parley.run("send", "pets/show-pet", "-w", parley.home.path("pets"), "--set", "baseUrl=\(mock.url)")
        .status
        == 0)
  }
}
