import ParleyFiles
import ParleyFormats
import ParleyWorkspace
import TestSupport
import Testing

@Suite("Parameters of a description are sent as its standard says", .timeLimit(.minutes(5)))
struct OpenAPIJudgeTests {
  /// A row of the table "Style Examples" (OpenAPI 3.1.1, §4.8.12.4): a place, a style, and a value's text.
  struct Row: Sendable {
    let place: String
    let style: String
    let explode: Bool
    /// Of `blue`, of the list, and of the map; nil where the standard has none.
    let texts: [String?]

    init(_ place: String, _ style: String, _ explode: Bool, _ texts: String?...) {
      (self.place, self.style, self.explode, self.texts) = (place, style, explode, texts)
    }
  }

  static let values = [
    ("string", "blue"), ("array", "[blue, black, brown]"), ("object", "{ R: 100, G: 200, B: 150 }"),
  ]

  static let rows = [
    Row("path", "simple", false, "blue", "blue,black,brown", "R,100,G,200,B,150"),
    Row("path", "simple", true, "blue", "blue,black,brown", "R=100,G=200,B=150"),
    Row("path", "label", false, ".blue", ".blue,black,brown", ".R,100,G,200,B,150"),
    Row("path", "label", true, ".blue", ".blue.black.brown", ".R=100.G=200.B=150"),
    Row("path", "matrix", false, ";color=blue", ";color=blue,black,brown", ";color=R,100,G,200,B,150"),
    Row("path", "matrix", true, ";color=blue", ";color=blue;color=black;color=brown", ";R=100;G=200;B=150"),
    Row("query", "form", false, "color=blue", "color=blue,black,brown", "color=R,100,G,200,B,150"),
    Row("query", "form", true, "color=blue", "color=blue&color=black&color=brown", "R=100&G=200&B=150"),
    Row("query", "spaceDelimited", false, nil, "color=blue%20black%20brown", "color=R%20100%20G%20200%20B%20150"),
    Row("query", "pipeDelimited", false, nil, "color=blue%7Cblack%7Cbrown", "color=R%7C100%7CG%7C200%7CB%7C150"),
    Row("query", "spaceDelimited", true, nil, "color=blue&color=black&color=brown", nil),
    Row("query", "pipeDelimited", true, nil, "color=blue&color=black&color=brown", nil),
    Row("query", "deepObject", true, nil, nil, "color[R]=100&color[G]=200&color[B]=150"),
    Row("header", "simple", false, "blue", "blue,black,brown", "R,100,G,200,B,150"),
    Row("header", "simple", true, "blue", "blue,black,brown", "R=100,G=200,B=150"),
    Row("cookie", "form", false, "color=blue", "color=blue,black,brown", "color=R,100,G,200,B,150"),
    Row("cookie", "form", true, "color=blue", nil, nil),
  ]

  @Test("every style, exploded or not, of every type, in every place", arguments: ["3.0.3", "3.1.0"])
  func styles(version: String) async throws {
    var (paths, expected) = ([String](), [String]())
    for row in Self.rows {
      for (text, value) in zip(row.texts, Self.values) {
        guard let text else { continue }
        let number = expected.count
        let isPath = row.place == "path"
        paths.append(
          """
            /n\(number)\(isPath ? "/{color}" : ""):
              get:
                operationId: op\(number)
                parameters:
                  - { name: color, in: \(row.place), required: true, style: \(row.style), explode: \(row.explode), schema: { type: \(value.0) }, example: \(value.1) }
          """)
        switch row.place {
        case "path": expected.append("GET /n\(number)/\(text)")
        case "query": expected.append("GET /n\(number)?\(text)")
        case "header": expected.append("GET /n\(number)\ncolor: \(text)")
        default: expected.append("GET /n\(number)\nCookie: \(text)")
        }
      }
    }
    let source =
      "openapi: \(version)\ninfo: { title: Styles }\nservers: [{ url: 'http://HOST' }]\npaths:\n"
      + paths.joined(separator: "\n")
    let judge = try ImportJudge()
    let result = try await judge.send(judge.write(source, to: "api.yaml"))
    #expect(result.arrived.map(\.text) == expected)
    #expect(result.mistakes.isEmpty && result.notes.isEmpty)
  }

