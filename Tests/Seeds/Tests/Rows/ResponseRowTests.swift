import FoundationEssentials
import ParleyEngine
import Testing

/// The rows S1 to S6 of the feature table, each tried as a program of somebody else would.
@Suite("Rows S1 to S6: reading a response, as a consumer sees it", .timeLimit(.minutes(2)))
struct ResponseRowTests {
  private struct Item: Codable, Hashable, Sendable {
    var id: Int?
  }

  private struct Failure: Decodable, Sendable {
    var reason: String
  }

  /// As long as the test.
  private let backends = Lock<[Backend]>([])

  private func client(_ reply: Reply, codec: (any Codec)? = nil) throws -> Client {
    let backend = try Backend { _ in reply }
    backends.withLock { $0.append(backend) }
    var configuration = ClientConfiguration(servers: Servers(Server(backend.address)))
    if let codec { configuration.codec = codec }
    return Client(configuration)
  }

  /// Models in capitals; looks at every response.
  private struct LoudCodec: Codec {
    let name = "loud"
    let accept: String? = "text/loud"
    let screen: Screen

    func read(_ body: [UInt8], contentType: String?) throws -> Content {
      .text(String(decoding: body, as: UTF8.self).uppercased())
    }

    func encode(_ model: any Encodable & Sendable, for call: CodecContext) throws -> Body {
      .text("\(model)!", contentType: "text/loud")
    }

    func data(of model: any Sendable, in context: CodecContext) throws -> [UInt8]? {
      Array("\(model)".lowercased().utf8)
    }

    func look(at response: Response, in context: CodecContext) {
      let words: [Any] = [
        context.method?.rawValue ?? "–", context.endpoint, response.status.code, context.contentType ?? "–",
        context.model ?? "–", context.wanted.map { "\($0)" } ?? "–",
      ]
      screen.show(words.map { "\($0)" }.joined(separator: " "))
    }
  }

