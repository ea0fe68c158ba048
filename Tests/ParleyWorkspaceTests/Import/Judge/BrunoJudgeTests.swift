import ParleyFormats
import ParleyWorkspace
import TestSupport
import Testing

@Suite("A Bruno collection is sent as Bruno sends it", .timeLimit(.minutes(5)))
struct BrunoJudgeTests {
  static let bru: [JudgedCase] = [
    .init(
      "a query in the URL",
      "get {\n  url: http://HOST/a%20b/c%2Fd?x=a%20b&z=1+2&flag\n}\n\nparams:query {\n  x: a%20b\n  z: 1+2\n  flag: \n  ~off: 1\n}",
      "GET /a%20b/c%2Fd?x=a%20b&z=1+2&flag"),
    .init(
      "a query in rows alone", "get {\n  url: http://HOST/a\n}\n\nparams:query {\n  x: a b\n  ~off: 1\n}",
      "GET /a?x=a%20b"),
    .init("a method of its own", "http {\n  method: PURGE\n  url: http://HOST/a\n}", "PURGE /a"),
    .init(
      "quoted names", "get {\n  url: http://HOST/a\n}\n\nheaders {\n  X-Quoted: \"q\"\n  \"X-Name\": v\n  ~X-Off: 1\n}",
      "GET /a\nX-Name: v\nX-Quoted: \"q\""),
    .init(
      "a form with values over lines",
      "post {\n  url: http://HOST/a\n  body: formUrlEncoded\n}\n\nbody:form-urlencoded {\n  a: 1\n  a: 2\n  b: '''\n    x\n    y\n  '''\n  ~c: 3\n}",
      "POST /a\nContent-Type: application/x-www-form-urlencoded\n\na=1&a=2&b=x%0Ay"),
    .init(
      "parts with types",
      "post {\n  url: http://HOST/a\n  body: multipartForm\n}\n\nbody:multipart-form {\n  foo: {\"bar\":\"baz\"} @contentType(application/json)\n  up: @file(one.txt|two.txt)\n}",
      "POST /a\nContent-Type: multipart/form-data; boundary=BOUNDARY\n\n--BOUNDARY\r\nContent-Disposition: form-data; name=\"foo\"\r\nContent-Type: application/json\r\n\r\n{\"bar\":\"baz\"}\r\n--BOUNDARY\r\nContent-Disposition: form-data; name=\"up\"; filename=\"one.txt\"\r\nContent-Type: text/plain\r\n\r\n1\r\n--BOUNDARY\r\nContent-Disposition: form-data; name=\"up\"; filename=\"two.txt\"\r\nContent-Type: text/plain\r\n\r\n2\r\n--BOUNDARY--"
    ),
    .init(
      "a file",
      "post {\n  url: http://HOST/a\n  body: file\n}\n\nbody:file {\n  file: @file(one.txt) @contentType(application/json)\n}",
      "POST /a\nContent-Type: application/json\n\n1"),
    .init(
      "JSON", "post {\n  url: http://HOST/a\n  body: json\n}\n\nbody:json {\n  {\n    \"a\": 1\n  }\n}",
      "POST /a\nContent-Type: application/json\n\n{\n  \"a\": 1\n}"),
    .init(
      "XML", "post {\n  url: http://HOST/a\n  body: xml\n}\n\nbody:xml {\n  <a/>\n}",
      "POST /a\nContent-Type: application/xml\n\n<a/>"),
    .init(
      "text", "post {\n  url: http://HOST/a\n  body: text\n}\n\nbody:text {\n  hello\n}",
      "POST /a\nContent-Type: text/plain\n\nhello"),
    .init(
      "SPARQL", "post {\n  url: http://HOST/a\n  body: sparql\n}\n\nbody:sparql {\n  SELECT\n}",
      "POST /a\nContent-Type: application/sparql-query\n\nSELECT"),
    .init(
      "GraphQL",
      "post {\n  url: http://HOST/a\n  body: graphql\n}\n\nbody:graphql {\n  { a }\n}\n\nbody:graphql:vars {\n  {\"n\": 1}\n}",
      "POST /a\nContent-Type: application/json\n\n{\"query\":\"{ a }\",\"variables\":{\"n\": 1}}"),
    .init("path parameters", "get {\n  url: http://HOST/u/:id\n}\n\nparams:path {\n  id: a b\n}", "GET /u/a%20b"),
    .init(
      "annotations",
      "get {\n  url: http://HOST/a/{{n}}\n}\n\nvars:pre-request {\n  @number\n  n: 3\n  @string\n  s: x\n}", "GET /a/3"),
    .init(
      "a key in the query",
      "get {\n  url: http://HOST/a?x=1\n  auth: apikey\n}\n\nauth:apikey {\n  key: k\n  value: v1\n  placement: queryparams\n}",
      "GET /a?x=1&k=v1"),
    .init("dots in the path", "get {\n  url: http://HOST/a/../b\n}", "GET /b"),
    .init(
      "a type that is switched off",
      "post {\n  url: http://HOST/a\n  body: json\n}\n\nheaders {\n  ~Content-Type: x/y\n  ~Accept: a/b\n}\n\nbody:json {\n  {}\n}",
      "POST /a\nContent-Type: application/json\n\n{}"),
    .init("CRLF and a byte order mark", "\u{FEFF}get {\r\n  url: http://HOST/a\r\n}\r\n", "GET /a"),
  ]

