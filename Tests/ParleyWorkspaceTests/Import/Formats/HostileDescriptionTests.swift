import Glibc
import ParleyEngine
import ParleyFiles
import ParleyFormats
import ParleyWorkspace
import Testing

@Suite("Descriptions may be large, odd or hostile", .timeLimit(.minutes(2))) struct HostileDescriptionTests {
  /// As large as those of well-known APIs: 500 operations with parameters, bodies and schemas that refer to one another.
  private static let large: [UInt8] = {
    let paths = (0..<250).map { number in
      """
      "/things\(number)/{id}": {
        "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}],
        "get": {"tags": ["t\(number % 20)"], "operationId": "get\(number)", "description": "\(String(repeating: "Reads. ", count: 30))",
          "parameters": [{"name": "q", "in": "query", "schema": {"type": "string", "enum": ["a", "b"]}}],
          "responses": {"200": {"description": "", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/S\(number)"}}}}}},
        "put": {"tags": ["t\(number % 20)"], "operationId": "put\(number)",
          "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/S\(number)"}}}}, "responses": {}}}
      """
    }
    let schemas = (0..<250).map { number in
      ##""S\##(number)": {"type": "object", "properties": {"next": {"$ref": "#/components/schemas/S\##((number + 1) % 250)"}, "name": {"type": "string"}}}"##
    }
    return Array(
      """
      {"openapi": "3.0.3", "info": {"title": "Large"}, "servers": [{"url": "https://large.test"}],
       "paths": {\(paths.joined(separator: ",\n"))}, "components": {"schemas": {\(schemas.joined(separator: ",\n"))}}}
      """.utf8)
  }()

  @Test("five hundred operations become as many requests without a mistake, and the description stays as it is")
  func many() throws {
    let folder = try TemporaryFolder()
    let api = try ImportedAPI(ImportSource("large.json", Self.large))
    try ImportPlan(api, at: folder.path).write()
    let workspace = try Workspace.load(at: folder.path)
    #expect(workspace.requests.count == 500 && workspace.diagnostics.isEmpty)
    #expect(try folder.bytes("openapi/large.json") == Self.large)
    #expect(SchemaFiles(root: folder.path).description("large")?.operations.count == 500)
    #expect(try ImportUpdate(api, at: folder.path).changes.isEmpty)
  }

  @Test("schemas, path items and parameters that refer to themselves end")
  func circles() throws {
    let files = try ImportedFiles(
      """
      openapi: 3.1.0
      info: { title: Circles }
      paths:
        /a: { $ref: "#/paths/~1b" }
        /b: { $ref: "#/paths/~1a" }
        /c:
          post:
            operationId: c
            parameters: [{ $ref: "#/components/parameters/P" }]
            requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/S" } } } }
      components:
        parameters: { P: { $ref: "#/components/parameters/P" } }
        schemas: { S: { allOf: [{ $ref: "#/components/schemas/S" }], properties: { s: { $ref: "#/components/schemas/S" } } } }
      """)
    #expect(files.requests == ["c/c"])
    #expect(files.notes.contains { $0.hasPrefix("#/components/parameters/P: The reference leads nowhere") })
  }

  @Test("values nested ten thousand deep are one sentence", arguments: ["[", "{\"a\":", "{a: "])
  func depth(opening: String) {
    let text = String(repeating: opening, count: 10_000)
    let error = #expect(throws: ImportError.self) { try ImportedAPI(ImportSource("deep", Array(text.utf8))) }
    #expect(error?.summary.contains("\n") == false && error?.summary.isEmpty == false)
  }

  @Test("a file that is larger than any description is one sentence")
  func size() throws {
    let folder = try TemporaryFolder()
    try folder.write("large.yaml", "openapi: 3.0.3\n")
    try #require(truncate(folder.at("large.yaml"), 129 << 20) == 0)
    let error = #expect(throws: ImportError.self) { try ImportSource(file: folder.at("large.yaml")) }
    #expect(error?.summary.contains("large.yaml") == true)
  }

  @Test("names with dots, slashes and control characters stay in the workspace")
  func names() throws {
    let files = try ImportedFiles(
      #"""
      {"openapi": "3.0.3", "info": {"title": "../../evil\u0000\u001b[31m"},
       "servers": [{"url": "https://a.test", "description": "../../../etc/x"}],
       "paths": {"/../../x/{..}": {"get": {"tags": ["../..", "b"], "operationId": "../../../../tmp/parley-evil\u0007"}},
                 "/y": {"get": {"tags": ["/etc"], "operationId": "a\nb"}}}}
      """#, named: "evil.json")
    #expect(files.plan.files.allSatisfy { !$0.path.split(separator: "/").contains("..") && !$0.path.hasPrefix("/") })
    #expect(files.plan.files.allSatisfy { $0.path.unicodeScalars.allSatisfy { $0.value >= 0x20 } })
    #expect(files.requests.count == 2 && files.mistakes.isEmpty)
  }

  @Test("references to other hosts and to files outside are listed, and never read")
  func outside() throws {
    let asked = AskedFiles()
    let source = ImportSource(
      "a.yaml",
      Array(
        """
        openapi: 3.0.3
        info: { title: Outside }
        paths:
          /a: { $ref: "https://far.test/a.yaml" }
          /b: { $ref: "/etc/passwd" }
          /c: { $ref: "../../up.yaml" }
          /d: { $ref: "file:///etc/passwd" }
          /e: { get: { operationId: e } }
        """.utf8)
    ) { path in
      asked.note(path)
      return nil
    }
    let api = try ImportedAPI(source)
    #expect(api.requests.map(\.id) == ["e/e"])
    #expect(api.notes.count { $0.text.hasPrefix("The reference leads nowhere, or out of") } == 4)
    #expect(asked.paths.allSatisfy { !$0.contains("://") && !$0.hasPrefix("/") })
  }
}

/// The paths that an import has asked for.
private final class AskedFiles: Sendable {
  private let asked = Lock<[String]>([])
  var paths: [String] { asked.withLock { $0 } }

  func note(_ path: String) { asked.withLock { $0.append(path) } }
}
