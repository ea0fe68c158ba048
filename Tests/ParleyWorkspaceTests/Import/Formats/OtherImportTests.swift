import ParleyFiles
import ParleyFormats
import ParleyWorkspace
import Testing

@Suite("HAR, Insomnia, Bruno, .http files and curl commands become workspaces", .timeLimit(.minutes(2)))
struct OtherImportTests {
  @Test("a recording becomes requests and a group in their order, without images and what browsers add")
  func har() throws {
    let text = #"""
      {"log": {"version": "1.2", "entries": [
        {"startedDateTime": "2026-01-01T00:00:02Z", "request": {"method": "GET", "url": "http://a.test/items?page=2",
          "headers": [{"name": "Authorization", "value": "Bearer xyz"}, {"name": "sec-fetch-mode", "value": "cors"}]},
          "response": {"content": {"mimeType": "application/json"}}},
        {"startedDateTime": "2026-01-01T00:00:01Z", "request": {"method": "POST", "url": "http://a.test/user/login", "headers": [],
          "postData": {"mimeType": "application/json", "text": "{\"password\":\"hunter2\"}"}}, "response": {}},
        {"startedDateTime": "2026-01-01T00:00:03Z", "request": {"method": "GET", "url": "http://a.test/logo.png", "headers": []},
          "response": {"content": {"mimeType": "image/png"}}},
        {"startedDateTime": "2026-01-01T00:00:04Z", "request": {"method": "GET", "url": "http://a.test/items?page=2",
          "headers": [{"name": "Authorization", "value": "Bearer xyz"}]}, "response": {}}
      ]}}
      """#
    let files = try ImportedFiles(text, named: "recording.har")
    #expect(files.requests == ["get-items", "user/post-login"])
    #expect(
      try files.text("groups/recording.yaml").hasSuffix(
        """
        serial:
          - { request: user/post-login }
          - { request: get-items }
          - { request: get-items, as: get_items_2 }

        """))
    #expect(!(try files.text("requests/get-items.yaml").contains("sec-fetch")))
    #expect(Set(files.plan.secrets.map(\.value)) == ["hunter2", "xyz"])
    #expect(files.notes.contains("log.entries: 1 request for images, styles, scripts and the like left out."))
    #expect(files.mistakes.isEmpty)
  }

  @Test("Insomnia 4 names parents, Insomnia 5 is a tree: both give the same requests")
  func insomnia() throws {
    let four = #"""
      {"_type": "export", "__export_format": 4, "resources": [
        {"_id": "w", "_type": "workspace", "name": "Shop"},
        {"_id": "e", "_type": "environment", "parentId": "w", "data": {"base_url": "http://a.test"}},
        {"_id": "f", "_type": "request_group", "parentId": "w", "name": "Users"},
        {"_id": "r", "_type": "request", "parentId": "f", "name": "Sign in", "method": "POST", "url": "{{ _.base_url }}/login",
         "body": {"mimeType": "application/json", "text": "{\"password\": \"{{ _.password }}\"}"},
         "authentication": {"type": "basic", "username": "ada", "password": "hunter2"}}
      ]}
      """#
    let five = """
      type: collection.insomnia.rest/5.0
      name: Shop
      collection:
        - name: Users
          children:
            - name: Sign in
              url: "{{ _.base_url }}/login"
              method: POST
              body: { mimeType: application/json, text: '{"password": "{{ _.password }}"}' }
              authentication: { type: basic, username: ada, password: hunter2 }
      environments: { name: Base, data: { base_url: "http://a.test" } }
      """
    let (old, new) = (try ImportedFiles(four), try ImportedFiles(five))
    #expect(old.requests == ["users/sign-in"] && new.requests == old.requests)
    let text = try old.text("requests/users/sign-in.yaml")
    #expect(text == (try new.text("requests/users/sign-in.yaml")))
    #expect(
      text.contains("url: \"{{base_url}}/login\"\n") && text.contains("{{password}}") && !text.contains("hunter2"))
    #expect(old.mistakes.isEmpty && new.mistakes.isEmpty)
  }

  @Test("the folder of a Bruno collection: requests in their order, captures, assertions, environments")
  func bruno() throws {
    let folder = try TemporaryFolder()
    try folder.write("bruno.json", #"{"version": "1", "name": "Shop", "type": "collection"}"#)
    try folder.write(
      "users/login.bru",
      """
      meta {
        name: Sign in
        seq: 1
      }

      post {
        url: {{baseUrl}}/login?lang=en
        body: json
        auth: none
      }

      params:query {
        lang: en
        ~debug: 1
      }

      body:json {
        {
          "password": "{{password}}"
        }
      }

      vars:post-response {
        token: res.body.result.token
      }

      assert {
        res.status: eq 201
        res.body.ok: isTruthy
      }

      script:post-response {
        console.log(1)
      }
      """)
    try folder.write(
      "users/me.bru",
      "meta {\n  name: me\n}\n\nget {\n  url: {{baseUrl}}/me\n  auth: bearer\n}\n\nauth:bearer {\n  token: {{token}}\n}\n"
    )
    try folder.write("environments/local.bru", "vars {\n  baseUrl: http://a.test\n}\nvars:secret [\n  password\n]\n")
    let files = try ImportedFiles(try ImportedAPI(at: folder.path))
    let text = try files.text("requests/users/sign-in.yaml")
    #expect(text.contains("url: \"{{baseUrl}}/login\"\n") && text.contains("~debug: 1\n"))
    #expect(text.contains("capture: { token: .result.token }\n") && text.contains("status: 201, jq: [.ok]"))
    #expect(try files.text("requests/users/me.yaml").contains("bearer: \"{{shared.token}}\"\n"))
    #expect(try files.text("environments/local.yaml").contains("password: { secret: prompt }\n"))
    #expect(files.notes == ["users/sign-in: Left out: script:post-response."] && files.mistakes.isEmpty)
  }

  @Test("a .http file: names, values, long URLs, bodies, and what handlers keep")
  func http() throws {
    let text = """
      @host = http://a.test

      ### Sign in
      # @name login
      # Gives a token.
      POST {{host}}/login HTTP/1.1
      Content-Type: application/json

      { "password": "hunter2" }

      > {%
        client.global.set("token", response.body.token);
        client.assert(response.status === 201, "made");
        lookAtIt();
      %}

      ###
      GET {{host}}/items
          ?page=1
          &per=5
      Authorization: Bearer {{token}}
      """
    let files = try ImportedFiles(text, named: "shop.http")
    #expect(files.requests == ["get-items", "login"])
    let login = try files.text("requests/login.yaml")
    #expect(login.contains("docs: Gives a token.\n") && !login.contains("hunter2") && !login.contains("client.global"))
    #expect(login.contains("capture: { token: .token }\n") && login.contains("expect: { status: 201 }\n"))
    let items = try files.text("requests/get-items.yaml")
    #expect(items.contains("page: 1\n") && items.contains("per: 5\n") && items.contains("Bearer {{shared.token}}"))
    #expect(
      files.notes == ["line 3: 1 line of its response handler could not be taken over."] && files.mistakes.isEmpty)
  }

  @Test("what a handler checks in one line with its test is read, and what nobody reads is counted")
  func httpTestInOneLine() throws {
    let text = """
      ### Make
      # @name make
      POST http://a.test/items

      > {%
        client.test("made", function () { client.assert(response.status === 201, "made; surely"); });
        client.log("done");
      %}
      """
    let files = try ImportedFiles(text, named: "shop.http")
    #expect(try files.text("requests/make.yaml").contains("expect: { status: 201 }\n"))
    #expect(
      files.notes.count == 1
        && files.notes.first?.hasSuffix("1 line of its response handler could not be taken over.") == true)
  }

  @Test("several curl commands in one text, over several lines each")
  func curl() throws {
    let text = """
      curl 'http://a.test/items' \\
        -H 'Authorization: Bearer xyz'

      curl -X POST http://a.test/items -d '{"a":
      1}' -H 'Content-Type: application/json'
      """
    let files = try ImportedFiles(text, named: "commands.sh")
    #expect(files.requests == ["get-items", "post-items"] && files.mistakes.isEmpty)
    #expect(files.plan.secrets.map(\.value) == ["xyz"])
  }
}