  @Test("one request of each kind, as .bru", arguments: Sample.of(bru, 5))
  func bruFile(_ row: JudgedCase) async throws {
    let judge = try ImportJudge()
    try judge.write(#"{"version": "1", "name": "c", "type": "collection"}"#, to: "bruno.json")
    try judge.write("1", to: "one.txt")
    try judge.write("2", to: "two.txt")
    try judge.write(row.source, to: "r.bru")
    let result = try await judge.send(judge.path("source"))
    #expect(result.arrived.map(\.text) == [row.sent])
    #expect(result.mistakes.isEmpty)
  }

  static let yml: [JudgedCase] = [
    .init(
      "a query and headers",
      "http:\n  method: GET\n  url: http://HOST/a?x=1\n  headers: [{ name: X-A, value: 1 }, { name: X-Off, value: 1, disabled: true }]",
      "GET /a?x=1\nX-A: 1"),
    .init(
      "JSON", "http:\n  method: POST\n  url: http://HOST/a\n  body: { type: json, data: '{\"a\": 1}' }",
      "POST /a\nContent-Type: application/json\n\n{\"a\": 1}"),
    .init(
      "a form",
      "http:\n  method: POST\n  url: http://HOST/a\n  body: { type: form-urlencoded, data: [{ name: a, value: x y }] }",
      "POST /a\nContent-Type: application/x-www-form-urlencoded\n\na=x+y"),
    .init(
      "a file",
      "http:\n  method: POST\n  url: http://HOST/a\n  body: { type: file, data: [{ filePath: one.txt, contentType: text/csv, selected: true }] }",
      "POST /a\nContent-Type: text/csv\n\n1"),
    .init(
      "authentication",
      "http: { method: GET, url: 'http://HOST/a', auth: { type: basic, username: ada, password: pw } }",
      "GET /a\nAuthorization: Basic YWRhOnB3"),
    .init(
      "authentication of the collection", "http: { method: GET, url: 'http://HOST/a', auth: inherit }",
      "GET /a\nAuthorization: Bearer tok-1"),
    .init(
      "GraphQL", "graphql: { method: POST, url: 'http://HOST/a', body: { query: '{ a }', variables: '{\"n\": 1}' } }",
      "POST /a\nContent-Type: application/json\n\n{\"query\":\"{ a }\",\"variables\":{\"n\": 1}}"),
    .init(
      "path parameters",
      "http: { method: GET, url: 'http://HOST/u/:id', params: [{ name: id, value: 7, type: path }] }", "GET /u/7"),
  ]

  @Test("one request of each kind, as .yml", arguments: Sample.of(yml, 5))
  func ymlFile(_ row: JudgedCase) async throws {
    let judge = try ImportJudge()
    try judge.write(
      "opencollection: 1.0.0\ninfo: { name: c }\nrequest: { auth: { type: bearer, token: tok-1 } }\n",
      to: "opencollection.yml")
    try judge.write("1", to: "one.txt")
    try judge.write("info: { name: r, type: http }\n\(row.source)\n", to: "r.yml")
    let result = try await judge.send(judge.path("source"))
    #expect(result.arrived.map(\.text) == [row.sent])
  }

  /// Requests of Bruno's export as JSON, without their names.
  static let exported: [JudgedCase] = [
    .init(
      "a query, headers and what is off",
      #""type": "http", "request": {"method": "GET", "url": "http://HOST/a?x=1", "params": [{"name": "x", "value": "1", "type": "query", "enabled": true}, {"name": "o", "value": "2", "type": "query", "enabled": false}], "headers": [{"name": "X-A", "value": "1", "enabled": true}, {"name": "X-Off", "value": "1", "enabled": false}], "auth": {"mode": "none"}, "body": {"mode": "none"}}"#,
      "GET /a?x=1\nX-A: 1"),
    .init(
      "JSON",
      #""type": "http", "request": {"method": "POST", "url": "http://HOST/a", "auth": {"mode": "none"}, "body": {"mode": "json", "json": "{\"a\": 1}"}}"#,
      "POST /a\nContent-Type: application/json\n\n{\"a\": 1}"),
    .init(
      "a form",
      #""type": "http", "request": {"method": "POST", "url": "http://HOST/a", "auth": {"mode": "none"}, "body": {"mode": "formUrlEncoded", "formUrlEncoded": [{"name": "a", "value": "x y", "enabled": true}, {"name": "b", "value": "2", "enabled": false}]}}"#,
      "POST /a\nContent-Type: application/x-www-form-urlencoded\n\na=x+y"),
    .init(
      "parts",
      #""type": "http", "request": {"method": "POST", "url": "http://HOST/a", "auth": {"mode": "none"}, "body": {"mode": "multipartForm", "multipartForm": [{"type": "text", "name": "a", "value": "1", "contentType": "text/csv", "enabled": true}]}}"#,
      "POST /a\nContent-Type: multipart/form-data; boundary=BOUNDARY\n\n--BOUNDARY\r\nContent-Disposition: form-data; name=\"a\"\r\nContent-Type: text/csv\r\n\r\n1\r\n--BOUNDARY--"
    ),
    .init(
      "GraphQL",
      #""type": "graphql", "request": {"method": "POST", "url": "http://HOST/a", "auth": {"mode": "none"}, "body": {"mode": "graphql", "graphql": {"query": "{ a }", "variables": "{\"n\": 1}"}}}"#,
      "POST /a\nContent-Type: application/json\n\n{\"query\":\"{ a }\",\"variables\":{\"n\": 1}}"),
    .init(
      "a token of the collection and a path parameter",
      #""type": "http", "request": {"method": "GET", "url": "http://HOST/u/:id", "params": [{"name": "id", "value": "7", "type": "path", "enabled": true}], "auth": {"mode": "inherit"}}"#,
      "GET /u/7\nAuthorization: Bearer tok-1"),
  ]

  @Test("one request of each kind, in Bruno's export as JSON", arguments: Sample.of(exported, 3))
  func export(_ row: JudgedCase) async throws {
    let judge = try ImportJudge()
    let root = #""root": {"request": {"auth": {"mode": "bearer", "bearer": {"token": "tok-1"}}}}"#
    let source =
      #"{"name": "c", "version": "1", "items": [{"type": "folder", "name": "F", "items": [{"name": "r", "seq": 1, \#(row.source)}]}], "environments": [], \#(root), "brunoConfig": {"name": "c"}}"#
    let result = try await judge.send(judge.write(source, to: "c.json"))
    #expect(result.texts == ["f/r": row.sent])
    #expect(result.notes.isEmpty && !result.files.joined().contains("tok-1"))
  }

  @Test("one request of each kind, in one file with all items", arguments: Sample.of(yml, 5))
  func bundle(_ row: JudgedCase) async throws {
    let judge = try ImportJudge()
    try judge.write("1", to: "one.txt")
    let request = row.source.split(separator: "\n").map { "        \($0)" }.joined(separator: "\n")
    let source = """
      opencollection: 1.0.0
      info: { name: c }
      bundled: true
      request: { auth: { type: bearer, token: tok-1 } }
      config: { environments: [{ name: dev, variables: [{ name: n, value: 1 }] }] }
      items:
        - info: { name: F, type: folder }
          items:
            - info: { name: r, type: http }
      """
    let result = try await judge.send(judge.write("\(source)\n\(request)\n", to: "opencollection.yml"))
    #expect(result.texts == ["f/r": row.sent])
  }

  @Test("settings, assertions, captures and scripts are taken or listed")
  func parts() throws {
    let folder = try TemporaryFolder()
    try folder.write("bruno.json", #"{"name": "c"}"#)
    try folder.write(
      "r.bru",
      """
      get {
        url: http://a.test
        strange: 1
      }

      settings {
        encodeUrl: false
        followRedirects: false
        maxRedirects: 2
        timeout: 1500
      }

      vars:post-response {
        tok: res.body.a
        tok: res.body.b
      }

      assert {
        res.status: 200
        res.body.a: isDefined
        res.responseTime: lt 5000
        res.headers.content-type: contains json
        ~res.body.x: eq 1
      }

      tests {
        test("x")
      }

      frobnicate {
        a: 1
      }
      """)
    let files = try ImportedFiles(try ImportedAPI(at: folder.path))
    let text = try files.text("requests/r.yaml")
    #expect(text.contains("redirects: 0") && text.contains("timeout: 1500ms") && text.contains("capture: { tok: .b }"))
    #expect(text.contains("status: 200") && text.contains("within: 5s") && text.contains("content-type"))
    #expect(files.notes.contains("r: Left out: tests, frobnicate."))
    #expect(files.notes.contains("r.bru: get.strange: The key is not read."))
    #expect(files.notes.contains { $0.contains("“tok” is set more than once") })
    #expect(files.mistakes.isEmpty)
  }

  @Test("no credential of a collection stands in a file")
  func credentials() async throws {
    let judge = try ImportJudge()
    try judge.write(#"{"name": "sec"}"#, to: "bruno.json")
    try judge.write("vars:pre-request {\n  clientSecret: SEKRET-coll-1\n}\n", to: "collection.bru")
    try judge.write(
      "vars {\n  token: SEKRET-env-1\n  url: http://ada:SEKRET-env-2@b.test\n}\n", to: "environments/dev.bru")
    try judge.write(
      "get {\n  url: http://HOST/a?api_key=SEKRET-query-1\n  auth: bearer\n}\n\nparams:query {\n  api_key: SEKRET-query-1\n}\n\nauth:bearer {\n  token: {{token}}\n}\n\nheaders {\n  X-Api-Key: SEKRET-header-1\n  Cookie: session=SEKRET-cookie-1\n}\n\nvars:pre-request {\n  password: SEKRET-var-1\n}\n",
      to: "a.bru")
    let result = try await judge.send(judge.path("source"))
    #expect(!result.files.joined().contains("SEKRET"))
    #expect(
      result.arrived.map(\.text) == [
        "GET /a?api_key=SEKRET-query-1\nAuthorization: Bearer SEKRET-env-1\nCookie: session=SEKRET-cookie-1\nX-Api-Key: SEKRET-header-1"
      ])
  }
}
