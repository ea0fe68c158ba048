import ParleyEngine
import ParleyFiles
import ParleyFormats
import ParleyWorkspace
import Testing

@Suite("A newer description is brought into a workspace", .timeLimit(.minutes(2))) struct ImportUpdateTests {
  private static let first = """
    openapi: 3.0.3
    info: { title: Shop, version: "1" }
    servers: [{ url: "https://shop.test" }]
    paths:
      /items:
        get:
          tags: [items]
          operationId: listItems
          summary: Lists the items
          parameters:
            - { name: page, in: query, schema: { type: integer, default: 1 } }
            - { name: sort, in: query, schema: { type: string, default: name } }
        post:
          tags: [items]
          operationId: addItem
          requestBody: { content: { application/json: { example: { name: Atlas } } } }
      /old: { get: { tags: [items], operationId: old } }
    """

  private static let second = """
    openapi: 3.0.3
    info: { title: Shop, version: "2" }
    servers: [{ url: "https://shop.test" }, { url: "https://eu.shop.test" }]
    paths:
      /items:
        get:
          tags: [items]
          operationId: listItems
          summary: Lists all items
          parameters:
            - { name: page, in: query, schema: { type: integer, default: 1 } }
            - { name: limit, in: query, schema: { type: integer, default: 20 } }
        post:
          tags: [items]
          operationId: addItem
          requestBody: { content: { application/json: { example: { name: Atlas, price: 3 } } } }
      /items/{id}: { get: { tags: [items], operationId: showItem } }
    """

  private func update(_ files: ImportedFiles, to text: String = second) throws -> ImportUpdate {
    try ImportUpdate(ImportedAPI(ImportSource("shop.yaml", Array(text.utf8))), at: files.folder.path)
  }

  private func lines(_ update: ImportUpdate) -> [String] { update.changes.map(\.line) }

  @Test("operations that are new, changed and gone are listed, and untouched requests follow the description")
  func untouched() throws {
    let files = try ImportedFiles(Self.first)
    let update = try update(files)
    #expect(
      lines(update) == [
        "changed  GET /items  requests/items/list-items.yaml  query -sort +limit, docs",
        "changed  POST /items  requests/items/add-item.yaml  body",
        "added  GET /items/:id  requests/items/show-item.yaml",
        "removed  GET /old  requests/items/old.yaml  its request stays",
      ])
    #expect(update.notes.contains { $0.text.hasPrefix("https://eu.shop.test is new") })
    try update.write()
    #expect(
      try files.text("requests/items/list-items.yaml") == """
        url: /items
        query:
          ~page: 1
          ~limit: 20
        operation: shop#listItems
        docs: Lists all items

        """)
    #expect(try files.text("requests/items/show-item.yaml").contains("operation: shop#showItem"))
    #expect(try files.text("requests/items/old.yaml").contains("shop#old"))
    #expect(try files.text("openapi/shop.yaml") == Self.second)
    // The description does not say what the value may be.
    #expect(try Workspace.load(at: files.folder.path).diagnostics.map(\.message) == ["“:id” in the path has no value"])
  }

  @Test("done twice it changes nothing more")
  func twice() throws {
    let files = try ImportedFiles(Self.first)
    try update(files).write()
    let again = try update(files)
    #expect(again.changes.isEmpty && again.files.isEmpty)
  }

  @Test("what a person has changed stays byte for byte, and the rest of the file follows")
  func edited() throws {
    let files = try ImportedFiles(Self.first)
    try files.folder.write(
      "requests/items/list-items.yaml",
      """
      # Mine.
      url:   "/items"   # kept
      query:
        ~page: 1
        sort: price   # by price
        mine: yes
      operation: shop#listItems
      docs: 'My own words'

      """)
    try files.folder.write(
      "requests/items/add-item.yaml", "method: POST\nurl: /items\nbody: { json: '{}' }\noperation: shop#addItem\n")
    let update = try update(files)
    #expect(
      lines(update).prefix(3) == [
        "kept  GET /items  requests/items/list-items.yaml  query sort, docs: changed in both, yours stays",
        "changed  GET /items  requests/items/list-items.yaml  query +limit",
        "kept  POST /items  requests/items/add-item.yaml  body: changed in both, yours stays",
      ])
    try update.write()
    #expect(
      try files.text("requests/items/list-items.yaml") == """
        # Mine.
        url:   "/items"   # kept
        query:
          ~page: 1
          sort: price   # by price
          mine: yes
          ~limit: 20
        operation: shop#listItems
        docs: 'My own words'

        """)
    #expect(try files.text("requests/items/add-item.yaml").contains("body: { json: '{}' }"))
  }

  @Test("a request that a person deleted or moved is not made again")
  func moved() throws {
    let files = try ImportedFiles(Self.first)
    let text = try files.text("requests/items/list-items.yaml")
    try files.folder.delete("requests/items/list-items.yaml")
    try files.folder.delete("requests/items/add-item.yaml")
    try files.folder.write("requests/mine/all.yaml", text)
    try update(files).write()
    #expect(try files.text("requests/mine/all.yaml").contains("~limit: 20"))
    let ids = try Workspace.load(at: files.folder.path).requests.map(\.id)
    #expect(ids == ["items/old", "items/show-item", "mine/all"])
  }

  @Test("new requests come into the folder that the description was imported into")
  func folder() throws {
    let files = try ImportedFiles(Self.first, in: ["parley.yaml": "parley: 1\nid: test\n"], into: "apis/shop")
    try update(files).write()
    #expect(try files.text("requests/apis/shop/items/show-item.yaml").contains("shop#showItem"))
  }

  @Test("without a description to update, or with a collection, it says what to do")
  func nothing() throws {
    let files = try ImportedFiles("curl https://shop.test/")
    #expect(throws: ImportError.self) { try update(files) }
    let shop = try ImportedFiles(Self.first)
    let curl = try ImportedAPI(ImportSource("a.sh", Array("curl https://shop.test/".utf8)))
    let error = #expect(throws: ImportError.self) { try ImportUpdate(curl, at: shop.folder.path) }
    #expect(error?.advice == "Import it without --update.")
  }
}