  @Test("the collection formats of Swagger 2, in every place")
  func collectionFormats() async throws {
    let rows = [
      ("query", "csv", "?ids=3,4,5"), ("query", "ssv", "?ids=3%204%205"), ("query", "tsv", "?ids=3%094%095"),
      ("query", "pipes", "?ids=3%7C4%7C5"), ("query", "multi", "?ids=3&ids=4&ids=5"), ("header", "csv", "\nids: 3,4,5"),
      ("header", "ssv", "\nids: 3 4 5"), ("header", "tsv", "\nids: 3\t4\t5"), ("header", "pipes", "\nids: 3|4|5"),
      ("path", "csv", "/3,4,5"), ("path", "ssv", "/3%204%205"), ("path", "tsv", "/3%094%095"),
      ("path", "pipes", "/3%7C4%7C5"),
      ("formData", "ssv", "\nContent-Type: application/x-www-form-urlencoded\n\nids=3+4+5"),
      ("formData", "tsv", "\nContent-Type: application/x-www-form-urlencoded\n\nids=3%094%095"),
      ("formData", "pipes", "\nContent-Type: application/x-www-form-urlencoded\n\nids=3%7C4%7C5"),
      ("formData", "multi", "\nContent-Type: application/x-www-form-urlencoded\n\nids=3&ids=4&ids=5"),
      ("formData", "csv", "\nContent-Type: application/x-www-form-urlencoded\n\nids=3,4,5"),
    ]
    let paths = rows.enumerated().map { number, row in
      """
        /n\(number)\(row.0 == "path" ? "/{ids}" : ""):
          post:
            operationId: op\(number)
            parameters:
              - { name: ids, in: \(row.0), required: true, type: array, collectionFormat: \(row.1), items: { type: integer }, default: [3, 4, 5] }
      """
    }
    let source =
      "swagger: '2.0'\ninfo: { title: Old }\nhost: HOST\nschemes: [http]\npaths:\n" + paths.joined(separator: "\n")
    let judge = try ImportJudge()
    let result = try await judge.send(judge.write(source, to: "api.yaml"))
    #expect(result.arrived.map(\.text) == rows.enumerated().map { "POST /n\($0)\($1.2)" })
  }

  /// The encodings of a property of a form (§4.8.15), by style, explode and type; nil where the standard has none.
  static let fieldStyles = [
    Row("form", "form", true, "color=blue", "color=blue&color=black&color=brown", "R=100&G=200&B=150"),
    Row("form", "form", false, "color=blue", "color=blue,black,brown", "color=R,100,G,200,B,150"),
    Row("form", "spaceDelimited", false, nil, "color=blue+black+brown", "color=R+100+G+200+B+150"),
    Row("form", "pipeDelimited", false, nil, "color=blue%7Cblack%7Cbrown", "color=R%7C100%7CG%7C200%7CB%7C150"),
    Row("form", "deepObject", true, nil, nil, "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"),
  ]

  @Test("every style of a form's field, of every type", arguments: ["3.0.3", "3.1.0"])
  func fields(version: String) async throws {
    var (paths, expected) = ([String](), [String]())
    for row in Self.fieldStyles {
      for (text, value) in zip(row.texts, Self.values) {
        guard let text else { continue }
        let encoding = "{ color: { style: \(row.style), explode: \(row.explode) } }"
        paths.append(
          "  /n\(expected.count): { post: { operationId: op\(expected.count), requestBody: { content: { application/x-www-form-urlencoded: { encoding: \(encoding), example: { color: \(value.1) } } } } } }"
        )
        expected.append("POST /n\(expected.count)\nContent-Type: application/x-www-form-urlencoded\n\n\(text)")
      }
    }
    let source =
      "openapi: \(version)\ninfo: { title: Fields }\nservers: [{ url: 'http://HOST' }]\npaths:\n"
      + paths.joined(separator: "\n")
    let judge = try ImportJudge()
    let result = try await judge.send(judge.write(source, to: "api.yaml"))
    #expect(result.arrived.map(\.text) == expected)
    #expect(result.mistakes.isEmpty && result.notes.isEmpty)
  }

  static let one = """
    openapi: 3.0.3
    info: { title: One }
    servers: [{ url: "http://HOST/v1" }]
    components:
      securitySchemes:
        id: { type: apiKey, in: header, name: X-Client-Id }
        secret: { type: apiKey, in: header, name: X-Secret }
        inQuery: { type: apiKey, in: query, name: key }
        ck: { type: apiKey, in: cookie, name: session }
        b: { type: http, scheme: basic }
    paths:
      /x:
        OPERATION
    """