  @Test("S1: a codec makes the body, brings its types, reads the response and looks at failures too")
  func codec() async throws {
    let screen = Screen()
    let backend = try Backend { asked in .text(asked.text, status: asked.path == "/gone" ? 410 : 200) }
    var configuration = ClientConfiguration(servers: Servers(Server(backend.address)))
    configuration.codecs["loud"] = LoudCodec(screen: screen)
    configuration.codecs.defaultKey = "loud"
    let client = Client(configuration)
    #expect(try await client.send(.post("/a").model("hi"), as: String.self) == "HI!")
    _ = try await client.send(.post("/gone").model("hi"))
    #expect(
      backend.asked[0]["Accept"] == "text/loud" && backend.asked[0]["Content-Type"]?.hasPrefix("text/loud") == true)
    #expect(screen.lines == ["POST /a 200 text/plain hi String", "POST /gone 410 text/plain hi –"])
    #expect(try await client.send(.post("/a").model("hi").reading(withCodec: "text")).content() == .text("hi"))
    try await client.cache.update(.get("/kept"), with: "SOUP")
    #expect(try await client.cache.model(of: .get("/kept"), as: String.self) == "SOUP")
    let kept = try #require(try await client.cache.response(to: .get("/kept")))
    #expect(try kept.bytes() == Array("soup".utf8) && kept.content() == .text("SOUP"))
    let error = await #expect(throws: RequestError.self) {
      try await client.send(.get("/").reading(withCodec: "nobody"))
    }
    #expect(error?.code == "request.unknownCodec")
  }

  @Test("S2: JSON, forms, text and bytes are ready")
  func ready() async throws {
    let client = try client(.text("[1,2]"))
    #expect(try await client.send(.get("/")).content() == .json([1, 2]))
    #expect(try await client.send(.get("/"), as: [Int].self) == [1, 2])
    #expect(try await client.send(.get("/").reading(withCodec: "bytes")).content() == .bytes(Array("[1,2]".utf8)))
    let form = try self.client(.text("a=1&b=2"), codec: FormCodec())
    #expect(try await form.send(.get("/"), as: [String: String].self) == ["a": "1", "b": "2"])
    #expect(try await self.client(.text("<p>")).send(.get("/")).content() == .bytes(Array("<p>".utf8)))
    let latin = Reply(fields: [("Content-Type", "text/plain; charset=iso-8859-1")], body: [0xE9])
    #expect(try await self.client(latin, codec: TextCodec()).send(.get("/"), as: String.self) == "é")
  }

  private struct Visit: Codable, Hashable, Sendable {
    var firstName: String
    var at: Date
  }

  @Test("S2: dates and keys are as the codec says, in bodies, queries, responses, families and the cache")
  func habits() async throws {
    let visit = Visit(firstName: "Ada", at: Date(timeIntervalSince1970: 1_700_000_000))
    let codecs: [(JSONCodec, JSONValue)] = [
      (JSONCodec(), ["firstName": "Ada", "at": "2023-11-14T22:13:20Z"]),
      (JSONCodec(dates: .secondsSince1970, keys: .snakeCase), ["first_name": "Ada", "at": 1_700_000_000]),
      (JSONCodec(dates: .millisecondsSince1970), ["firstName": "Ada", "at": 1_700_000_000_000]),
      (JSONCodec(dates: .secondsSince2001), ["firstName": "Ada", "at": 721_692_800]),
    ]
    for (codec, document) in codecs {
      let backend = try Backend { asked in asked.body.isEmpty ? .json(document) : .json(asked.json ?? .null) }
      var configuration = ClientConfiguration(servers: Servers(Server(backend.address)))
      configuration.codec = codec
      let client = Client(configuration)
      let events = client.events.subscribe()
      #expect(try await client.send(.post("/").model(visit), as: Visit.self) == visit)
      #expect(backend.asked.last?.json == document)
      let told = events.told().compactMap { $0.subject?.model?.value }
      #expect(told.first == document)
      let response = try await client.send(.get("/").model(visit))
      #expect(try response.decode(Visit.self) == visit)
      let name = codec.coding.keys == .snakeCase ? "first_name=Ada" : "firstName=Ada"
      #expect(backend.asked.last?.query.hasPrefix(name) == true)
      let shop = Family(BareEnvelope.self, failure: Failure.self, through: client)
      #expect(try await shop.prepare(.get("/"), as: Visit.self).response().payload == visit)
      try await client.cache.update(.get("/kept"), with: visit)
      #expect(try await client.cache.model(of: .get("/kept"), as: Visit.self) == visit)
      #expect(try await client.cache.response(to: .get("/kept"))?.json() == document)
    }
  }

  @Test("S2: a date that was kept as a number is still read")
  func olderDates() async throws {
    let old = try client(.json(["firstName": "Ada", "at": 721_692_800]))
    #expect(try await old.send(.get("/"), as: Visit.self).at == Date(timeIntervalSince1970: 1_700_000_000))
  }

  @Test("S3: roots both ways, a hook that replaces, and a missing root that fails")
  func mapping() async throws {
    let backend = try Backend { _ in .json(["data": ["id": 7]]) }
    let client = Client(.init(servers: Servers(Server(backend.address))))
    var route = Route("item", endpoint: "/", method: .post)
    route.mapping = Mapping(
      requestRoot: "item", responseRoot: "data",
      afterDecoding: { model, _ in (model as? Item).map { Item(id: ($0.id ?? 0) + 1) } ?? model })
    client.configuration.routes.register(route)
    #expect(try await client.send(.route("item").model(Item(id: 1)), as: Item.self) == Item(id: 8))
    #expect(backend.asked.first?.json == ["item": ["id": 1]])
    route.mapping = Mapping(responseRoot: "nothing")
    let error = await #expect(throws: ReadingError.self) { try await client.send(.route(route), as: Item.self) }
    #expect(error?.code == "answer.missingRoot")
    route.mapping = Mapping(
      requestRoot: "a.b", responseRoot: "data.id",
      afterEncoding: { document, context in
        ["all": document, "by": .string(context.route?.key ?? "–")]
      })
    #expect(try await client.send(Request.route(route).model(Item(id: 1)), as: Int.self) == 7)
    #expect(backend.asked.last?.json == ["all": ["a": ["b": ["id": 1]]], "by": "item"])
    route.mapping = Mapping(Refusing())
    let refused = await #expect(throws: RequestError.self) {
      try await client.send(Request.route(route).model(Item(id: 1)))
    }
    #expect(refused?.code == "request.model" && backend.asked.count == 3)
  }

  /// Sends nothing and reads nothing.
  private struct Refusing: DataMapper {
    struct Never: Error {}

    func encode(_ model: any Encodable & Sendable, in context: CodecContext) throws -> JSONValue { throw Never() }
    func decode(_ document: JSONValue, in context: CodecContext) throws -> any Sendable { throw Never() }
  }

  @Test("S3: roots and a mapper stand in a file of routes")
  func mappingFromFile() async throws {
    let backend = try Backend { _ in .json(["data": ["id": 7]]) }
    let file: JSONObject = [
      "item": ["endpoint": "/", "method": "POST", "requestRoot": "item", "responseRoot": "data"],
      "refused": ["endpoint": "/", "mapper": "refusing"],
    ]
    let routes = try Routes(json: file, mappers: ["refusing": Refusing()])
    let client = Client(.init(servers: Servers(Server(backend.address)), routes: routes))
    #expect(try await client.send(.route("item").model(Item(id: 1)), as: Item.self) == Item(id: 7))
    #expect(backend.asked.first?.json == ["item": ["id": 1]])
    await #expect(throws: ReadingError.self) { try await client.send(.route("refused"), as: Item.self) }
  }

  @Test("S4: the standard envelope, with its pages")
  func envelope() async throws {
    let page: JSONValue = ["pagination": ["total": 4, "page": 1, "per": 2, "pages": 2]]
    let client = try client(.json(["code": 200, "status": "success", "result": [["id": 1]], "_meta": page]))
    let shop = Family(StandardEnvelope.self, failure: StandardFailure.self, through: client)
    let opened = try await shop.prepare(.get("/"), as: [Item].self).response()
    #expect(opened.payload == [Item(id: 1)] && opened.pagination?.total == 4 && opened.status == .success)
    #expect(opened.code == 200 && opened.message == nil && opened.pagination?.pages == 2)
  }

  @Test("S4: malformed optional parts are nil, 204 is empty, and an envelope may be one's own")
  func otherEnvelopes() async throws {
    struct Wrapped: Envelope {
      static let empty = Wrapped()
      static func payload(in body: JSONValue) -> JSONValue? { body["wrapped"] }
    }
    let odd: JSONValue = ["code": 200, "status": "success", "message": 7, "_meta": ["pagination": "none"]]
    let shop = Family(StandardEnvelope.self, failure: StandardFailure.self, through: try client(.json(odd)))
    let opened = try await shop.prepare(.get("/"), as: [Item].self).response()
    #expect(opened.payload == nil && opened.message == nil && opened.pagination == nil)
    let nothing = Family(StandardEnvelope.self, failure: StandardFailure.self, through: try client(.status(204)))
    #expect(try await nothing.prepare(.get("/"), as: Item.self).response().payload == nil)
    let own = Family(Wrapped.self, failure: Failure.self, through: try client(.json(["wrapped": ["id": 3]])))
    #expect(try await own.prepare(.get("/"), as: Item.self).response().payload == Item(id: 3))
  }

  @Test(
    "S5: each status is a typed error with the API's own",
    arguments: [(401, "api.unauthorized"), (500, "api.server"), (503, "api.server"), (422, "api.processing")])
  func errors(_ status: Int, _ code: String) async throws {
    let client = try client(.json(["reason": "because"], status: status))
    let shop = Family(BareEnvelope.self, failure: Failure.self, through: client)
    let error = await #expect(throws: APIError<Failure>.self) {
      try await shop.prepare(.get("/"), as: Item.self).response()
    }
    #expect(error?.code == code && error?.failure?.reason == "because" && error?.status?.code == status)
    #expect(try error?.response?.json() == ["reason": "because"])
  }

  @Test("S5: what has no usable answer is an error of its own kind, too")
  func otherErrors() async throws {
    func code(_ client: Client, _ request: Request = .get("/")) async -> String? {
      let shop = Family(BareEnvelope.self, failure: Failure.self, through: client)
      do {
        _ = try await shop.prepare(request, as: Item.self).response()
        return nil
      } catch {
        return error.failure == nil ? error.code : "with a failure"
      }
    }
    #expect(await code(try client(.text("no JSON"))) == "api.wrongFormat")
    #expect(await code(try client(.json(["id": "seven"]))) == "api.wrongFormat")
    #expect(await code(try client(.status(200))) == "api.emptyResponse")
    #expect(await code(try client(.text("not the API's", status: 500))) == "api.server")
    #expect(await code(Client(), .get("http://127.0.0.1:1/")) == "network.refused")
    let picky = try client(.json(["id": 1]))
    picky.configuration.acceptsHeaders = { $0.contains { $0.name.rawName == "X-Needed" } }
    #expect(await code(picky) == "api.headers")
  }

  @Test("S6: text, object, array, models and decoders of one's own")
  func helpers() async throws {
    struct Count: BodyDecoder {
      func decode(_ bytes: [UInt8]) -> Int { bytes.count }
    }
    let response = try await client(.json(["id": 7])).send(.get("/"))
    #expect(try response.text() == #"{"id":7}"# && response.jsonObject()["id"] == 7)
    #expect(try response.decode(Item.self) == Item(id: 7) && response.decode(using: Count()) == 8)
    #expect(throws: ReadingError.self) { try response.jsonArray() }
    let list = try await client(.json([["id": 7], ["id": 8]])).send(.get("/"))
    #expect(try list.jsonArray().count == 2 && list.decode([Item].self) == [Item(id: 7), Item(id: 8)])
    #expect(throws: ReadingError.self) { try list.jsonObject() }
    let latin = Reply(fields: [("Content-Type", "text/plain; charset=iso-8859-1")], body: [0xE9])
    #expect(try await client(latin).send(.get("/")).text() == "é")
    #expect(try await client(.bytes([0xE9])).send(.get("/")).text(encoding: .latin1) == "é")
  }
}
