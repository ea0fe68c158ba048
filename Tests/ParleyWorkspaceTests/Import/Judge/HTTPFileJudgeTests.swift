import ParleyEngine
import ParleyFiles
import ParleyFormats
import ParleyWorkspace
import TestSupport
import Testing

@Suite("A .http file and a recording are sent as their programs send them", .timeLimit(.minutes(5)))
struct HTTPFileJudgeTests {
  static let requests: [JudgedCase] = [
    .init(
      "a query over lines", "GET http://HOST/items\n    ?page=2\n    &pageSize=10 HTTP/1.1\nX-A: 1",
      "GET /items?page=2&pageSize=10\nX-A: 1"),
    .init(
      "a query over lines without indentation", "GET http://HOST/items\n?page=2\n&pageSize=10",
      "GET /items?page=2&pageSize=10"),
    .init("a URL alone", "http://HOST/a", "GET /a"),
    .init("a byte order mark", "\u{FEFF}@h = http://HOST\n\nGET {{h}}/a", "GET /a"),
    .init(
      "blanks and letters beyond ASCII", "GET http://HOST/search?q=hello world&u=ü",
      "GET /search?q=hello%20world&u=%C3%BC"),
    .init(
      "comments between headers", "# one\n// two\nGET http://HOST/c\n# between\nX-A: 1\n// also\nX-B: 2",
      "GET /c\nX-A: 1\nX-B: 2"),
    .init("headers without blanks", "GET http://HOST/h\nX-NoSpace:1\nx-empty:", "GET /h\nx-empty:\nX-NoSpace: 1"),
    .init(
      "a form over lines",
      "POST http://HOST/f\nContent-Type: application/x-www-form-urlencoded\n\nname=foo\n&password=bar\n&x=a%20b",
      "POST /f\nContent-Type: application/x-www-form-urlencoded\n\nname=foo&password=bar&x=a%20b"),
    .init(
      "a form with blanks around its marks",
      "@t = v\n\nPOST http://HOST/f\nContent-Type: application/x-www-form-urlencoded\n\nkey = value &\nother = two words &\nq = {{t}}",
      "POST /f\nContent-Type: application/x-www-form-urlencoded\n\nkey=value&other=two%20words&q=v"),
    .init(
      "JSON with templates",
      "@t = v\n\nPOST http://HOST/j\nContent-Type: application/json\n\n{\n  \"a\": \"{{t}}\",\n\n  \"b\": 2\n}",
      "POST /j\nContent-Type: application/json\n\n{\n  \"a\": \"v\",\n\n  \"b\": 2\n}"),
    .init(
      "JSON in a variable",
      "@ids = [1,2]\n\nPOST http://HOST/j\nContent-Type: application/json\n\n{\"ids\": {{ids}}}",
      "POST /j\nContent-Type: application/json\n\n{\"ids\": [1,2]}"),
    .init(
      "quotes in a variable",
      "POST http://HOST/j\nContent-Type: application/json\n\n{\"a\": \"{{q}}\"}\n\n###\n@q = x\\\"y",
      "POST /j\nContent-Type: application/json\n\n{\"a\": \"x\\\"y\"}"),
    .init("a body without a type", "POST http://HOST/j\n\n{\"a\": 1}", "POST /j\n\n{\"a\": 1}"),
    .init(
      "a file", "POST http://HOST/j\nContent-Type: application/json\n\n< ./body.json",
      "POST /j\nContent-Type: application/json\n\n{\"t\":\"{{t}}\"}"),
    .init(
      "a file with templates", "@t = v\n\nPOST http://HOST/j\nContent-Type: application/json\n\n<@ ./body.json",
      "POST /j\nContent-Type: application/json\n\n{\"t\":\"v\"}"),
    .init(
      "a file in Latin-1", "@t = v\n\nPOST http://HOST/j\nContent-Type: text/plain\n\n<@latin1 ./body.json",
      "POST /j\nContent-Type: text/plain\n\n{\"t\":\"v\"}"),
    .init(
      "basic, encoded", "GET http://HOST/b\nAuthorization: Basic YWRhOnB3", "GET /b\nAuthorization: Basic YWRhOnB3"),
    .init("basic in clear", "GET http://HOST/b\nAuthorization: Basic ada:pw", "GET /b\nAuthorization: Basic YWRhOnB3"),
    .init(
      "basic with a blank", "GET http://HOST/b\nAuthorization: Basic ada p:w",
      "GET /b\nAuthorization: Basic YWRhOnA6dw=="),
    .init(
      "GraphQL of VS Code",
      "POST http://HOST/g\nX-REQUEST-TYPE: GraphQL\n\nquery ($n: Int!) { a(n: $n) }\n\n{ \"n\": 1 }",
      "POST /g\nContent-Type: application/json\n\n{\"query\":\"query ($n: Int!) { a(n: $n) }\",\"variables\":{ \"n\": 1 }}"
    ),
    .init(
      "GraphQL of JetBrains", "GRAPHQL http://HOST/g\n\nquery { b }\n\n{ \"v\": 2 }",
      "POST /g\nContent-Type: application/json\n\n{\"query\":\"query { b }\",\"variables\":{ \"v\": 2 }}"),
    .init(
      "a curl command", "@h = HOST\n\ncurl -X POST http://{{h}}/c -H 'A: 1' -d 'x=1'",
      "POST /c\nA: 1\nContent-Type: application/x-www-form-urlencoded\n\nx=1"),
    .init(
      "parts that look like comments",
      "POST http://HOST/m\nContent-Type: multipart/form-data; boundary=B1\n\n--B1\nContent-Disposition: form-data; name=\"colour\"\n\n#ffffff\n--B1--",
      "POST /m\nContent-Type: multipart/form-data; boundary=BOUNDARY\n\n--BOUNDARY\r\nContent-Disposition: form-data; name=\"colour\"\r\n\r\n#ffffff\r\n--BOUNDARY--"
    ),
    .init(
      "earlier responses are no body",
      "POST http://HOST/r\nContent-Type: text/plain\n\nhello\n\n<> 2020-01-01T000000.200.json",
      "POST /r\nContent-Type: text/plain\n\nhello"),
    .init("a path on the host of a header", "GET /p HTTP/1.1\nHost: HOST", "GET /p"),
  ]

