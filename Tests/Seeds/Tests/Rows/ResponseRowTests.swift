import ParleyEngine
import Testing

/// The rows S of the feature table, each tried as a program of somebody else would.
@Suite("Rows S: reading a response, as a consumer sees it")
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

    func look(at response: Response, in context: CodecContext) {
      screen.show("\(context.endpoint) \(response.status.code)")
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
    #expect(screen.lines == ["/a 200", "/gone 410"])
    #expect(try await client.send(.post("/a").model("hi").reading(withCodec: "text")).content() == .text("hi"))
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
  }

  @Test("S4: the standard envelope, with its pages")
  func envelope() async throws {
    let page: JSONValue = ["pagination": ["total": 4, "page": 1, "per": 2, "pages": 2]]
    let client = try client(.json(["code": 200, "status": "success", "result": [["id": 1]], "_meta": page]))
    let shop = Family(StandardEnvelope.self, failure: StandardFailure.self, through: client)
    let opened = try await shop.prepare(.get("/"), as: [Item].self).response()
    #expect(opened.payload == [Item(id: 1)] && opened.pagination?.total == 4 && opened.status == .success)
  }

  @Test(
    "S5: each status is a typed error with the API's own",
    arguments: [(401, "api.unauthorized"), (503, "api.server"), (422, "api.processing")])
  func errors(_ status: Int, _ code: String) async throws {
    let client = try client(.json(["reason": "because"], status: status))
    let shop = Family(BareEnvelope.self, failure: Failure.self, through: client)
    let error = await #expect(throws: APIError<Failure>.self) {
      try await shop.prepare(.get("/"), as: Item.self).response()
    }
    #expect(error?.code == code && error?.failure?.reason == "because" && error?.status?.code == status)
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
  }

  @Test("S7: every answer is valid until a validator says no, and a model of a refusal is an error of its own")
  func validators() async throws {
    let client = try client(.json(["reason": "lost"], status: 404))
    #expect(try await client.send(.get("/")).isAccepted)
    let response = try await client.send(.get("/").validating(.header("X-None")).validating(.status(200)))
    #expect(response.validationFailure?.reason == "there is no header X-None" && response.status == .notFound)
    let error = await #expect(throws: StatusError.self) { try await client.send(.get("/"), as: Item.self) }
    #expect(error?.status == .notFound)
    #expect(try error?.response.json() == ["reason": "lost"])
    #expect(try await client.send(.get("/").validating(.status(404)), as: Item.self) == Item(id: nil))
  }

  @Test("S8: every 401 calls the unauthorized handler, and an own error handler replaces only the family's")
  func unauthorized() async throws {
    let (client, screen) = (try client(.json(["reason": "who"], status: 401)), Screen())
    client.configuration.onUnauthorized = { error in screen.show("client \(error.code)") }
    let shop = Family(BareEnvelope.self, failure: Failure.self, through: client)
    shop.onError { _ in screen.show("family") }
    _ = try? await shop.prepare(.get("/"), as: Item.self).onError { _ in screen.show("own") }.response()
    #expect(await screen.wait(for: 2) == ["client api.unauthorized", "own"])
  }

  @Test("S9: a result has final URL, status, headers, bytes and model, or why there are none")
  func result() async throws {
    let client = try client(.json(["id": 7]).with("X-A", "b"))
    let result = await withCheckedContinuation { done in
      client.prepare(.get("/a").expecting(Item.self)).then { done.resume(returning: $0) }.start()
    }
    #expect(result.isAccepted && result.response?.url.hasSuffix("/a") == true && result.response?.status == .ok)
    #expect(result.response?.model as? Item == Item(id: 7))
    #expect(result.response?.headers.contains { $0.name.rawName == "X-A" && $0.value == "b" } == true)
  }

  @Test("S10: two families in one client keep their envelopes and errors apart")
  func families() async throws {
    let client = try client(.json(["reason": "no", "message": "other"], status: 400))
    let one = Family(BareEnvelope.self, failure: Failure.self, through: client)
    let other = Family(BareEnvelope.self, failure: JSONValue.self, through: client)
    let first = await #expect(throws: APIError<Failure>.self) {
      try await one.prepare(.get("/"), as: Item.self).response()
    }
    let second = await #expect(throws: APIError<JSONValue>.self) {
      try await other.prepare(.get("/"), as: Item.self).response()
    }
    #expect(first?.failure?.reason == "no" && second?.failure?["message"] == "other")
  }
}