  static let operations: [JudgedCase] = [
    .init(
      "several lists, one with commas, one exploded",
      "get: { parameters: [{ name: a, in: query, required: true, explode: false, schema: { type: array }, example: [1, 2] }, { name: b, in: query, required: true, schema: { type: array }, example: [3, 4] }] }",
      "GET /v1/x?a=1,2&b=3&b=4"),
    .init(
      "reserved characters that are allowed",
      "get: { parameters: [{ name: p, in: query, required: true, allowReserved: true, schema: { type: string }, example: 'a/b:c?d' }] }",
      "GET /v1/x?p=a/b:c?d"),
    .init(
      "reserved characters in some values of a list",
      "get: { parameters: [{ name: p, in: query, required: true, allowReserved: true, schema: { type: array }, example: ['x y', 'b,c', 'd|e'] }] }",
      "GET /v1/x?p=x%20y&p=b,c&p=d%7Ce"),
    .init(
      "reserved characters in some members of a deep object",
      "get: { parameters: [{ name: f, in: query, required: true, allowReserved: true, style: deepObject, explode: true, schema: { type: object }, example: { a: x, b: 'y/z', c: w } }] }",
      "GET /v1/x?f[a]=x&f[b]=y/z&f[c]=w"),
    .init(
      "reserved characters in a form",
      "post: { requestBody: { content: { application/x-www-form-urlencoded: { encoding: { r: { allowReserved: true } }, example: { r: 'a/b?c:d&e+f', s: 'a/b' } } } } }",
      "POST /v1/x\nContent-Type: application/x-www-form-urlencoded\n\nr=a/b?c:d%26e%2Bf&s=a%2Fb"),
    .init(
      "a number as a text", "post: { requestBody: { content: { text/plain: { example: 5 } } } }",
      "POST /v1/x\nContent-Type: text/plain\n\n5"),
    .init(
      "a header of several lines",
      "get: { parameters: [{ name: X-A, in: header, required: true, example: \"a\\nb\" }] }", "GET /v1/x\nX-A: a b"),
    .init(
      "a parameter with a content",
      "get: { parameters: [{ name: q, in: query, required: true, content: { application/json: { schema: { type: object }, example: { a: 1 } } } }] }",
      "GET /v1/x?q=%7B%22a%22%3A1%7D"),
    .init(
      "nested deep objects",
      "get: { parameters: [{ name: f, in: query, required: true, style: deepObject, explode: true, schema: { type: object }, example: { a: { b: 1 }, c: [x, y] } }] }",
      "GET /v1/x?f[a][b]=1&f[c][]=x&f[c][]=y"),
    .init(
      "a form with styles",
      "post: { requestBody: { content: { application/x-www-form-urlencoded: { encoding: { address: { style: deepObject, explode: true }, tags: { style: form, explode: false } }, schema: { type: object }, example: { name: Ada, address: { city: Turin }, tags: [a, b], more: [c, d] } } } } }",
      "POST /v1/x\nContent-Type: application/x-www-form-urlencoded\n\nname=Ada&address[city]=Turin&tags=a,b&more=c&more=d"
    ),
    .init(
      "parts with types",
      "post: { requestBody: { content: { multipart/form-data: { encoding: { note: { contentType: text/csv } }, schema: { type: object, properties: { note: { type: string, example: x }, meta: { type: object, properties: { a: { type: integer, example: 1 } } }, tags: { type: array, items: { type: string }, example: [a, b] } } } } } } }",
      "POST /v1/x\nContent-Type: multipart/form-data; boundary=BOUNDARY\n\n--BOUNDARY\r\nContent-Disposition: form-data; name=\"note\"\r\nContent-Type: text/csv\r\n\r\nx\r\n--BOUNDARY\r\nContent-Disposition: form-data; name=\"meta\"\r\nContent-Type: application/json\r\n\r\n{\"a\":1}\r\n--BOUNDARY\r\nContent-Disposition: form-data; name=\"tags\"\r\n\r\na\r\n--BOUNDARY\r\nContent-Disposition: form-data; name=\"tags\"\r\n\r\nb\r\n--BOUNDARY--"
    ),
    .init(
      "any type of body",
      "post: { requestBody: { content: { '*/*': { schema: { type: object }, example: { a: 1 } } } } }",
      "POST /v1/x\nContent-Type: application/json\n\n{\n  \"a\": 1\n}"),
    .init(
      "JSON of other names", "post: { requestBody: { content: { text/json: { example: 1 } } } }",
      "POST /v1/x\nContent-Type: text/json\n\n1"),
    .init(
      "JSON with a suffix", "post: { requestBody: { content: { application/merge-patch+json: { example: {} } } } }",
      "POST /v1/x\nContent-Type: application/merge-patch+json\n\n{}"),
    .init(
      "two keys at once", "get: { security: [{ id: [], secret: [] }] }",
      "GET /v1/x\nX-Client-Id: K-id\nX-Secret: K-secret"),
    .init(
      "a name and a key at once", "get: { security: [{ b: [], id: [], inQuery: [] }] }",
      "GET /v1/x?key=K-q\nAuthorization: Basic YWRhOnB3\nX-Client-Id: K-id"),
    .init("a key in a cookie", "get: { security: [{ ck: [] }] }", "GET /v1/x\nCookie: session=K-ck"),
    .init("servers of an operation", "get: { servers: [{ url: 'http://HOST/other' }] }", "GET /other/x"),
    .init("servers of a path", "servers: [{ url: 'http://HOST/path' }]\n    get: {}", "GET /path/x"),
    .init(
      "cookies of several parameters",
      "get: { parameters: [{ name: a, in: cookie, required: true, schema: { type: string }, example: x }, { name: b, in: cookie, required: true, schema: { type: string }, example: y }] }",
      "GET /v1/x\nCookie: a=x; b=y"),
  ]