  @Test("one request of each kind", arguments: Sample.of(requests, 8))
  func request(_ row: JudgedCase) async throws {
    let judge = try ImportJudge()
    try judge.write("{\"t\":\"{{t}}\"}", to: "body.json")
    let result = try await judge.send(judge.write(row.source + "\n", to: "r.http"))
    #expect(result.arrived.map(\.text) == [row.sent])
    #expect(result.mistakes.isEmpty)
  }

  @Test("responses of other requests are read, in a variable and in their place")
  func references() async throws {
    let judge = try ImportJudge()
    let source = """
      ### sign in
      # @name login
      POST http://HOST/login

      ###
      @authToken = {{login.response.body.$.token}}
      GET http://HOST/me/{{login.response.body.id}}
      Authorization: Bearer {{authToken}}
      X-H: {{login.response.headers.X-Auth}}
      """
    let result = try await judge.send(judge.write(source, to: "r.http"))
    #expect(result.arrived.last?.text.hasPrefix("GET /me/7\nAuthorization: Bearer T-1") == true)
    #expect(result.note(containing: "{{login.response.headers.X-Auth}}: Parley has no such template"))
  }

  @Test("settings become options, prompts are asked for, and what Parley lacks is listed with its line")
  func settings() throws {
    let source = """
      # @no-redirect
      # @no-cookie-jar
      # @timeout 5
      # @connection-timeout 2 m
      # @prompt who Your name
      # @use-os-credentials
      GET http://a.test/{{who}}/{{$processEnv HOME}}/{{$uuid}}/{{$randomInt 1 10}}

      >>! out.json

      ###
      WEBSOCKET ws://a.test/ws

      hello
      ===
      again

      ###
      GRPC a.test/x
      """
    let files = try ImportedFiles(source, named: "r.http")
    let text = try files.text("requests/get-random-int-1-10.yaml")
    #expect(
      text.contains("redirects: 0") && text.contains("cookies: false") && text.contains("timeout: 5s")
        && text.contains("connectTimeout: 2m"))
    #expect(text.contains(#"{{prompt("Your name")}}"#) && text.contains("{{env.HOME}}") && text.contains("{{uuid()}}"))
    #expect(text.contains("download: out.json"))
    #expect(files.notes.contains("line 1: @use-os-credentials was left out: Parley has no such setting."))
    #expect(files.notes.contains("{{$randomInt 1 10}}: Parley has no such template: the text stays as it is."))
    #expect(files.notes.contains { $0.hasPrefix("line 18: A request of GRPC was left out") })
    let socket = try files.text("requests/websocket-ws.yaml")
    #expect(socket.contains("url: ws://a.test/ws") && socket.contains("send: hello") && socket.contains("send: again"))
  }

  @Test("a file at an address is told of while it comes")
  func download() async throws {
    let judge = try ImportJudge()
    let calls = Lock<[Call]>([])
    let source = try await ImportDownload("http://\(judge.host)/r.http") { call in calls.withLock { $0.append(call) } }
      .source()
    #expect(calls.withLock { $0.map(\.progress.received) } == [source.bytes.count])
  }

  @Test("a private environment is one with secrets, and values of one name are joined")
  func environments() async throws {
    let judge = try ImportJudge()
    let open = try judge.write(
      #"{"dev": {"host": "http://HOST", "user": "ada"}, "$shared": {"v": "1"}}"#, to: "http-client.env.json")
    let hidden = try judge.write(
      #"{"dev": {"user": "SEKRET-user", "pin": "SEKRET-pin"}}"#, to: "http-client.private.env.json")
    let path = try judge.write("GET {{host}}/{{v}}/{{user}}/{{pin}}\n", to: "r.http")
    let result = try await judge.send(path, environments: [open, hidden])
    #expect(result.arrived.map(\.text) == ["GET /1/SEKRET-user/SEKRET-pin"])
    #expect(!result.files.joined().contains("SEKRET"))
  }

  static let recordings: [JudgedCase] = [
    .init(
      "a query as it was", #"{"method": "GET", "url": "http://HOST/a?x=a+b&y=%5b1%5d&z", "headers": []}"#,
      "GET /a?x=a+b&y=%5b1%5d&z"),
    .init(
      "a literal colon", #"{"method": "GET", "url": "http://HOST/v1/:batch/x", "headers": []}"#, "GET /v1/:batch/x"),
    .init(
      "a form as it was",
      #"{"method": "POST", "url": "http://HOST/a", "headers": [], "postData": {"mimeType": "application/x-www-form-urlencoded", "text": "a=1%20b&c"}}"#,
      "POST /a\nContent-Type: application/x-www-form-urlencoded\n\na=1%20b&c"),
    .init(
      "a form of fields",
      #"{"method": "POST", "url": "http://HOST/a", "headers": [], "postData": {"mimeType": "application/x-www-form-urlencoded", "params": [{"name": "a", "value": "1"}]}}"#,
      "POST /a\nContent-Type: application/x-www-form-urlencoded\n\na=1"),
    .init(
      "JSON with a charset",
      #"{"method": "POST", "url": "http://HOST/a", "headers": [{"name": "Content-Type", "value": "application/json; charset=utf-8"}], "postData": {"mimeType": "application/json; charset=utf-8", "text": "{\"a\":1}"}}"#,
      "POST /a\nContent-Type: application/json; charset=utf-8\n\n{\"a\":1}"),
    .init(
      "a body in base64",
      #"{"method": "POST", "url": "http://HOST/a", "headers": [], "postData": {"mimeType": "text/plain", "encoding": "base64", "text": "aMOp"}}"#,
      "POST /a\nContent-Type: text/plain\n\nhé"),
    .init(
      "text of any type",
      #"{"method": "PUT", "url": "http://HOST/a", "headers": [], "postData": {"mimeType": "text/csv", "text": "a,b"}}"#,
      "PUT /a\nContent-Type: text/csv\n\na,b"),
  ]

  @Test("one recorded request of each kind", arguments: Sample.of(recordings, 5))
  func recording(_ row: JudgedCase) async throws {
    let judge = try ImportJudge()
    let source = "{\"log\": {\"version\": \"1.2\", \"entries\": [{\"request\": \(row.source), \"response\": {}}]}}"
    let result = try await judge.send(judge.write(source, to: "r.har"))
    #expect(result.arrived.map(\.text) == [row.sent])
  }

  @Test("two tokens of one host keep their own values")
  func tokens() async throws {
    let judge = try ImportJudge()
    let entry = { (token: String) in
      #"{"request": {"method": "GET", "url": "http://HOST/\#(token)", "headers": [{"name": "Authorization", "value": "Bearer \#(token)"}]}, "response": {}}"#
    }
    let source = "{\"log\": {\"entries\": [\(entry("first-token-1")), \(entry("second-token-2"))]}}"
    let result = try await judge.send(judge.write(source, to: "r.har"))
    #expect(
      result.arrived.map(\.text)
        == ["first-token-1", "second-token-2"].map { "GET /\($0)\nAuthorization: Bearer \($0)" })
  }
}
