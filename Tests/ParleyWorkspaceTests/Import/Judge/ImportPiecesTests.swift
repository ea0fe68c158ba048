import ParleyEngine
import TestSupport
import Testing

@testable import ParleyFiles
@testable import ParleyFormats
@testable import ParleyWorkspace

@Suite("Nothing in a source refuses the whole, and nothing vanishes", .timeLimit(.minutes(3)))
struct ImportPiecesTests {
  /// A source with a request `good`, something that no file can hold, and what is said of that.
  struct Piece: Sendable, CustomTestStringConvertible {
    let name: String
    let source: String
    let file: String
    let note: String
    /// The errors that a check of the workspace finds.
    let mistakes: [String]

    init(_ name: String, _ source: String, _ file: String, _ note: String, mistakes: [String] = []) {
      (self.name, self.source, self.file, self.note, self.mistakes) = (name, source, file, note, mistakes)
    }

    var testDescription: String { name }
  }

  private static func postman(_ request: String, more: String = "") -> String {
    PostmanJudgeTests.collection(
      #"{"name": "good", "request": "http://a.test/good"}, {"name": "bad", \#(request)}"#, more: more)
  }

  private static func insomnia(_ request: String, more: String = "") -> String {
    #"{"_type": "export", "__export_format": 4, "resources": [{"_id": "w", "_type": "workspace", "name": "N"}, \#(more){"_id": "g", "_type": "request", "parentId": "w", "name": "good", "url": "http://a.test"}, {"_id": "b", "_type": "request", "parentId": "w", "name": "bad", "url": "http://a.test", \#(request)}]}"#
  }

  private static func http(_ request: String) -> String { "### good\nGET http://a.test/good\n\n### bad\n\(request)\n" }

  private static func openAPI(_ operation: String) -> String {
    "openapi: 3.0.3\ninfo: { title: P }\nservers: [{ url: 'http://a.test' }]\npaths: { /good: { get: { operationId: good } }, /bad: { get: { operationId: bad, \(operation) } } }\n"
  }

  private static func insomnia5(_ request: String) -> String {
    "type: collection.insomnia.rest/5.0\nname: N\ncollection:\n  - { name: good, url: 'http://a.test' }\n  - { name: bad, url: 'http://a.test', \(request) }\n"
  }

  private static func bruno(_ request: String) -> String {
    #"{"name": "c", "version": "1", "brunoConfig": {}, "items": [{"type": "http", "name": "good", "request": {"method": "GET", "url": "http://a.test"}}, {"type": "http", "name": "bad", "request": {"method": "GET", "url": "http://a.test/{{t}}", \#(request)}}]}"#
  }

  private static func har(_ request: String, url: String = "http://a.test/bad", method: String = "POST") -> String {
    let good = #"{"request": {"method": "GET", "url": "http://a.test/good", "headers": []}, "response": {}}"#
    return
      #"{"log": {"version": "1.2", "entries": [\#(good), {"request": {"method": "\#(method)", "url": "\#(url)", \#(request)}, "response": {}}]}}"#
  }

  static let pieces: [Piece] = [
    .init(
      "Postman: a value set twice",
      postman(
        ##""event": [{"listen": "test", "script": {"exec": ["var d = pm.response.json();", "pm.environment.set('tok', d.a);", "pm.environment.set('tok', d.b);"]}}], "request": "http://a.test""##
      ), "c.json", "“tok” is set more than once"),
    .init(
      "Postman: a template in a header's name",
      postman(#""request": {"url": "http://a.test", "header": [{"key": "X-{{n}}", "value": "1"}]}"#), "c.json",
      "was left out: it cannot be the name"),
    .init(
      "Postman: a name with a blank",
      postman(#""request": {"url": "http://a.test", "header": [{"key": "X A", "value": "1"}]}"#), "c.json",
      "was left out: it cannot be the name"),
    .init(
      "Postman: a header with a line break",
      postman(#""request": {"url": "http://a.test", "header": [{"key": "X-A", "value": "1\n2"}]}"#), "c.json",
      "became blanks"),
    .init(
      "Postman: a template in a form's name",
      postman(
        #""request": {"url": "http://a.test", "method": "POST", "body": {"mode": "urlencoded", "urlencoded": [{"key": "{{n}}", "value": "1"}]}}"#
      ), "c.json", "became a text"),
    .init(
      "Postman: a part without a name",
      postman(
        #""request": {"url": "http://a.test", "method": "POST", "body": {"mode": "formdata", "formdata": [{"key": "", "value": "1"}]}}"#
      ), "c.json", "The part “” was left out"),
    .init(
      "Postman: a variable twice",
      postman(
        #""request": "http://a.test""#, more: #""variable": [{"key": "a", "value": "1"}, {"key": "a", "value": "2"}],"#),
      "c.json", "declared more than once"),
    .init(
      "Postman: a method that is none", postman(#""request": {"url": "http://a.test", "method": "{{m}}"}"#), "c.json",
      "The method"),
    .init(
      "Postman: a URL with a line break", postman(#""request": {"url": "http://a.test/\nb"}"#), "c.json",
      "Line breaks in its URL"),
    .init(
      "Postman: no URL", postman(#""request": {"method": "GET"}"#), "c.json", "It has no URL",
      mistakes: ["the path has no server"]),
    .init(
      "Postman: a key whose name is none",
      postman(
        #""request": {"url": "http://a.test", "auth": {"type": "apikey", "apikey": [{"key": "key", "value": "X Y"}, {"key": "value", "value": "v"}]}}"#
      ), "c.json", "Its auth was left out"),
    .init(
      "Insomnia: a header with a line break", insomnia(#""headers": [{"name": "X-A", "value": "1\n2"}]"#), "i.json",
      "became blanks"),
    .init(
      "Insomnia: a name with a blank", insomnia(#""headers": [{"name": "X A", "value": "1"}]"#), "i.json",
      "cannot be the name"),
    .init(
      "Insomnia: a template in a form's name",
      insomnia(
        #""method": "POST", "body": {"mimeType": "application/x-www-form-urlencoded", "params": [{"name": "{{ n }}", "value": "1"}]}"#
      ), "i.json", "became a text"),
    .init(
      "Insomnia: another kind of request",
      insomnia(#""a": 1}, {"_id": "x", "_type": "grpc_request", "parentId": "w", "name": "g""#), "i.json",
      "Only requests of HTTP"),
    .init(
      ".http: a value set twice",
      http(
        "GET http://a.test\n\n> {%\nclient.global.set(\"tok\", response.body.a);\nclient.global.set(\"tok\", response.body.b);\n%}"
      ), "r.http", "“tok” is set more than once"),
    .init(".http: a variable twice", http("@a = 1\n@a = 2\nGET http://a.test"), "r.http", "declared more than once"),
    .init(".http: a name with a blank", http("GET http://a.test\nX A: 1"), "r.http", "cannot be the name"),
    .init(".http: no request line", http("what is this"), "r.http", "is no request line"),
    .init(
      "OpenAPI: a parameter without a name", openAPI("parameters: [{ in: query, schema: { type: string } }]"), "a.yaml",
      "without a name"),
    .init(
      "OpenAPI: a place that is none", openAPI("parameters: [{ name: x, in: nowhere }]"), "a.yaml",
      "its place is not known"),
    .init(
      "OpenAPI: a template in a name", openAPI("parameters: [{ name: '{{x}}', in: query, required: true }]"), "a.yaml",
      "has a template"),
    .init(
      "OpenAPI: a header that is none", openAPI("parameters: [{ name: 'X A', in: header, required: true }]"), "a.yaml",
      "cannot be the name"),
    .init("OpenAPI: a key twice", openAPI("summary: a, summary: b"), "a.yaml", "duplicate key"),
    .init("OpenAPI: a second document", openAPI("summary: a") + "---\na: 1\n", "a.yaml", "second document"),
    .init("curl: a broken command", "curl http://a.test/good\n\ncurl -H 'x http://a.test\n", "c.sh", "unclosed quote"),
    .init(
      "curl: an unknown option", "curl http://a.test/good\n\ncurl --frobnicate http://a.test\n", "c.sh",
      "is not supported"),
    .init(
      "Insomnia 5: a header with a line break", insomnia5("headers: [{ name: X-A, value: \"1\\n2\" }]"), "i.yaml",
      "became blanks"),
    .init(
      "Insomnia 5: a name with a blank", insomnia5("headers: [{ name: X A, value: 1 }]"), "i.yaml", "cannot be the name"
    ),
    .init("Insomnia 5: a method that is none", insomnia5("method: '{{ m }}'"), "i.yaml", "The method"),
    .init(
      "Insomnia: one name with two values",
      insomnia(
        #""a": 1"#,
        more:
          #"{"_id": "e", "_type": "environment", "parentId": "w", "data": {"v": "1"}}, {"_id": "f", "_type": "request_group", "parentId": "w", "name": "f", "environment": {"v": "2"}}, "#
      ), "i.json", "has another value elsewhere"),
    .init(
      "Insomnia: a part without a name",
      insomnia(
        #""method": "POST", "body": {"mimeType": "multipart/form-data", "params": [{"name": "", "value": "1"}]}"#),
      "i.json", "The part “” was left out"),
    .init(
      "Bruno's export: a name with a blank", bruno(#""headers": [{"name": "X A", "value": "1"}]"#), "b.json",
      "cannot be the name"),
    .init(
      "Bruno's export: a header with a line break", bruno(#""headers": [{"name": "X-A", "value": "1\n2"}]"#), "b.json",
      "became blanks"),
    .init(
      "Bruno's export: a value set twice",
      bruno(#""vars": {"res": [{"name": "t", "value": "res.body.a"}, {"name": "t", "value": "res.body.b"}]}"#),
      "b.json", "“t” is set more than once"),
    .init(
      "Bruno's export: a variable twice",
      bruno(#""vars": {"req": [{"name": "t", "value": "1"}, {"name": "t", "value": "2"}]}"#), "b.json",
      "declared more than once"),
    .init(
      "Bruno's export: another kind of authentication", bruno(#""auth": {"mode": "ntlm"}"#), "b.json", "was left out"),
    .init(
      "HAR: a name that is none", har(#""headers": [{"name": "X A", "value": "1"}]"#), "r.har", "cannot be the name"),
    .init(
      "HAR: a header with a line break", har(#""headers": [{"name": "X-A", "value": "1\n2"}]"#), "r.har",
      "became blanks"),
    .init("HAR: a URL that is none", har(#""headers": []"#, url: "data:text/plain,x"), "r.har", "was left out"),
    .init("HAR: a method that is none", har(#""headers": []"#, method: "G T"), "r.har", "The method"),
    .init(
      "HAR: a part without a name",
      har(#""headers": [], "postData": {"mimeType": "multipart/form-data", "params": [{"name": "", "value": "1"}]}"#),
      "r.har", "The part “” was left out"),
    .init(
      ".http: a header with a template in its name", http("GET http://a.test\nX-{{n}}: 1"), "r.http",
      "cannot be the name"),
    .init(".http: another kind of request", http("GRPC a.test/x"), "r.http", "only HTTP and WebSockets"),
    .init(
      "OpenAPI: an empty path variable", openAPI("parameters: [{ name: x, in: path, required: true }]"), "a.yaml", ""),
    .init(
      "Swagger: a kind of authentication that is none",
      "swagger: '2.0'\ninfo: { title: P }\nhost: a.test\nsecurityDefinitions: { x: { type: strange } }\nsecurity: [{ x: [] }]\npaths: { /good: { get: { operationId: good } } }\n",
      "a.yaml", "was left out"),
    .init(
      "curl: a header without a colon", "curl http://a.test/good\n\ncurl -H frob http://a.test/b\n", "c.sh",
      "it has no colon"),
    .init("curl: another program", "curl http://a.test/good\n\nwget http://a.test\n", "c.sh", ""),
  ]

  @Test("one piece of each kind", arguments: pieces)
  func piece(_ piece: Piece) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(piece.file, piece.source)
    let files = try ImportedFiles(try ImportedAPI(at: path))
    #expect(files.requests.contains { $0.hasSuffix("good") }, "\(files.requests)")
    #expect(files.mistakes == piece.mistakes)
    #expect(piece.note.isEmpty || files.notes.contains { $0.contains(piece.note) }, "\(files.notes)")
  }

  @Test("a definition that no file can hold loses the key that is in the way, and nothing else")
  func fallback() throws {
    var definition = RequestDefinition(url: "http://a.test", headers: [Row("X-A", "1")])
    definition.auth = Located(.bearer(""))
    definition.docs = "notes"
    var notes: [ImportNote] = []
    let written = try ImportedRequest(id: "r", definition: definition).file(&notes)
    #expect(written.definition.headers == definition.headers && written.definition.docs == "notes")
    #expect(written.definition.auth == nil && notes.map(\.place) == ["r"])
  }

  static let tables: [(String, SourceKeys, String)] = [
    ("Postman", PostmanKeys.keys, "collection"), ("Insomnia 4", InsomniaKeys.four, "export"),
    ("Insomnia 5", InsomniaKeys.five, "collection"), ("HAR", HARKeys.keys, "log"),
    ("OpenAPI 3", OpenAPIKeys.three, "root"), ("OpenCollection", BrunoKeys.openCollection, "file"),
    ("Bruno's export", BrunoKeys.export, "collection"),
    ("Swagger 2", OpenAPIKeys.two, "root"),
  ]

  @Test(
    "a key of any object that is in no table is listed, and those that are in it are not", arguments: tables.map(\.0))
  func keys(format: String) throws {
    let (_, keys, root) = try #require(Self.tables.first { $0.0 == format })
    for kind in keys.kinds.keys {
      let (document, place) = try #require(
        Self.document(reaching: kind, from: root, in: keys), "\(kind) is reached from \(root)")
      let notes = keys.unread(in: document, as: root)
      #expect(notes.map(\.place) == [place + "frobnicate"], "\(kind)")
    }
  }

  /// A document with all keys of a kind, and one that no table has.
  private static func document(
    reaching kind: String, from root: String, in keys: SourceKeys
  ) -> (JSONValue, place: String)? {
    var open: [(kind: String, path: [String])] = [(root, [])]
    var seen: Set<String> = []
    while !open.isEmpty {
      let (current, path) = open.removeFirst()
      if current == kind { return (nested(path, keys.kinds[kind] ?? [:]), path.map { $0 + "." }.joined()) }
      guard seen.insert(current).inserted else { continue }
      for (key, next) in keys.kinds[current] ?? [:] where next != "-" {
        let isMap = next.hasPrefix("{")
        open.append((isMap ? String(next.dropFirst().dropLast()) : next, path + [key] + (isMap ? ["a"] : [])))
      }
    }
    return nil
  }

  private static func nested(_ path: [String], _ kind: [String: String]) -> JSONValue {
    let members =
      kind.filter { $0.value == "-" }.map { ($0.key, JSONValue.bool(true)) } + [("frobnicate", JSONValue.bool(true))]
    return path.reversed().reduce(.object(JSONObject(members))) { inner, key in .object(JSONObject([(key, inner)])) }
  }
}
