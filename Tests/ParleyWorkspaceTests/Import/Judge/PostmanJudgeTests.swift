import ParleyEngine
import ParleyWorkspace
import TestSupport
import Testing

@Suite("A Postman collection is sent as Postman sends it", .timeLimit(.minutes(5)))
struct PostmanJudgeTests {
  private static func get(_ target: String) -> String { "GET \(target)" }

  static let requests: [JudgedCase] = [
    .init(
      "strings",
      #"{"url": {"protocol": "http", "host": "HOST", "path": "a/b", "query": [{"key": "x", "value": "1"}]}}"#,
      get("/a/b?x=1")),
    .init(
      "arrays and a port",
      #"{"url": {"protocol": "http", "host": ["127", "0", "0", "1"], "port": "PORT", "path": ["a", "b"]}}"#, get("/a/b")
    ),
    .init(
      "objects in the path",
      #"{"url": {"protocol": "http", "host": "HOST", "path": [{"type": "string", "value": "a"}, "b"]}}"#, get("/a/b")),
    .init(
      "a raw that is empty", #"{"url": {"raw": "", "protocol": "http", "host": "HOST", "path": ["a"]}}"#, get("/a")),
    .init("parts that are empty", #"{"url": {"raw": "http://HOST/a/b?x=1", "host": [], "path": []}}"#, get("/a/b?x=1")),
    .init(
      "a hash",
      #"{"url": {"protocol": "http", "host": "HOST", "path": ["a"], "hash": "f", "query": [{"key": "x", "value": "1"}]}}"#,
      get("/a?x=1")),
    .init(
      "a query as a text", #"{"url": {"protocol": "http", "host": "HOST", "path": ["a"], "query": "x=1&y=2"}}"#,
      get("/a?x=1&y=2")),
    .init(
      "a name without a value",
      #"{"url": {"raw": "http://HOST/a?flag&x=1", "query": [{"key": "flag", "value": null}, {"key": "x", "value": "1"}]}}"#,
      get("/a?flag&x=1")),
    .init("a method in small letters", #"{"method": "post", "url": "http://HOST/a"}"#, "POST /a"),
    .init("a text alone", #""http://HOST/k""#, get("/k")),
    .init(
      "path variables",
      #"{"url": {"raw": "http://HOST/u/:id/x:y/:file.json", "variable": [{"key": "id", "value": "a b/c"}, {"key": "file.json", "value": "r"}]}}"#,
      get("/u/a%20b/c/x:y/r")),
    .init("a colon without a variable", #"{"url": "http://HOST/a/:b/c"}"#, get("/a/:b/c")),
    .init(
      "a query that is encoded already",
      #"{"url": {"raw": "http://HOST/a", "query": [{"key": "x", "value": "a%20b"}, {"key": "y", "value": "c d"}, {"key": "e", "value": "%5B1%5D"}]}}"#,
      get("/a?x=a%20b&y=c%20d&e=%5B1%5D")),
    .init(
      "a query with reserved characters",
      #"{"url": {"raw": "http://HOST/a", "query": [{"key": "z", "value": "1+2"}, {"key": "w", "value": "50%"}, {"key": "v", "value": "[1]"}, {"key": "t", "value": "2020-01-01T00:00:00Z"}, {"key": "~off", "value": "1", "disabled": true}, {"key": "amp", "value": "a&b"}]}}"#,
      get("/a?z=1+2&w=50%&v=[1]&t=2020-01-01T00:00:00Z&amp=a%26b")),
    .init("headers as a text", #"{"header": "X-A: 1\nX-B: 2", "url": "http://HOST/n"}"#, get("/n\nX-A: 1\nX-B: 2")),
    .init(
      "disabled headers",
      #"{"header": [{"key": "X-A", "value": "1"}, {"key": "X-Off", "value": "1", "disabled": true}], "url": "http://HOST/n"}"#,
      get("/n\nX-A: 1")),
    .init(
      "raw JSON",
      #"{"method": "POST", "url": "http://HOST/b", "body": {"mode": "raw", "raw": "{\"a\": 1}", "options": {"raw": {"language": "json"}}}}"#,
      "POST /b\nContent-Type: application/json\n\n{\"a\": 1}"),
    .init(
      "raw XML",
      #"{"method": "POST", "url": "http://HOST/b", "body": {"mode": "raw", "raw": "<a/>", "options": {"raw": {"language": "xml"}}}}"#,
      "POST /b\nContent-Type: application/xml\n\n<a/>"),
    .init(
      "raw HTML",
      #"{"method": "POST", "url": "http://HOST/b", "body": {"mode": "raw", "raw": "<p>", "options": {"raw": {"language": "html"}}}}"#,
      "POST /b\nContent-Type: text/html\n\n<p>"),
    .init(
      "raw JavaScript",
      #"{"method": "POST", "url": "http://HOST/b", "body": {"mode": "raw", "raw": "x()", "options": {"raw": {"language": "javascript"}}}}"#,
      "POST /b\nContent-Type: application/javascript\n\nx()"),
    .init(
      "raw without a language", #"{"method": "POST", "url": "http://HOST/b", "body": {"mode": "raw", "raw": "hello"}}"#,
      "POST /b\nContent-Type: text/plain\n\nhello"),
    .init(
      "a header of the body's own",
      #"{"method": "POST", "url": "http://HOST/b", "header": [{"key": "content-type", "value": "application/vnd.a+json"}], "body": {"mode": "raw", "raw": "{}"}}"#,
      "POST /b\ncontent-type: application/vnd.a+json\n\n{}"),
    .init(
      "a form",
      #"{"method": "POST", "url": "http://HOST/b", "body": {"mode": "urlencoded", "urlencoded": [{"key": "a", "value": "1"}, {"key": "b", "value": "x=y&z"}, {"key": "off", "value": "1", "disabled": true}]}}"#,
      "POST /b\nContent-Type: application/x-www-form-urlencoded\n\na=1&b=x%3Dy%26z"),
    .init(
      "GraphQL",
      #"{"method": "POST", "url": "http://HOST/b", "body": {"mode": "graphql", "graphql": {"query": "query ($n: Int) { a(n: $n) }", "variables": "{\"n\": 1}"}}}"#,
      "POST /b\nContent-Type: application/json\n\n{\"query\":\"query ($n: Int) { a(n: $n) }\",\"variables\":{\"n\": 1}}"
    ),
    .init(
      "a body that Postman prunes", #"{"method": "GET", "url": "http://HOST/b", "body": {"mode": "raw", "raw": "x"}}"#,
      get("/b")),
    .init(
      "basic",
      #"{"url": "http://HOST/a", "auth": {"type": "basic", "basic": [{"key": "username", "value": "ada"}, {"key": "password", "value": "pw"}]}}"#,
      get("/a\nAuthorization: Basic YWRhOnB3")),
    .init(
      "a key in the query",
      #"{"url": "http://HOST/a?x=1", "auth": {"type": "apikey", "apikey": [{"key": "key", "value": "k"}, {"key": "value", "value": "v1"}, {"key": "in", "value": "query"}]}}"#,
      get("/a?x=1&k=v1")),
    .init(
      "a token with a prefix",
      #"{"url": "http://HOST/a", "auth": {"type": "oauth2", "oauth2": [{"key": "accessToken", "value": "tok-1"}, {"key": "headerPrefix", "value": "Token"}]}}"#,
      get("/a\nAuthorization: Token tok-1")),
    .init(
      "templates for the parts of a URL",
      #"{"url": {"protocol": "http", "host": ["{{hostOnly}}"], "port": "PORT", "path": ["a"]}}"#, get("/a")),
    .init("a query behind a hash", #""http://HOST/#/route?x=1""#, get("/")),
    .init(
      "headers that Postman sends although these rows are disabled",
      #"{"method": "POST", "header": [{"key": "Content-Type", "value": "x/y", "disabled": true}, {"key": "Accept", "value": "text/csv", "disabled": true}], "url": "http://HOST/n", "body": {"mode": "urlencoded", "urlencoded": [{"key": "a", "value": "1"}]}}"#,
      "POST /n\nContent-Type: application/x-www-form-urlencoded\n\na=1"),
    .init(
      "a key in the query with a blank in its name",
      #"{"url": "http://HOST/a", "auth": {"type": "apikey", "apikey": [{"key": "key", "value": "api key"}, {"key": "value", "value": "v1"}, {"key": "in", "value": "query"}]}}"#,
      get("/a?api%20key=v1")),
    .init(
      "parts with a header for their type",
      #"{"method": "POST", "header": [{"key": "Content-Type", "value": "multipart/form-data"}], "url": "http://HOST/n", "body": {"mode": "formdata", "formdata": [{"key": "a", "value": "1", "type": "text"}]}}"#,
      "POST /n\nContent-Type: multipart/form-data; boundary=BOUNDARY\n\n--BOUNDARY\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--BOUNDARY--"
    ),
    .init(
      "no body where it is disabled",
      #"{"method": "POST", "url": "http://HOST/b", "body": {"mode": "raw", "raw": "x", "disabled": true}}"#, "POST /b"),
  ]

  @Test("one request of each kind", arguments: Sample.of(requests, 10))
  func request(_ row: JudgedCase) async throws {
    let judge = try ImportJudge()
    let source = row.source.replacing("PORT", with: "\(judge.server.port)")
    let path = try judge.write(
      Self.collection("{\"name\": \"r\", \"request\": \(source)}", more: Self.values), to: "c.json")
    let result = try await judge.send(path)
    #expect(result.arrived.map(\.text) == [row.sent.replacing("HOST", with: judge.host)])
    #expect(result.mistakes.isEmpty)
  }

  private static let values = #""variable": [{"key": "hostOnly", "value": "127.0.0.1"}],"#

  static func collection(_ items: String, more: String = values) -> String {
    #"{"info": {"name": "C", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},\#(more) "item": [\#(items)]}"#
  }

  @Test(
    "authentication replaces what the request has itself, and that is listed",
    arguments: [
      (
        #""auth": {"type": "bearer", "bearer": [{"key": "token", "value": "t"}]}"#,
        #"{"key": "authorization", "value": "Own o"}"#,
        "GET /a\nAuthorization: Bearer t"
      ),
      (
        #""auth": {"type": "basic", "basic": [{"key": "username", "value": "ada"}, {"key": "password", "value": "pw"}]}"#,
        #"{"key": "Authorization", "value": "Own o"}"#, "GET /a\nAuthorization: Basic YWRhOnB3"
      ),
      (
        #""auth": {"type": "apikey", "apikey": [{"key": "key", "value": "X-K"}, {"key": "value", "value": "k"}]}"#,
        #"{"key": "x-k", "value": "own"}"#, "GET /a\nX-K: k"
      ),
    ], [true, false])
  func replaced(row: (auth: String, header: String, sent: String), isInherited: Bool) async throws {
    let request = "\"url\": \"http://HOST/a\", \"header\": [\(row.header)]"
    let items =
      isInherited
      ? "{\"name\": \"f\", \(row.auth), \"item\": [{\"name\": \"r\", \"request\": {\(request)}}]}"
      : "{\"name\": \"r\", \"request\": {\(request), \(row.auth)}}"
    let judge = try ImportJudge()
    let result = try await judge.send(judge.write(Self.collection(items), to: "c.json"))
    #expect(result.arrived.map(\.text) == [row.sent])
    #expect(result.note(containing: "was left out: Postman sends the authentication's in its place"))
  }

  @Test(
    "variables in JSON are inserted as text",
    arguments: [
      ("{{whole}}", #"{"a":1}"#), (#"{"x":{{obj}}}"#, #"{"x":{"a":1}}"#), (#"[{{n}},{{n}}]"#, "[1,1]"),
      (#"{"x":"{{text}}"}"#, #"{"x":"say "hi""}"#), (#"{"x":"{{n}}"}"#, #"{"x":"1"}"#),
    ])
  func insertedText(body: String, sent: String) async throws {
    let more =
      #""variable": [{"key": "whole", "value": "{\"a\":1}"}, {"key": "obj", "value": "{\"a\":1}"}, {"key": "n", "value": "1"}, {"key": "text", "value": "say \"hi\""}],"#
    let raw = JSONPrinter.compact.string(of: .string(body))
    let items =
      "{\"name\": \"r\", \"request\": {\"method\": \"POST\", \"url\": \"http://HOST/a\", \"body\": {\"mode\": \"raw\", \"raw\": \(raw), \"options\": {\"raw\": {\"language\": \"json\"}}}}}"
    let judge = try ImportJudge()
    let result = try await judge.send(judge.write(Self.collection(items, more: more), to: "c.json"))
    #expect(result.arrived.map(\.text) == ["POST /a\nContent-Type: application/json\n\n\(sent)"])
  }

  @Test("variables in those of GraphQL are inserted as text, too")
  func graphQLVariables() async throws {
    let more =
      #""variable": [{"key": "obj", "value": "{\"a\":[1,\"x\"]}"}, {"key": "name", "value": "ada"}, {"key": "n", "value": "1"}],"#
    let items =
      #"{"name": "r", "request": {"method": "POST", "url": "http://HOST/a", "body": {"mode": "graphql", "graphql": {"query": "query A { a(b: \"{{name}}\") }", "variables": "{\"x\": {{obj}}}", "operationName": "A"}}}}"#
    let judge = try ImportJudge()
    let result = try await judge.send(judge.write(Self.collection(items, more: more), to: "c.json"))
    let sent = #"{"query":"query A { a(b: \"ada\") }","variables":{"x": {"a":[1,"x"]}},"operationName":"A"}"#
    #expect(result.arrived.map(\.text) == ["POST /a\nContent-Type: application/json\n\n\(sent)"])
  }

  @Test("settings become options, and what Parley cannot do is listed")
  func settings() throws {
    let item =
      #"{"name": "r", "protocolProfileBehavior": {"followRedirects": false, "strictSSL": false, "disableCookies": true, "tlsCipherSelection": ["X"], "disableBodyPruning": true}, "request": {"url": "http://a.test", "body": {"mode": "raw", "raw": "x"}}}"#
    let files = try ImportedFiles(Self.collection(item))
    let text = try files.text("requests/r.yaml")
    #expect(
      text.contains("redirects: 0") && text.contains("verify: false") && text.contains("cookies: false")
        && text.contains("text: x"))
    #expect(files.notes.contains("r: Settings that were left out: tlsCipherSelection."))
  }

  @Test("the values of variables come along: plain ones in files, credentials encrypted on this machine")
  func variables() async throws {
    let judge = try ImportJudge()
    let more =
      #""variable": [{"key": "host", "value": "HOST"}, {"key": "token", "value": "abc-123456"}, {"key": "base url", "value": "http://HOST/v1"}, {"key": "pin", "value": "1234", "type": "secret"}],"#
    let items =
      #"{"name": "a", "request": {"url": "http://{{host}}/a/{{pin}}", "header": [{"key": "Authorization", "value": "Bearer {{token}}"}]}}, {"name": "b", "request": "{{base url}}/b"}, {"name": "c", "request": "{{host}}/c"}"#
    let result = try await judge.send(judge.write(Self.collection(items, more: more), to: "c.json"))
    #expect(result.texts == ["a": "GET /a/1234\nAuthorization: Bearer abc-123456", "b": "GET /v1/b", "c": "GET /c"])
    #expect(!result.files.joined().contains("abc-123456") && !result.files.joined().contains("1234"))
  }

  @Test(
    "a variable that stands where a credential does is one: its value is encrypted, and without a value it is asked for"
  )
  func used() async throws {
    let judge = try ImportJudge()
    let more = #""variable": [{"key": "tok", "value": "SEKRET-1"}, {"key": "pin", "value": ""}],"#
    let items =
      #"{"name": "a", "request": {"url": "http://HOST/a", "auth": {"type": "bearer", "bearer": [{"key": "token", "value": "{{tok}}"}]}}}, {"name": "b", "request": {"url": "http://HOST/b", "header": [{"key": "X-Api-Key", "value": "{{pin}}"}, {"key": "Authorization", "value": "Key {{other}}"}]}}"#
    let path = try judge.write(Self.collection(items, more: more), to: "c.json")
    let result = try await judge.send(path, given: ["pin": "p-1", "other": "o-1"])
    #expect(
      result.texts == [
        "a": "GET /a\nAuthorization: Bearer SEKRET-1", "b": "GET /b\nAuthorization: Key o-1\nX-Api-Key: p-1",
      ])
    #expect(!result.files.joined().contains("SEKRET") && result.files.joined().contains("other: { secret: prompt }"))
  }
}
