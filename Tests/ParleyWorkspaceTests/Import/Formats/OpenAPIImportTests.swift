import ParleyFiles
import ParleyWorkspace
import Testing

@Suite("An OpenAPI description becomes a workspace", .timeLimit(.minutes(2))) struct OpenAPIImportTests {
  static let shop = """
    openapi: 3.0.3
    info: { title: Shop, description: Sells things. }
    servers:
      - { url: "https://api.example.com/v2/", description: production }
      - url: "https://{region}.example.com"
        description: staging
        variables: { region: { default: eu } }
    security: [{ bearer: [] }]
    tags: [{ name: Items, description: All that is sold. }]
    paths:
      /items:
        parameters:
          - { name: page, in: query, schema: { type: integer, default: 1 } }
        get:
          tags: [Items]
          operationId: listItems
          summary: Lists the items
          parameters:
            - { name: sort, in: query, required: true, schema: { type: string, enum: [price, name] } }
            - { name: X-Trace, in: header, schema: { type: string, example: t1 } }
          responses:
            "200":
              content:
                application/json: { example: [{ id: 1, name: Atlas }] }
        post:
          tags: [Items]
          operationId: items/create
          security: []
          requestBody: { $ref: "#/components/requestBodies/NewItem" }
          responses: { "201": { description: made } }
      /items/{itemId}/report.{format}:
        get:
          tags: [Items]
          parameters:
            - { name: itemId, in: path, required: true, schema: { type: integer } }
            - { name: format, in: path, required: true, schema: { type: string, example: pdf } }
          responses: { "200": { description: the report } }
    components:
      securitySchemes: { bearer: { type: http, scheme: bearer } }
      requestBodies:
        NewItem:
          content:
            application/json: { schema: { $ref: "#/components/schemas/Item" } }
      schemas:
        Item:
          type: object
          properties:
            id: { type: integer, readOnly: true }
            name: { type: string, example: Atlas }
            price: { type: number, minimum: 2 }
            parts: { type: array, items: { $ref: "#/components/schemas/Item" } }
            made: { type: string, format: date }
    """

  @Test("tags become folders, operations requests, and nothing in it is a mistake")
  func requests() throws {
    let files = try ImportedFiles(Self.shop)
    #expect(files.requests == ["items/create", "items/get-items-by-item-id-report-by-format", "items/list-items"])
    #expect(files.mistakes.isEmpty)
    #expect(try files.text("requests/items/folder.yaml") == "docs: All that is sold.\n")
  }

  @Test("a required parameter is on, an optional one off, each with its example; the description is kept")
  func parameters() throws {
    #expect(
      try ImportedFiles(Self.shop).text("requests/items/list-items.yaml") == """
        url: /items
        query:
          ~page: 1
          sort: price
        headers:
          ~X-Trace: t1
        operation: shop#listItems
        docs: Lists the items

        """)
  }

  @Test(
    "a body is made of its schema: examples first, without what only the server writes, ending where it contains itself"
  )
  func body() throws {
    #expect(
      try ImportedFiles(Self.shop).text("requests/items/create.yaml") == """
        method: POST
        url: /items
        query:
          ~page: 1
        auth: none
        body:
          json: |
            {
              "name": "Atlas",
              "price": 2,
              "parts": [],
              "made": "2026-01-31"
            }
        operation: shop#items/create

        """)
  }

  @Test("a place in the path is a variable, one inside of a segment a word")
  func path() throws {
    let text = try ImportedFiles(Self.shop).text("requests/items/get-items-by-item-id-report-by-format.yaml")
    #expect(text.hasPrefix("url: /items/:itemId/report.{format}\n"))
    #expect(text.contains("itemId: 1\n") && text.contains("\"{format}\": pdf\n"))
  }

  @Test("servers become environments, which ask for what authentication needs")
  func servers() throws {
    let files = try ImportedFiles(Self.shop)
    #expect(
      try files.text("environments/production.yaml") == """
        vars:
          baseUrl: https://api.example.com/v2
          token: { secret: prompt }

        """)
    #expect(try files.text("environments/staging.yaml").contains("baseUrl: https://eu.example.com\n"))
    let workspace = try files.text("parley.yaml")
    #expect(workspace.contains("  api: \"{{baseUrl}}\"\n") && workspace.contains("bearer: \"{{token}}\"\n"))
  }

  @Test("the example of a response becomes a mock")
  func mocks() throws {
    let files = try ImportedFiles(Self.shop)
    #expect(files.workspace.mocks.map { $0.definition.match.value.path } == ["/items"])
  }

  @Test("references lead into files beside it, and nowhere else")
  func references() throws {
    let text = """
      openapi: 3.1.0
      info: { title: Parts }
      servers: [{ url: "https://a.test" }]
      paths:
        /near: { $ref: "paths/near.yaml#/near" }
        /far: { get: { requestBody: { $ref: "https://b.test/body.yaml" } } }
        /up: { get: { requestBody: { $ref: "/etc/passwd" } } }
        /round: { $ref: "#/paths/~1round" }
      """
    let near = "near: { post: { requestBody: { $ref: \"../bodies.yaml#/one\" } } }"
    let body = "one: { content: { application/json: { example: { a: 1 } } } }"
    let files = try ImportedFiles(text, beside: ["paths/near.yaml": near, "bodies.yaml": body])
    #expect(try files.text("requests/near/post-near.yaml").contains("\"a\": 1"))
    for place in ["https://b.test/body.yaml", "/etc/passwd", "#/paths/~1round"] {
      #expect(files.notes.contains { $0.hasPrefix(place) }, "\(place) is told")
    }
  }

  @Test("version 2 says the same in other words")
  func swagger() throws {
    let text = """
      swagger: "2.0"
      info: { title: Old }
      host: a.test
      basePath: /v1
      schemes: [https]
      consumes: [application/json]
      securityDefinitions: { key: { type: apiKey, in: header, name: X-Key } }
      security: [{ key: [] }]
      definitions: { Item: { type: object, properties: { name: { type: string, example: Atlas } } } }
      paths:
        /items:
          post:
            parameters:
              - { name: dry, in: query, type: boolean, required: true }
              - { name: item, in: body, schema: { $ref: "#/definitions/Item" } }
            responses: { "200": { description: ok } }
        /files:
          post:
            parameters:
              - { name: note, in: formData, type: string, default: hello }
              - { name: file, in: formData, type: file }
            responses: { "200": { description: ok } }
      """
    let files = try ImportedFiles(text)
    #expect(try files.text("environments/https.yaml").contains("baseUrl: https://a.test/v1\n"))
    let items = try files.text("requests/items/post-items.yaml")
    #expect(items.contains("dry: true\n") && items.contains("\"name\": \"Atlas\""))
    let upload = try files.text("requests/files/post-files.yaml")
    #expect(upload.contains("note: hello\n") && upload.contains("~file: { file: choose-a-file }\n"))
    #expect(files.mistakes.isEmpty)
  }
}