  @Test("everything else of an operation", arguments: Sample.of(operations, 7))
  func operation(_ row: JudgedCase) async throws {
    let judge = try ImportJudge()
    let path = try judge.write(Self.one.replacing("OPERATION", with: row.source), to: "api.yaml")
    let given = [
      "id": "K-id", "secret": "K-secret", "inQuery": "K-q", "ck": "K-ck", "b_username": "ada", "b_password": "pw",
    ]
    let result = try await judge.send(path, given: given)
    #expect(result.arrived.map(\.text) == [row.sent])
  }

  @Test(
    "a path has its values, however its places are named and however often they stand in it",
    arguments: [
      ("/v1/{1}", "1", "/v1/D"), ("/v1/{1}.x/1", "1", "/v1/D.x/1"), ("/y/{a}b/{a}", "a", "/y/Db/D"),
      ("/y/{a}/{a}", "a", "/y/D/D"), ("/y/{a}-{a}", "a", "/y/D-D"), ("/{a-b}/{a-b}x", "a-b", "/D/Dx"),
    ])
  func places(path: String, name: String, sent: String) async throws {
    let source =
      "openapi: 3.0.3\ninfo: { title: Places }\nservers: [{ url: 'http://HOST' }]\npaths: { '\(path)': { get: { parameters: [{ name: '\(name)', in: path, required: true, schema: { type: string }, example: D }] } } }\n"
    let judge = try ImportJudge()
    let result = try await judge.send(judge.write(source, to: "api.yaml"))
    #expect(result.arrived.map(\.text) == ["GET \(sent)"])
    #expect(result.mistakes.isEmpty && result.notes.isEmpty)
  }

  @Test("keys beside a reference count in 3.1, and those of a path item in every version")
  func siblings() async throws {
    let source = """
      openapi: 3.1.0
      info: { title: Siblings }
      servers: [{ url: "http://HOST" }]
      paths:
        /a:
          $ref: "#/components/pathItems/P"
          parameters: [{ $ref: "#/components/parameters/Q", example: mine }]
      components:
        parameters: { Q: { name: q, in: query, required: true, schema: { type: string }, example: theirs } }
        pathItems: { P: { get: { operationId: a } } }
      """
    let judge = try ImportJudge()
    let result = try await judge.send(judge.write(source, to: "api.yaml"))
    #expect(result.arrived.map(\.text) == ["GET /a?q=mine"])
  }

  @Test("a description of nothing but webhooks becomes requests to a receiver of one's own")
  func webhooks() async throws {
    let source = """
      openapi: 3.1.0
      info: { title: Hooks }
      webhooks: { newPet: { post: { requestBody: { content: { application/json: { example: { id: 1 } } } } } } }
      """
    let judge = try ImportJudge()
    let path = try judge.write(source, to: "api.yaml")
    let result = try await judge.send(path, given: ["webhookUrl": judge.server.url])
    #expect(result.arrived.map(\.text) == ["POST /\nContent-Type: application/json\n\n{\n  \"id\": 1\n}"])
    #expect(result.note(containing: "set webhookUrl"))
  }

  @Test(
    "YAML 1.2 that files of a workspace may not have is read",
    arguments: [
      "  description: |-\n    \t\n    A block that begins with a tab.", "  description: >\n      \tfolded\n      more",
      "  x: &a { b: 1 }\n  y: *a", "  x: !!str 1", "\t\n  x: 1", "  x:\n    - |\n     \tin a list", "  \t# a comment",
    ])
  func yaml(lines: String) async throws {
    let judge = try ImportJudge()
    let source =
      "openapi: 3.0.3\ninfo:\n  title: Tab\n\(lines)\nservers: [{ url: 'http://HOST' }]\npaths: { /a: { get: { operationId: a } } }\n"
    let result = try await judge.send(judge.write(source, to: "api.yaml"))
    #expect(result.arrived.map(\.text) == ["GET /a"])
  }

  @Test("anchors that repeat one another do not use up the memory")
  func bomb() throws {
    let lines = (1..<40).map { "  a\($0): &a\($0) [*a\($0 - 1), *a\($0 - 1), *a\($0 - 1)]" }
    let source =
      "openapi: 3.0.3\ninfo: { title: x }\nx-a:\n  a0: &a0 [1, 2]\n\(lines.joined(separator: "\n"))\npaths: { /a: { get: {} } }\n"
    let api = try ImportedAPI(ImportSource("api.yaml", Array(source.utf8)))
    #expect(api.requests.count == 1)
    #expect(api.notes.contains { $0.text.contains("alias") })
  }
}
