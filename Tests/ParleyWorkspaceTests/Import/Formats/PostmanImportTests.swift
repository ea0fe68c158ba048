import ParleyFiles
import ParleyFormats
import ParleyWorkspace
import Testing

@Suite("A Postman collection becomes a workspace", .timeLimit(.minutes(2))) struct PostmanImportTests {
  static let collection = #"""
    {
      "info": {"name": "Shop", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
      "variable": [{"key": "baseUrl", "value": "http://127.0.0.1:8080"}],
      "auth": {"type": "bearer", "bearer": [{"key": "token", "value": "{{token}}"}]},
      "item": [
        {"name": "Users", "item": [
          {"name": "Sign in", "request": {
            "method": "POST", "auth": {"type": "noauth"},
            "url": {"raw": "{{baseUrl}}/user/login?lang=en"},
            "header": [{"key": "X-Id", "value": "{{$guid}}"}, {"key": "X-Off", "value": "1", "disabled": true}],
            "body": {"mode": "raw", "raw": "{\"email\": \"{{user.email}}\", \"password\": \"{{password}}\"}",
                     "options": {"raw": {"language": "json"}}}},
           "event": [{"listen": "test", "script": {"exec": [
             "var body = pm.response.json();",
             "pm.test(\"it works\", function () {",
             "  pm.response.to.have.status(200);",
             "  pm.expect(body.status).to.eql('success');",
             "  pm.expect(body.result.roles.length).to.be.above(0);",
             "});",
             "pm.environment.set(\"token\", body.result.token);",
             "somethingElse();"]}}]},
          {"name": "Sign in", "request": "{{baseUrl}}/user/profile"}
        ]},
        {"name": "Upload", "request": {"method": "PUT",
          "url": {"raw": "https://files.example.com/:id", "variable": [{"key": "id", "value": "7"}]},
          "auth": {"type": "basic", "basic": {"username": "ada", "password": "hunter2"}},
          "body": {"mode": "formdata", "formdata": [{"key": "note", "value": "hi"}, {"key": "file", "type": "file", "src": "a.png"}]}}}
      ]
    }
    """#

  @Test("folders, names, switched-off rows and dynamic values come over; a name that stands twice is told apart")
  func requests() throws {
    let files = try ImportedFiles(Self.collection, named: "shop.json")
    #expect(files.requests == ["upload", "users/sign-in", "users/sign-in-2"])
    let text = try files.text("requests/users/sign-in.yaml")
    #expect(text.contains("url: /user/login\n") && text.contains("lang: en\n"))
    #expect(text.contains("X-Id: \"{{uuid()}}\"\n") && text.contains("~X-Off: 1\n"))
    #expect(try files.text("parley.yaml").contains("  baseUrl: \"{{baseUrl}}\"\n"))
    #expect(files.mistakes == ["there is no file “a.png”"])
  }

  @Test("what a script sets from the response is captured, and what it tests expected; the rest is counted")
  func scripts() throws {
    let files = try ImportedFiles(Self.collection, named: "shop.json")
    let text = try files.text("requests/users/sign-in.yaml")
    #expect(text.contains("capture: { token: .result.token }\n"))
    #expect(text.contains("status: 200") && text.contains(#".status == "success""#))
    #expect(text.contains("(.result.roles | length) > 0"))
    #expect(files.notes.contains("users/sign-in: 1 line of its scripts could not be taken over."))
    #expect(try files.text("parley.yaml").contains("bearer: \"{{shared.token}}\"\n"))
  }

  @Test(
    "a test is read in whatever form its function has; nothing is lost without a note",
    arguments: [
      (["pm.test('ok',()=>pm.response.to.have.status(201))"], 0),
      (["pm.test('ok', () => pm.response.to.have.status(201));"], 0),
      (["pm.test('ok', () =>", "  pm.response.to.have.status(201)", ");"], 0),
      (["pm.test('ok', () => { pm.response.to.have.status(201) })"], 0),
      (["pm.test(`ok; or not`, async function named(done) { pm.response.to.have.status(201); });"], 0),
      (["pm.test('ok',", "function () {", "pm.response.to.have.status(201); // made", "});"], 0),
      (["pm.response.to.have.status(201);", "console.log(pm.response.text());"], 1),
      (["pm.response.to.have.status(201);", "pm.test('ok', helper);", "// pm.test('no', helper)"], 1),
    ])
  func forms(_ lines: [String], unknown: Int) throws {
    let exec = lines.map { "\"\($0)\"" }.joined(separator: ", ")
    let collection = """
      {"info": {"name": "Shop", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
       "item": [{"name": "Make", "request": "https://a.test/items",
                 "event": [{"listen": "test", "script": {"exec": [\(exec)]}}]}]}
      """
    let files = try ImportedFiles(collection, named: "shop.json")
    #expect(try files.text("requests/make.yaml").contains("expect: { status: 201 }\n"))
    #expect(
      files.notes.filter { $0.contains("script") }
        == (unknown == 0 ? [] : ["make: 1 line of its scripts could not be taken over."]))
  }

  @Test("a credential is in no file: it is handed over to be sealed, or asked for")
  func credentials() throws {
    let files = try ImportedFiles(Self.collection, named: "shop.json")
    #expect(files.plan.secrets.map(\.value) == ["hunter2"])
    #expect(!files.plan.files.contains { String(decoding: $0.bytes, as: UTF8.self).contains("hunter2") })
    let environment = try files.text("environments/local.yaml")
    #expect(environment.contains("password: { secret: prompt }\n") && environment.contains("user_email: \"\"\n"))
  }

  @Test("an environment comes with its collection; its secrets are encrypted on this machine")
  func environments() throws {
    let staging =
      #"{"name": "My staging", "values": [{"key": "baseUrl", "value": "https://stg.test"}, {"key": "password", "value": "p", "type": "secret"}]}"#
    let files = try ImportedFiles(Self.collection, named: "shop.json", environments: [staging])
    let text = try files.text("environments/my-staging.yaml")
    #expect(text.contains("baseUrl: https://stg.test\n") && text.contains(#"{{secret("password at my-staging")}}"#))
    #expect(
      files.plan.secrets.map(\.value) == ["hunter2", "p"] || files.plan.secrets.map(\.value) == ["p", "hunter2"])
  }

  @Test("forms, files, path variables and whole URLs come over")
  func upload() throws {
    let text = try ImportedFiles(Self.collection, named: "shop.json").text("requests/upload.yaml")
    #expect(text.contains("url: https://files.example.com/:id\n") && text.contains("id: 7\n"))
    #expect(text.contains("note: hi\n") && text.contains("file: { file: a.png }\n"))
  }
}
