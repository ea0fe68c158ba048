import ParleyEngine
import ParleyFiles
import ParleyFormats
import ParleyModel
import ParleyWorkspace
import TestSupport
import Testing

/// Wherever a source has a credential: it reaches no file, and is kept for this machine.
@Suite("No import writes a credential", .timeLimit(.minutes(5)))
struct ImportedCredentialTests {
  struct Source: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let file: String
    /// `SECRET` stands for the credential.
    let text: String
    /// Whether a request needs it, so that it is kept.
    let isKept: Bool

    init(_ name: String, _ file: String, _ text: String, isKept: Bool = true) {
      (testDescription, self.file, self.text, self.isKept) = (name, file, text, isKept)
    }
  }

  private static func openAPI(
    _ name: String, _ operation: String, servers: String = "http://h.test", isKept: Bool = true
  )
    -> [Source]
  {
    let head = "openapi: 3.0.3\ninfo: { title: Shop }\nservers: [{ url: '\(servers)' }]\n"
    let flow = "\(head)paths: { /a: { post: { operationId: a, \(operation) } } }\n"
    let block = "\(head)# kept\npaths:\n  /a:\n    post:\n      operationId: a\n      \(operation)\n"
    return [
      Source("OpenAPI, \(name)", "api.yaml", flow, isKept: isKept),
      Source("OpenAPI in blocks, \(name)", "api.yaml", block, isKept: isKept),
    ]
  }

  static let descriptions: [Source] =
    openAPI("a server's URL", "responses: {}", servers: "http://u:SECRET@h.test")
    + openAPI(
      "a parameter's example", "parameters: [{ name: api_key, in: query, required: true, example: SECRET, schema: {} }]"
    )
    + openAPI(
      "a parameter that is optional", "parameters: [{ name: api_key, in: query, schema: { example: \"SECRET\" } }]")
    + openAPI("a header's default", "parameters: [{ name: X-Token, in: header, schema: { default: SECRET } }]")
    + openAPI(
      "named examples",
      "parameters: [{ name: token, in: query, required: true, examples: { one: { value: SECRET } }, schema: {} }]")
    + openAPI("a cookie", "parameters: [{ name: sid, in: cookie, required: true, example: SECRET }]")
    + openAPI(
      "an authorization of its own", "parameters: [{ name: X-Authorization, in: header, example: Bearer SECRET }]")
    + openAPI("a JSON example", "requestBody: { content: { application/json: { example: { password: SECRET } } } }")
    + openAPI(
      "a list within JSON",
      "requestBody: { content: { application/json: { example: { l: [{ n: { apiKey: SECRET } }] } } } }")
    + openAPI(
      "a schema's example",
      "requestBody: { content: { application/json: { schema: { type: object, properties: { secret: { type: string, example: SECRET } } } } } }"
    )
    + openAPI(
      "a form",
      "requestBody: { content: { application/x-www-form-urlencoded: { example: { client_secret: SECRET } } } }")
    + openAPI("parts", "requestBody: { content: { multipart/form-data: { example: { password: SECRET } } } }")
    + openAPI(
      "XML", "requestBody: { content: { application/xml: { example: '<login><password>SECRET</password></login>' } } }")
    + openAPI(
      "another example",
      "requestBody: { content: { application/json: { examples: { a: { value: { n: 1 } }, b: { value: { token: SECRET } } } } } }",
      isKept: false)
    + openAPI(
      "a response",
      "responses: { '200': { content: { application/json: { example: { access_token: SECRET } } } } }", isKept: false)
    + openAPI(
      "a response's header", "responses: { '401': { headers: { X-Auth-Token: { example: SECRET } } } }", isKept: false)
    + [
      Source(
        "Swagger 2", "api.yaml",
        "swagger: '2.0'\ninfo: { title: Shop }\nhost: h.test\npaths: { /a: { get: { parameters: [{ name: api_key, in: query, type: string, required: true, default: SECRET }] } } }"
      ),
      Source(
        "OpenAPI as JSON", "api.json",
        #"{"openapi":"3.0.3","info":{"title":"Shop"},"servers":[{"url":"http://u:SECRET@h.test"}],"paths":{"/a":{"post":{"parameters":[{"name":"X-Token","in":"header","example":"SECRET"}],"requestBody":{"content":{"application/json":{"example":{"password":"SECRET"}}}}}}}}"#
      ),
    ]

  private static func postman(_ name: String, _ request: String, variables: String = "") -> Source {
    Source(
      "Postman, \(name)", "c.json",
      #"{"info":{"name":"Shop","schema":"https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},"variable":["#
        + variables + #"],"item":[{"name":"r","request":{"method":"POST","url":"http://h.test/a""# + request + "}}]}")
  }

  static let collections: [Source] = [
    Source("a shell variable of JSON", "x.sh", "B='{\"password\":\"SECRET\"}'\ncurl http://h.test/a --json \"$B\"\n"),
    postman(
      "a variable of JSON", #","body":{"mode":"raw","raw":"{{v}}","options":{"raw":{"language":"json"}}}"#,
      variables: #"{"key":"v","value":"{\"password\":\"SECRET\"}"}"#),
    postman("a variable that nothing uses", "", variables: #"{"key":"hdr","value":"Bearer SECRET"}"#),
    postman("a variable that is a header", "", variables: #"{"key":"h","value":"X-Api-Key: SECRET"}"#),
    postman(
      "a token of other variables", #","auth":{"type":"bearer","bearer":[{"key":"token","value":"{{v}}"}]}"#,
      variables:
        #"{"key":"v","value":"{{inner}}"},{"key":"inner","value":"{{innermost}}"},{"key":"innermost","value":"SECRET"}"#
    ),
    postman(
      "a token beside a variable", #","header":[{"key":"X-Api-Key","value":"{{v}}"}]"#,
      variables: #"{"key":"v","value":"{{shop}} SECRET"},{"key":"shop","value":"s1"}"#),
    postman(
      "a query of GraphQL",
      #","body":{"mode":"graphql","graphql":{"query":"mutation { login(password: \"SECRET\") { t } }"}}"#),
    postman(
      "a query of GraphQL in JSON",
      #","header":[{"key":"Content-Type","value":"application/json"}],"body":{"mode":"raw","raw":"{\"query\":\"mutation{login(password:\\\"SECRET\\\"){t}}\"}"}"#
    ),
    postman(
      "XML", #","body":{"mode":"raw","raw":"<s:login><s:password>SECRET</s:password></s:login>"}"#),
    postman("an attribute of XML", #","body":{"mode":"raw","raw":"<login user='a' password='SECRET'/>"}"#),
    Source(
      ".http, a variable of JSON", "r.http",
      "@body = {\"password\":\"SECRET\"}\n\nPOST http://h.test/a\nContent-Type: application/json\n\n{{body}}\n"),
    Source(
      ".http, a token of other variables", "r.http",
      "@inner = SECRET\n@v = {{inner}}\n\nGET http://h.test/a\nAuthorization: Bearer {{v}}\n"),
    postman(
      "a token that the notes repeat", #","description":"Send SECRET.","header":[{"key":"X-Api-Key","value":"SECRET"}]"#
    ),
    Source(
      "Insomnia, a token out of a list", "i.json",
      #"{"_type":"export","__export_format":4,"resources":[{"_id":"w","_type":"workspace","name":"W"},{"_id":"e","_type":"environment","parentId":"w","data":{"ids":["SECRET"]}},{"_id":"r","_type":"request","parentId":"w","name":"r","url":"http://h.test/","authentication":{"type":"bearer","token":"{{ _.ids[0] }}"}}]}"#
    ),
    Source(
      "Insomnia, a list of values", "i.json",
      #"{"_type":"export","__export_format":4,"resources":[{"_id":"w","_type":"workspace","name":"W"},{"_id":"e","_type":"environment","parentId":"w","data":{"list":[{"secret":"SECRET"}]}},{"_id":"r","_type":"request","parentId":"w","name":"r","url":"http://h.test/{{ _.list }}"}]}"#
    ),
  ]

  @Test(
    "whatever the format and the place", arguments: descriptions + collections,
    ["Zq8Jk3LmN9pX2vB7", "1f0c77aa-3b1e-4c55-9d0f-b1a2c3d4e5f6"])
  func hidden(source: Source, secret: String) throws {
    let files = try ImportedFiles(source.text.replacing("SECRET", with: secret), named: source.file)
    for file in files.plan.files {
      let text = String(decoding: file.bytes, as: UTF8.self)
      #expect(!text.contains(secret), "\(file.path): \(text)")
      let found = CredentialFile(SourceText(file: file.path, bytes: file.bytes))?.credentials ?? []
      #expect(found.isEmpty, "\(file.path): \(text)")
    }
    #expect(files.mistakes.isEmpty)
    #expect(!source.isKept || files.plan.secrets.contains { $0.value == secret })
    #expect(!files.notes.joined().contains(secret))
  }

  @Test("the copy of a description is what it was but for the credentials, and an update finds nothing to change")
  func copy() throws {
    let text = Self.descriptions[1].text.replacing(
      "responses: {}",
      with: "requestBody: { content: { application/json: { example: { password: SECRET, n: 1 } } } }")
    let source = text.replacing("SECRET", with: "Zq8Jk3LmN9pX2vB7")
    let files = try ImportedFiles(source)
    let copy = try files.text("openapi/shop.yaml")
    #expect(copy.replacing(/<secret [^>]+>/) { _ in "Zq8Jk3LmN9pX2vB7" } == source)
    let update = try ImportUpdate(ImportedAPI(ImportSource("api.yaml", Array(source.utf8))), at: files.folder.path)
    #expect(update.changes.isEmpty && update.files.isEmpty && update.secrets.isEmpty)
  }

  @Test("a value that a description gives without being a credential stays, and so does one that was made up")
  func others() throws {
    let files = try ImportedFiles(
      """
      openapi: 3.0.3
      info: { title: Shop }
      servers: [{ url: "http://h.test" }]
      paths:
        /a:
          post:
            operationId: a
            parameters:
              - { name: api_key, in: query, required: true, schema: { type: string } }
              - { name: theme, in: cookie, required: true, example: dark }
            requestBody: { content: { application/json: { schema: { type: object, properties: { password: { type: string }, name: { example: Ada } } } } } }
      """)
    #expect(files.plan.secrets.isEmpty)
    let text = try files.text("requests/a/a.yaml")
    #expect(text.contains("api_key: text") && text.contains("theme=dark") && text.contains("\"name\": \"Ada\""))
  }

  @Test("a credential without a value is asked for, through whatever variables it comes")
  func asked() throws {
    let files = try ImportedFiles(
      "@inner =\n@v = {{inner}}\n\nGET http://h.test/a\nAuthorization: Bearer {{v}}\n", named: "r.http")
    let inner = files.api.environments.flatMap(\.variables).first { $0.name.value == "inner" }
    guard case .secret(.prompt)? = inner?.content.value else {
      Issue.record("\(String(describing: inner))")
      return
    }
  }

  @Test("a token that a response gave is none of a later request's texts, wherever that carries it")
  func recorded() throws {
    let secret = "Zq8Jk3LmN9pX2vB7"
    let entries = [
      ("POST", "http://h.test/login", "", "", "{\\\"access_token\\\":\\\"\(secret)\\\"}"),
      ("GET", "http://h.test/b", "{\"name\":\"X-Tok\",\"value\":\"\(secret)\"}", "", "{}"),
      ("GET", "http://h.test/c?x=\(secret)", "", "", "{}"),
      ("POST", "http://h.test/d", "", "{\\\"t\\\":\\\"\(secret)\\\"}", "{}"),
      ("GET", "http://h.test/\(secret)/e", "", "", "{}"),
    ].enumerated().map { index, entry in
      let body = entry.3.isEmpty ? "" : ",\"postData\":{\"mimeType\":\"application/json\",\"text\":\"\(entry.3)\"}"
      return
        "{\"startedDateTime\":\"2026-01-01T00:00:0\(index)Z\",\"request\":{\"method\":\"\(entry.0)\",\"url\":\"\(entry.1)\",\"headers\":[\(entry.2)]\(body)},\"response\":{\"status\":200,\"headers\":[],\"content\":{\"mimeType\":\"application/json\",\"text\":\"\(entry.4)\"}}}"
    }
    let source = "{\"log\":{\"version\":\"1.2\",\"entries\":[\(entries.joined(separator: ","))]}}"
    let files = try ImportedFiles(source, named: "r.har")
    #expect(files.requests.count == 5 && files.mistakes.isEmpty)
    for file in files.plan.files {
      #expect(!String(decoding: file.bytes, as: UTF8.self).contains(secret), "\(file.path)")
    }
    // The group still hands it on.
    #expect(try files.text("groups/recording.yaml").contains("access_token"))
  }
}
