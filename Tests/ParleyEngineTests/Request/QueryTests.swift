import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("Queries", .timeLimit(.minutes(2)))
struct QueryTests {
  private func query(_ request: Request) async throws -> String? {
    let transport = RecordingTransport()
    _ = try await Client(transport: transport).send(request)
    return transport.requests.first.map { String($0.url.drop { $0 != "?" }) }
  }

  @Test("A literal keeps its order, with lists in brackets")
  func literal() async throws {
    let request = Request.get("http://h").query(["sort": "asc", "page": 1, "tags": ["low", "medium"]])
    #expect(try await query(request) == "?sort=asc&page=1&tags[]=low&tags[]=medium")
  }

  @Test("Variables stand in a literal as they are")
  func variables() async throws {
    let (term, page, price, sold): (String, Int?, Double, Bool) = ("a&b", nil, 1.5, true)
    let request = Request.get("http://h").query(["q": term, "page": page, "max": price, "sold": sold])
    #expect(try await query(request) == "?q=a%26b&page&max=1.5&sold=true")
  }

  @Test("A dictionary sorts")
  func dictionary() async throws {
    let request = Request.get("http://h").query(Query(sorting: ["b": 2, "c": 3, "a": 1]))
    #expect(try await query(request) == "?a=1&b=2&c=3")
  }

  static let styles: [(style: QueryStyle, query: String)] = [
    (.brackets, "?z=1&tags[]=low&tags[]=a%2Cb"),
    (.repeated, "?z=1&tags=low&tags=a%2Cb"),
    (.comma, "?z=1&tags=low,a%2Cb"),
  ]

  @Test("Lists have three styles", arguments: styles)
  func style(_ row: (style: QueryStyle, query: String)) async throws {
    let request = Request.get("http://h").query(["z": 1, "tags": ["low", "a,b"]], style: row.style)
    #expect(try await query(request) == row.query)
    let model = Request.get("http://h").model(["z": 1, "tags": ["low", "a,b"]]).queryStyle(row.style)
    #expect(try await query(model) == row.query)
  }

  static let nested: [(members: JSONObject, query: String)] = [
    (["filter": ["name": "pen", "size": ["w": 1]]], "?filter[name]=pen&filter[size][w]=1"),
    (["filter": ["tags": ["a", "b"]]], "?filter[tags][]=a&filter[tags][]=b"),
    (["items": [["id": 1, "n": 2], ["id": 3]]], "?items[0][id]=1&items[0][n]=2&items[1][id]=3"),
    (["grid": [[1, 2], [3]]], "?grid[0][]=1&grid[0][]=2&grid[1][]=3"),
    (["none": [], "nothing": [:], "flag": nil], "?flag"),
    (["a b": ["c&d": 1]], "?a%20b[c%26d]=1"),
  ]

  @Test("Objects and lists nest", arguments: nested)
  func nesting(_ row: (members: JSONObject, query: String)) async throws {
    #expect(try await query(.get("http://h").query(Query(members: row.members))) == row.query)
  }

  @Test("Changing a value forgets the list it was")
  func changedList() {
    var item = Query.Item("tags", commaSeparated: ["a", "b"])
    #expect(item.value == "a,b")
    item.value = "c"
    #expect(item == Query.Item("tags", "c"))
  }

  struct Search: Encodable, Sendable {
    var term = "pen"
    var tags = ["new", "sale"]
    var page: Int?
  }

  static let methods: [(request: Request, isQuery: Bool)] = [
    (.get("http://h"), true), (.head("http://h"), true), (.delete("http://h"), true),
    (.post("http://h"), false), (.put("http://h"), false), (.patch("http://h"), false), (.none("http://h"), false),
  ]

  @Test("For GET, HEAD and DELETE a model becomes the query, behind what is there", arguments: methods)
  func models(_ row: (request: Request, isQuery: Bool)) async throws {
    let transport = RecordingTransport()
    _ = try await Client(transport: transport).send(row.request.query("v", "1").model(Search()))
    let sent = try #require(transport.requests.first)
    #expect(sent.url == "http://h?v=1" + (row.isQuery ? "&term=pen&tags[]=new&tags[]=sale" : ""))
    #expect(sent.body == (row.isQuery ? nil : Array(#"{"term":"pen","tags":["new","sale"]}"#.utf8)))
  }

  @Test("A model that is a dictionary sorts, so that equal requests have equal URLs")
  func dictionaryModel() async throws {
    let model = Dictionary(uniqueKeysWithValues: "hgfedcba".map { ("\($0)", ["y": 1, "x": 2]) })
    let expected = "abcdefgh".map { "\($0)[x]=2&\($0)[y]=1" }.joined(separator: "&")
    #expect(try await query(.get("http://h").model(model)) == "?\(expected)")
  }

  @Test("A model without names cannot be a query", arguments: [["a"], "text", 1] as [JSONValue])
  func namelessModel(_ model: JSONValue) async {
    let error = await #expect(throws: RequestError.self) { try await query(.get("http://h").model(model)) }
    #expect(error?.code == "request.model")
  }
}
