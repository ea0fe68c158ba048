import ParleyFiles
import ParleyFormats
import ParleyWorkspace
import Testing

@Suite("An import into a workspace that is there changes nothing that is there", .timeLimit(.minutes(2)))
struct ImportPlanTests {
  static let description = """
    openapi: 3.0.0
    info: { title: Pet Store }
    servers: [{ url: "https://pets.test" }]
    security: [{ key: [] }]
    paths: { /pets: { get: { operationId: listPets } } }
    components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }
    """

  @Test("requests come into a folder of their own, with their own server and authentication")
  func folder() throws {
    let there = [
      "parley.yaml": "parley: 1\nid: abc\n# keep me\nservers:\n  api: https://shop.test  # ours\n",
      "environments/local.yaml": "vars:\n  name: ada   # keep me too\n",
      "requests/one.yaml": "url: /one\n",
    ]
    let files = try ImportedFiles(Self.description, in: there)
    #expect(files.requests == ["one", "pet-store/pets/list-pets"] && files.mistakes.isEmpty)
    let workspace = try files.text("parley.yaml")
    #expect(workspace.contains("# keep me\n") && workspace.contains("  api: https://shop.test  # ours\n"))
    #expect(workspace.contains("  api-2: \"{{baseUrl}}\"\n"))
    let shared = try files.text("requests/pet-store/folder.yaml")
    #expect(shared.contains("server: api-2\n") && shared.contains("X-Key"))
    let environment = try files.text("environments/local.yaml")
    #expect(
      environment.hasPrefix("vars:\n  name: ada   # keep me too\n")
        && environment.contains("baseUrl: https://pets.test\n"))
  }

  @Test("an environment without variables is no empty file")
  func emptyEnvironment() throws {
    let collection = #"""
      { "info": { "name": "S", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" },
        "item": [{ "name": "one", "request": "https://shop.test/one" }] }
      """#
    let files = try ImportedFiles(collection, named: "shop.json")
    #expect(try files.text("environments/local.yaml") == "vars: {}\n" && files.mistakes.isEmpty)
  }

  @Test("a file that is there stays as it is, and is told")
  func existing() throws {
    let there = ["parley.yaml": "parley: 1\nid: abc\n", "requests/pet-store/pets/list-pets.yaml": "url: /mine\n"]
    let files = try ImportedFiles(Self.description, in: there)
    #expect(try files.text("requests/pet-store/pets/list-pets.yaml") == "url: /mine\n")
    #expect(
      files.notes.contains {
        $0.hasPrefix("requests/pet-store/pets/list-pets.yaml: ") && $0.hasSuffix("the imported one is not taken.")
      })
    #expect(files.plan.requestWords == "0 of 1 request")
  }

  @Test("a value that the workspace has already stays, and is told")
  func values() throws {
    let there = [
      "parley.yaml": "parley: 1\nid: abc\n", "environments/local.yaml": "vars: { baseUrl: \"https://mine.test\" }\n",
    ]
    let files = try ImportedFiles(Self.description, in: there)
    #expect(try files.text("environments/local.yaml").contains("https://mine.test"))
    #expect(
      files.notes.filter { $0.hasPrefix("baseUrl") } == [
        "baseUrl: environments/local.yaml has https://mine.test already, and requests are sent there: "
          + "https://pets.test, which was imported, is not used."
      ])
  }

  @Test(
    "the same address is nothing to tell, with quotes and without",
    arguments: ["https://pets.test", "\"https://pets.test\""])
  func sameValue(written: String) throws {
    let there = ["parley.yaml": "parley: 1\nid: abc\n", "environments/local.yaml": "vars: { baseUrl: \(written) }\n"]
    let files = try ImportedFiles(Self.description, in: there)
    #expect(!files.notes.contains { $0.hasPrefix("baseUrl") })
  }

  @Test("a value that is no address stays unquoted, and is told once for all environments")
  func otherValues() throws {
    let mine = "vars: { baseUrl: \"{{host}}/v1\", host: \"https://mine.test\" }\n"
    let there = [
      "parley.yaml": "parley: 1\nid: abc\n", "environments/local.yaml": mine, "environments/stage.yaml": mine,
    ]
    let files = try ImportedFiles(Self.description, in: there)
    #expect(
      files.notes.filter { $0.hasPrefix("baseUrl") } == [
        "baseUrl: The workspace declares it already, and its value stays."
      ])
  }

  @Test("a folder outside of requests is refused", arguments: ["../out", "a//b", ".hidden", "a\u{1B}b"])
  func outside(_ folder: String) throws {
    #expect(throws: ImportError.self) { try ImportedFiles(Self.description, into: folder) }
  }

  @Test(
    "what is nothing that can be imported is refused with a sentence",
    arguments: [
      "", "{", "[1, 2]", "just text", "openapi: 3.0.0\npaths: {}", "a: &x 1\nb: *x", "{\"log\": {\"entries\": []}}",
    ])
  func refused(_ text: String) throws {
    #expect(throws: ImportError.self) { try ImportedFiles(text) }
  }

  @Test("names from outside make no path that leads out, and no control character")
  func hostile() throws {
    let text = #"""
      {"info": {"name": "../../x", "schema": "v2.1.0"}, "item": [
        {"name": "..", "item": [{"name": "../../etc/passwd\u001b[2J", "request": {"url": "http://a.test/\u202e", "header": [
          {"key": "X\nY", "value": "1"}]}}]},
        {"name": "folder", "request": "http://a.test"}
      ]}
      """#
    let files = try ImportedFiles(text)
    #expect(files.requests == ["folder-1/etc-passwd-2-j", "folder-request"])
  }

  @Test("a folder may be called folder; a request of that name is no file of defaults")
  func folderNames() throws {
    let text = #"""
      {"info": {"name": "x", "schema": "v2.1.0"}, "item": [
        {"name": "Folder", "item": [{"name": "Folder", "request": "http://a.test"}]}
      ]}
      """#
    #expect(try ImportedFiles(text).requests == ["folder/folder-request"])
  }

  @Test("a text that no file can hold is cut or left out, and told")
  func large() throws {
    let (long, larger) = (String(repeating: "long ", count: 20_000), String(repeating: "long ", count: 401_000))
    let text = """
      {"info": {"name": "x", "schema": "v2.1.0"}, "item": [{"name": "a", "request": {
        "url": "http://a.test", "method": "POST", "description": "\(long)", "body": {"mode": "raw", "raw": "\(larger)"}}}]}
      """
    let files = try ImportedFiles(text)
    #expect(try files.folder.bytes("requests/a.yaml").count < 70_000)
    #expect(files.notes.count == 2 && files.mistakes.isEmpty)
  }
}
