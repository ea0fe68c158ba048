import ParleyEngine
import TestSupport
import Testing

@testable import ParleyEditing
@testable import ParleyFiles
@testable import ParleyFormats
@testable import ParleyWorkspace

@Suite("The same import made twice is made once", .timeLimit(.minutes(2))) struct RepeatedImportTests {
  struct Source: Sendable, CustomTestStringConvertible {
    let name: String
    let files: [String: String]
    /// The one that is imported; nil for the folder itself.
    let file: String?

    var testDescription: String { name }

    init(_ name: String, _ file: String, _ text: String) {
      (self.name, self.file, files) = (name, file, [file: text])
    }

    init(folder name: String, _ files: [String: String]) { (self.name, self.files, file) = (name, files, nil) }
  }

  static let sources = [
    Source(
      "OpenAPI", "api.yaml",
      """
      openapi: 3.0.3
      info: { title: Shop, version: "1" }
      servers: [{ url: "https://shop.test" }, { url: "https://staging.test", description: staging }]
      security: [{ key: [] }]
      paths:
        /items: { get: { operationId: listItems, tags: [items] }, post: { operationId: addItem, tags: [items] } }
        /login: { post: { operationId: login, responses: { "200": { description: ok } } } }
      components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }
      """),
    Source(
      "Swagger", "api.json",
      #"{"swagger":"2.0","info":{"title":"Shop","version":"1"},"host":"a.test","basePath":"/v1","paths":{"/b":{"get":{"parameters":[{"in":"query","name":"q","type":"string"}]}},"/c":{"get":{}}}}"#
    ),
    Source(
      "Postman", "shop.json",
      #"{"info":{"name":"Shop","schema":"v2.1.0"},"auth":{"type":"bearer","bearer":[{"key":"token","value":"{{t}}"}]},"variable":[{"key":"t","value":"x"},{"key":"u","value":"http://a.test"}],"item":[{"name":"f","item":[{"name":"r","request":{"method":"POST","url":"{{u}}/a?b=c","header":[{"key":"Authorization","value":"Bearer abcdefgh12345678"}]}}]},{"name":"s","request":"http://b.test/s"}]}"#
    ),
    Source(
      "Insomnia", "shop.json",
      #"{"_type":"export","__export_format":4,"resources":[{"_id":"w","_type":"workspace","name":"Shop"},{"_id":"e","_type":"environment","parentId":"w","data":{"base":"http://a.test"}},{"_id":"r","parentId":"w","_type":"request","name":"r","method":"GET","url":"{{ _.base }}/a","authentication":{"type":"basic","username":"u","password":"hunter2hunter2"}},{"_id":"s","parentId":"w","_type":"request","name":"s","method":"GET","url":"{{ _.base }}/s"}]}"#
    ),
    Source(
      "HAR", "shop.har",
      #"{"log":{"version":"1.2","entries":[{"startedDateTime":"2026-01-01T00:00:00Z","request":{"method":"POST","url":"https://a.test/login?c=d","headers":[],"postData":{"mimeType":"application/json","text":"{\"password\":\"hunter2\"}"}},"response":{}},{"startedDateTime":"2026-01-01T00:00:01Z","request":{"method":"GET","url":"https://a.test/items","headers":[]},"response":{}}]}}"#
    ),
    Source(
      ".http", "shop.http",
      "@host = https://a.test\n\n### one\n# @name login\nPOST {{host}}/login HTTP/1.1\n\n###\nGET {{host}}/b\n    ?c=d\n"
    ),
    Source("curl", "shop.sh", "curl https://a.test/b -H 'A: b'\ncurl -u ada:hunter2 https://a.test/c\n"),
    Source(
      folder: "Bruno",
      [
        "bruno.json": #"{"version": "1", "name": "Shop", "type": "collection"}"#,
        "users/login.bru": "meta {\n  name: Sign in\n}\npost {\n  url: {{base}}/login\n}\n",
        "list.bru": "meta {\n  name: List\n}\nget {\n  url: {{base}}/items\n}\n",
        "environments/local.bru": "vars {\n  base: http://a.test\n}\n",
      ]),
  ]

  static let existing = [
    "parley.yaml": "parley: 1\nid: abc\nservers:\n  api: https://other.test  # ours\n",
    "environments/local.yaml": "vars:\n  name: ada\n", "requests/one.yaml": "url: /one\n",
  ]

  private static func api(_ source: Source, in folder: TemporaryFolder) throws -> ImportedAPI {
    for (name, text) in source.files { try folder.write("source/\(name)", text) }
    return try ImportedAPI(at: folder.at(["source", source.file].compactMap(\.self).joined(separator: "/")))
  }

  private struct Made {
    let folder: TemporaryFolder
    let api: ImportedAPI

    var root: String { folder.at("w") }

    init(_ source: Source, isNew: Bool, into: String? = nil) throws {
      folder = try TemporaryFolder()
      if !isNew { for (name, text) in existing { try folder.write("w/\(name)", text) } }
      api = try RepeatedImportTests.api(source, in: folder)
      try ImportPlan(api, at: folder.at("w"), into: into).write()
    }

    func listing() throws -> [String] { try LinkedFolderTests.listing(root) }
  }

  @Test("in a new workspace, in one that was there, and in a chosen folder", arguments: sources, [0, 1, 2])
  func twice(_ source: Source, _ kind: Int) throws {
    let into = kind == 2 ? "pets/v1" : nil
    let made = try Made(source, isNew: kind == 0, into: into)
    let before = try made.listing()
    let again = try ImportPlan(made.api, at: made.root, into: into)
    #expect(again.files.map(\.path) == [] && again.secrets.isEmpty)
    try again.write()
    #expect(try made.listing() == before)
  }

  @Test("whichever file somebody has written into meanwhile: all stay", arguments: sources, [true, false])
  func edited(_ source: Source, _ isNew: Bool) throws {
    let made = try Made(source, isNew: isNew)
    let files = try made.listing().compactMap { line in
      line.contains(": ") ? String(line.prefix { $0 != ":" }.dropFirst()) : nil
    }
    #expect(files.count > 2)
    for file in files where !file.hasSuffix(".json") {
      let text = try made.folder.text("w/\(file)")
      try made.folder.write("w/\(file)", "# mine\n" + text)
      let before = try made.listing()
      try ImportPlan(made.api, at: made.root).write()
      #expect(try made.listing() == before, "after \(file)")
    }
  }

  @Test("what somebody has deleted of it comes back where it was", arguments: sources, [true, false])
  func deleted(_ source: Source, _ isNew: Bool) throws {
    let made = try Made(source, isNew: isNew)
    let before = try made.listing()
    let request = try #require(try Workspace.load(at: made.root).requests.first { $0.id != "one" })
    try RequestFile(request.id, in: Workspace.load(at: made.root))?.delete()
    try ImportPlan(made.api, at: made.root).write()
    #expect(try made.listing() == before)
  }

  @Test("a server that somebody has changed stays, and no other is put beside it")
  func server() throws {
    let made = try Made(Self.sources[0], isNew: false)
    let text = try made.folder.text("w/parley.yaml")
    #expect(text.contains("  api-2: \"{{baseUrl}}\""))
    try made.folder.write("w/parley.yaml", text.replacing("\"{{baseUrl}}\"", with: "https://mine.test"))
    let before = try made.listing()
    try ImportPlan(made.api, at: made.root).write()
    #expect(try made.listing() == before)
  }

  @Test("a kept description that somebody has changed stays, and it is said how a newer one is taken over")
  func description() throws {
    let made = try Made(Self.sources[0], isNew: true)
    try made.folder.write("w/openapi/shop.yaml", try made.folder.text("w/openapi/shop.yaml") + "x-mine: 1\n")
    let before = try made.listing()
    let again = try ImportPlan(made.api, at: made.root)
    try again.write()
    #expect(try made.listing() == before)
    #expect(again.notes.contains { $0.place == "openapi/shop.yaml" && $0.text.contains("--update") })
  }

  @Test("another import with a request of the same name still gets a folder of its own")
  func other() throws {
    let made = try Made(Self.sources[0], isNew: true)
    let other = try Self.api(
      Source("curl", "other.sh", "curl https://a.test/login\ncurl https://b.test/c\ncurl https://b.test/d\n"),
      in: TemporaryFolder())
    let plan = try ImportPlan(other, at: made.root)
    #expect(plan.folder == "other")
    #expect(plan.files.filter { $0.path.hasPrefix("requests/") }.allSatisfy { $0.path.hasPrefix("requests/other/") })
  }

  @Test(
    "requests made by hand that look like some of it are no import before: it goes beside them, under its title",
    arguments: sources)
  func madeByHand(_ source: Source) throws {
    let folder = try TemporaryFolder()
    let api = try Self.api(source, in: folder)
    try folder.write("w/parley.yaml", "parley: 1\nid: abc\nservers: { api: https://ours.test }\n")
    let first = try #require(api.requests.first)
    try folder.write(
      "w/requests/\(first.id).yaml",
      "url: \(first.definition.url.value.debugDescription)\nmethod: \(first.definition.method?.value ?? "GET")\n")
    let plan = try ImportPlan(api, at: folder.at("w"))
    let files = plan.files.map(\.path).filter { $0.hasPrefix("requests/") && !$0.hasSuffix("/folder.yaml") }
    let isLookedAt = api.requests.first?.definition.operation != nil || !api.servers.isEmpty
    #expect(plan.folder == (isLookedAt ? api.folderName : ""))
    #expect(plan.requestWords == (isLookedAt ? "\(api.requests.count) requests" : "1 of 2 requests"))
    #expect(files.count == (isLookedAt ? api.requests.count : api.requests.count - 1))
  }

  @Test("no credential is kept for a request that was not written")
  func credentials() throws {
    let folder = try TemporaryFolder()
    let api = try Self.api(
      Source(
        "curl", "shop.sh",
        "curl -H 'Authorization: Bearer hunter2hunter2' https://a.test/b\ncurl -u ada:correcthorse https://a.test/c\n"),
      in: folder)
    #expect(api.secrets.count == 2)
    let whole = try ImportPlan(api, at: folder.at("w"))
    #expect(whole.secrets == api.secrets)
    let request = try #require(whole.files.first { $0.path.hasPrefix("requests/") })
    let rest = whole.leavingOut([request.path])
    #expect(rest.secrets.count == 1)
  }
}
