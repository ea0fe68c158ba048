import ParleyWorkspace
import TestSupport
import Testing

@Suite("An Insomnia export is sent as Insomnia sends it", .timeLimit(.minutes(5)))
struct InsomniaJudgeTests {
  static let requests: [JudgedCase] = [
    .init(
      "a query that is encoded already",
      #""url": "http://HOST/a%20b/c%2Fd?x=a%20b&z=1+2&flag", "parameters": [{"name": "p", "value": "a%20b"}, {"name": "v", "value": "%5B1%5D"}]"#,
      "GET /a%20b/c%2Fd?x=a%20b&z=1+2&flag&p=a%20b&v=%5B1%5D"),
    .init(
      "a query of rows",
      #""url": "http://HOST/a", "parameters": [{"name": "q", "value": "a b&c"}, {"name": "off", "value": "1", "disabled": true}]"#,
      "GET /a?q=a%20b%26c"),
    .init(
      "path parameters", #""url": "http://HOST/u/:id", "pathParameters": [{"name": "id", "value": "a b"}]"#,
      "GET /u/a%20b"),
    .init(
      "a form",
      #""method": "POST", "url": "http://HOST/a", "body": {"mimeType": "application/x-www-form-urlencoded", "params": [{"name": "a", "value": "1"}, {"name": "b", "value": "2", "disabled": true}]}"#,
      "POST /a\nContent-Type: application/x-www-form-urlencoded\n\na=1"),
    .init(
      "JSON",
      #""method": "POST", "url": "http://HOST/a", "body": {"mimeType": "application/json", "text": "{\"a\": 1}"}"#,
      "POST /a\nContent-Type: application/json\n\n{\"a\": 1}"),
    .init(
      "XML", #""method": "POST", "url": "http://HOST/a", "body": {"mimeType": "application/xml", "text": "<a/>"}"#,
      "POST /a\nContent-Type: application/xml\n\n<a/>"),
    .init(
      "GraphQL",
      #""method": "POST", "url": "http://HOST/a", "body": {"mimeType": "application/graphql", "text": "{\"query\":\"{ a }\",\"variables\":{\"n\":1}}"}"#,
      "POST /a\nContent-Type: application/json\n\n{\"query\":\"{ a }\",\"variables\":{\"n\":1}}"),
    .init(
      "a token with a prefix",
      #""url": "http://HOST/a", "authentication": {"type": "bearer", "token": "tok-1", "prefix": "Token"}"#,
      "GET /a\nAuthorization: Token tok-1"),
    .init(
      "a key in a cookie",
      #""url": "http://HOST/a", "authentication": {"type": "apikey", "key": "sid", "value": "v1", "addTo": "cookie"}"#,
      "GET /a\nCookie: sid=v1"),
    .init(
      "authentication that is switched off",
      #""url": "http://HOST/a", "authentication": {"type": "basic", "username": "a", "password": "b", "disabled": true}"#,
      "GET /a"),
    .init(
      "base64 of a text",
      #""url": "http://HOST/a", "parameters": [{"name": "q", "value": "{% base64 'encode', 'normal', 'abc' %}"}]"#,
      "GET /a?q=YWJj"),
    .init(
      "parts with a header for their type",
      #""method": "POST", "url": "http://HOST/a", "headers": [{"name": "Content-Type", "value": "multipart/form-data"}], "body": {"mimeType": "multipart/form-data", "params": [{"name": "a", "value": "1"}]}"#,
      "POST /a\nContent-Type: multipart/form-data; boundary=BOUNDARY\n\n--BOUNDARY\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--BOUNDARY--"
    ),
    .init("dots in the path", #""url": "http://HOST/a/../b/./c""#, "GET /b/c"),
    .init(
      "a header that is sent although its row is disabled",
      #""method": "POST", "url": "http://HOST/a", "headers": [{"name": "Content-Type", "value": "x/y", "disabled": true}], "body": {"mimeType": "application/json", "text": "{}"}"#,
      "POST /a\nContent-Type: application/json\n\n{}"),
    .init("a comment", #""url": "http://HOST/a{# never sent #}""#, "GET /a"),
  ]

  private static func four(_ request: String, more: String = "") -> String {
    #"{"_type": "export", "__export_format": 4, "resources": [{"_id": "wrk_1", "_type": "workspace", "name": "N"}, \#(more){"_id": "req_1", "_type": "request", "parentId": "wrk_1", "name": "r", \#(request)}]}"#
  }

  @Test("one request of each kind, in version 4", arguments: Sample.of(requests, 5))
  func version4(_ row: JudgedCase) async throws {
    let judge = try ImportJudge()
    let result = try await judge.send(judge.write(Self.four(row.source), to: "i.json"))
    #expect(result.arrived.map(\.text) == [row.sent])
    #expect(result.mistakes.isEmpty)
  }

  @Test("one request of each kind, in version 5", arguments: Sample.of(requests, 5))
  func version5(_ row: JudgedCase) async throws {
    let judge = try ImportJudge()
    let source =
      "{\"type\": \"collection.insomnia.rest/5.0\", \"name\": \"N\", \"collection\": [{\"name\": \"r\", \(row.source)}]}"
    let result = try await judge.send(judge.write(source, to: "i.yaml"))
    #expect(result.arrived.map(\.text) == [row.sent])
  }

  @Test("tags become functions, and the response of another request is read")
  func tags() async throws {
    let judge = try ImportJudge()
    let source = #"""
      {"_type": "export", "__export_format": 4, "resources": [
        {"_id": "wrk_1", "_type": "workspace", "name": "Tags"},
        {"_id": "req_2", "_type": "request", "parentId": "wrk_1", "name": "me", "metaSortKey": 2, "url": "http://HOST/me/{% uuid 'v4' %}",
         "headers": [{"name": "X-At", "value": "{% now 'unix', '' %}"}, {"name": "X-Who", "value": "{% prompt 'Who', '', '', '', false, true %}"}],
         "authentication": {"type": "bearer", "token": "{% response 'body', 'req_1', 'b64::JC50b2tlbg==::46b', 'never', 60 %}"}},
        {"_id": "req_1", "_type": "request", "parentId": "wrk_1", "name": "login", "metaSortKey": 1, "method": "POST", "url": "http://HOST/login"},
        {"_id": "req_3", "_type": "request", "parentId": "wrk_1", "name": "other", "metaSortKey": 3, "url": "http://HOST/o", "headers": [{"name": "X-H", "value": "{% hash 'md5', 'hex', 'a' %}"}]}
      ]}
      """#
    let result = try await judge.send(judge.write(source, to: "i.json"), given: ["Who": "ada"])
    let me = try #require(result.texts["me"])
    #expect(me.contains("Authorization: Bearer T-1") && me.contains("X-Who: ada"))
    #expect(me.firstMatch(of: /GET \/me\/[0-9a-f-]{36}\n/) != nil && me.firstMatch(of: /X-At: \d{10}/) != nil)
    #expect(result.note(containing: "{% hash 'md5', 'hex', 'a' %}: Parley has no such template"))
  }

  @Test(
    "no request is lost, whatever its parent: one of another file, a placeholder, none, a folder in a circle",
    arguments: ["\"__WORKSPACE_ID__\"", "\"fld_gone\"", "null", "\"fld_1\"", "\"req_1\""], [true, false])
  func orphans(parent: String, hasWorkspace: Bool) async throws {
    let judge = try ImportJudge()
    let workspace = hasWorkspace ? "{\"_id\": \"wrk_1\", \"_type\": \"workspace\", \"name\": \"W\"}," : ""
    let source = """
      {"_type": "export", "__export_format": 4, "resources": [\(workspace)
        {"_id": "fld_1", "_type": "request_group", "parentId": "fld_1", "name": "F"},
        {"_id": "env_1", "_type": "environment", "parentId": "__WORKSPACE_ID__", "data": {"v": "1"}},
        {"_id": "req_1", "_type": "request", "parentId": \(parent), "name": "r", "url": "http://HOST/{{ _.v }}"}
      ]}
      """
    let result = try await judge.send(judge.write(source, to: "i.json"))
    #expect(result.arrived.map(\.text) == ["GET /1"])
  }

  @Test("of several workspaces each becomes a folder with its own values")
  func workspaces() async throws {
    let judge = try ImportJudge()
    let source = #"""
      {"_type": "export", "__export_format": 4, "resources": [
        {"_id": "wrk_1", "_type": "workspace", "name": "One"}, {"_id": "wrk_2", "_type": "workspace", "name": "Two"},
        {"_id": "env_1", "_type": "environment", "parentId": "wrk_1", "data": {"host": "http://HOST/one", "deep": {"a": 1}}},
        {"_id": "env_2", "_type": "environment", "parentId": "wrk_2", "data": {"host": "http://HOST/two"}},
        {"_id": "req_1", "_type": "request", "parentId": "wrk_1", "name": "r", "url": "{{ _.host }}/{{ _.deep.a }}"},
        {"_id": "req_2", "_type": "request", "parentId": "wrk_2", "name": "r", "url": "{{ _['host'] }}/r"}
      ]}
      """#
    let result = try await judge.send(judge.write(source, to: "i.json"))
    #expect(result.texts == ["one/r": "GET /one/1", "two/r": "GET /two/r"])
  }

  @Test("values inside of lists are read; those of private environments and those used as credentials are encrypted")
  func values() async throws {
    let judge = try ImportJudge()
    let source = #"""
      {"_type": "export", "__export_format": 4, "resources": [
        {"_id": "w", "_type": "workspace", "name": "N"},
        {"_id": "e", "_type": "environment", "parentId": "w", "data": {"ids": [{"a": 1}, "x y"], "plain": "SEKRET-used"}},
        {"_id": "p", "_type": "environment", "parentId": "e", "name": "Own", "isPrivate": true, "data": {"pin": "SEKRET-pin"}},
        {"_id": "r", "_type": "request", "parentId": "w", "name": "r", "url": "http://HOST/{{ _.ids[1] }}/{{ _.pin }}", "authentication": {"type": "bearer", "token": "{{ _.plain }}"}}
      ]}
      """#
    let result = try await judge.send(judge.write(source, to: "i.json"))
    #expect(result.texts == ["r": "GET /x%20y/SEKRET-pin\nAuthorization: Bearer SEKRET-used"])
    #expect(!result.files.joined().contains("SEKRET"))
  }

  @Test("every grant of OAuth 2 that Parley has, and keys of AWS, come over")
  func authentication() throws {
    let grants = [
      ("client_credentials", "tokenUrl"), ("password", "grant: password"),
      ("authorization_code", "grant: authorizationCode"),
      ("refresh_token", "grant: refreshToken"),
    ]
    for (grant, expected) in grants {
      let request =
        #""url": "http://a.test", "authentication": {"type": "oauth2", "grantType": "\#(grant)", "accessTokenUrl": "http://a.test/t", "authorizationUrl": "http://a.test/a", "clientId": "c", "clientSecret": "s3cret-value", "scope": "read", "username": "u", "password": "p4ssword", "refreshToken": "r3fresh", "credentialsInBody": true, "audience": "me"}"#
      let text = try ImportedFiles(Self.four(request)).text("requests/r.yaml")
      #expect(text.contains(expected) && text.contains("client: body") && text.contains("audience: me"))
      #expect(!text.contains("s3cret-value") && !text.contains("p4ssword"))
    }
    let keys =
      #""url": "http://a.test", "authentication": {"type": "iam", "accessKeyId": "AK", "secretAccessKey": "s3cret-value", "region": "eu", "service": "s3"}"#
    let text = try ImportedFiles(Self.four(keys)).text("requests/r.yaml")
    #expect(text.contains("awsSigV4") && text.contains("region: eu") && !text.contains("s3cret-value"))
  }
}