@Suite("The description is kept beside its requests", .timeLimit(.minutes(2))) struct KeptDescriptionTests {
  @Test("as it was, when it is one file; with the files that it refers to, when it is several")
  func bundle() throws {
    let one = "openapi: 3.0.3  # as it was\ninfo: { title: A }\npaths: { /a: { get: { operationId: a } } }\n"
    #expect(try ImportedFiles(one).text("openapi/a.yaml") == one)
    let many = """
      openapi: 3.0.3
      info: { title: A }
      paths: { /a: { $ref: "paths/a.yaml" } }
      """
    let files = try ImportedFiles(
      many,
      beside: [
        "paths/a.yaml":
          "get: { operationId: a, responses: { '200': { content: { application/json: { schema: { $ref: '../b c.yaml#/B' } } } } } }",
        "b c.yaml": "B: { type: object, required: [x], properties: { next: { $ref: '#/B' } } }",
      ])
    let schemas = SchemaFiles(root: files.folder.path)
    let found = try #require(schemas.operation(OperationReference("a", in: "a")))
    guard case .schema(let schema) = found.api.response(of: found.operation, status: 200, type: "application/json")
    else {
      Issue.record("no schema")
      return
    }
    #expect(
      schemas.validator(of: schema).mistakes(in: ["next": [:]]).mostSpecificFirst.map(\.sentence) == [
        ".next.x is missing", ".x is missing",
      ])
  }

  @Test("operations and code samples may be files of their own; only what is read is taken in")
  func operationFiles() throws {
    let text = "openapi: 3.0.3\ninfo: { title: A }\npaths: { /a: { get: { $ref: ops/a.yaml } } }\n"
    let files = try ImportedFiles(
      text,
      beside: [
        "ops/a.yaml": "operationId: a\nsummary: Reads\nx-codeSamples: { $ref: a.sh }\n", "ops/a.sh": "curl",
      ])
    #expect(try files.text("requests/a/a.yaml").contains("docs: Reads"))
    #expect(try !files.text("openapi/a.json").contains("curl"))
    #expect(SchemaFiles(root: files.folder.path).description("a")?.operations.map(\.summary) == ["Reads"])
  }

  @Test("two of one title have names of their own, the same one is kept once")
  func names() throws {
    let text = { (path: String) in
      "openapi: 3.0.3\ninfo: { title: A }\npaths: { \(path): { get: { operationId: a } } }\n"
    }
    let files = try ImportedFiles(text("/a"))
    try ImportPlan(ImportedAPI(ImportSource("a", Array(text("/b").utf8))), at: files.folder.path, into: "b").write()
    try ImportPlan(ImportedAPI(ImportSource("a", Array(text("/b").utf8))), at: files.folder.path, into: "c").write()
    #expect(SchemaFiles(root: files.folder.path).names == ["a", "a-2"])
    #expect(try files.text("requests/c/b/a.yaml").contains("operation: a-2#a"))
  }

  @Test("operations without an id, and those whose id an earlier one has, are named by method and path")
  func duplicates() throws {
    let files = try ImportedFiles(
      "openapi: 3.0.3\ninfo: { title: A }\npaths: { /a: { get: { operationId: x }, put: { operationId: x }, post: {} } }\n"
    )
    #expect(
      files.workspace.requests.compactMap { $0.definition.operation?.value.text }.sorted() == [
        "a#POST /a", "a#PUT /a", "a#x",
      ])
    #expect(files.notes.contains { $0.contains("Another operation has the id “x” too") })
  }
}
