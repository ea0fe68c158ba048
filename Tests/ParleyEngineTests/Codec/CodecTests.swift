import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("Codecs say how an API speaks", .timeLimit(.minutes(2)))
struct CodecTests {
  private struct Item: Codable, Hashable {
    var id: Int
  }

  /// Reads lines of numbers, and writes down what it is asked.
  private struct LineCodec: Codec {
    let name = "lines"
    let accept: String? = "text/lines"
    let asked = Lock<[String]>([])
    let statuses = Lock<[Int]>([])

    func read(_ body: [UInt8], contentType: String?) throws -> Content {
      let lines = String(decoding: body, as: UTF8.self).split(separator: "\n").compactMap { Int($0) }
      return .json(.array(lines.map { ["id": .number(JSONNumber($0))] }))
    }

    func model(of body: [UInt8], in context: CodecContext) throws -> any Sendable {
      asked.withLock {
        $0.append(
          "\(context.server ?? "–") \(context.endpoint) \(context.contentType ?? "–") "
            + "\(context.model.map { "\($0)" } ?? "–") \(context.wanted.map { "\($0)" } ?? "–")")
      }
      let content = try read(body, contentType: context.contentType)
      guard let wanted = context.wanted else { return content.model }
      return try content.decode(wanted)
    }

    func look(at response: Response, in context: CodecContext) {
      statuses.withLock { $0.append(response.status.code) }
    }
  }

  private func client(status: Int = 200, codec: LineCodec) -> Client {
    let transport = RecordingTransport(status: status, body: "7\n8\n", contentType: "text/lines")
    var configuration = ClientConfiguration(servers: Servers("http://h/v1"))
    configuration.codecs = Codecs(["numbers": codec], default: "numbers")
    return Client(configuration, transport: transport)
  }

  @Test("Data becomes the wanted model, with all that is known of the call at hand")
  func decodes() async throws {
    let codec = LineCodec()
    let items = try await client(codec: codec).send(.get("/items"), as: [Item].self)
    #expect(items == [Item(id: 7), Item(id: 8)])
    #expect(codec.asked.withLock { $0 } == ["http://h/v1 /items text/lines – Array<Item>"])
  }

  @Test("A codec looks at every response, failures too")
  func looks() async throws {
    let codec = LineCodec()
    let request = Request.get("/items").validating(.status(200))
    #expect(try await !client(status: 500, codec: codec).send(request).isAccepted)
    _ = try await client(status: 200, codec: codec).send(request)
    #expect(codec.statuses.withLock { $0 } == [500, 200])
  }

  @Test("Codecs are chosen by key, and one is the default")
  func keys() async throws {
    let codec = LineCodec()
    let client = client(codec: codec)
    #expect(try await client.send(.get("/items")).codec.name == "lines")
    #expect(try await client.send(.get("/items").reading(withCodec: "text")).content() == .text("7\n8\n"))
    client.configuration.codec = BytesCodec()
    #expect(try await client.send(.get("/items")).codec.name == "bytes")
    #expect(try await client.send(.get("/items").reading(withCodec: "numbers")).codec.name == "lines")
  }

  @Test("An unknown key fails the request before it is sent, and names the codecs there are")
  func unknown() async throws {
    let error = await #expect(throws: RequestError.self) {
      try await client(codec: LineCodec()).send(.get("/items").reading(withCodec: "nubmers"))
    }
    #expect(error?.code == "request.unknownCodec")
    #expect(error?.advice?.contains("numbers") == true)
  }

  /// Keeps models back to front.
  private struct ReversingCodec: Codec {
    let name = "reversing"
    let accept: String? = nil

    func read(_ body: [UInt8], contentType: String?) throws -> Content { .text(String(decoding: body, as: UTF8.self)) }

    func model(of body: [UInt8], in context: CodecContext) throws -> any Sendable {
      String(String(decoding: body, as: UTF8.self).reversed())
    }

    func data(of model: any Sendable, in context: CodecContext) throws -> [UInt8]? {
      (model as? String).map { Array(String($0.reversed()).utf8) }
    }
  }

  @Test("The cache keeps what the codec makes of a model, and gives the model that the codec makes of that")
  func keptInCache() async throws {
    let client = Client(
      ClientConfiguration(servers: Servers("http://h"), codec: ReversingCodec()), transport: RecordingTransport())
    try await client.cache.update(.get("/a"), with: "abc")
    #expect(try await client.cache.response(to: .get("/a"))?.text() == "cba")
    #expect(try await client.cache.model(of: .get("/a"), as: String.self) == "abc")
    await #expect(throws: Never.self) { try await client.cache.update(.get("/b"), with: 7) }
    #expect(try await client.cache.response(to: .get("/b")) == nil)
  }

  @Test("A model becomes data for the cache, from which the codec makes it again")
  func cached() throws {
    let codec = JSONCodec()
    let context = CodecContext(server: nil, endpoint: "/items", wanted: [Item].self)
    let data = try #require(try codec.data(of: [Item(id: 7)], in: context))
    #expect(try codec.model(of: data, in: context) as? [Item] == [Item(id: 7)])
    #expect(try codec.data(of: "text", in: context) == Array("text".utf8))
    #expect(try codec.data(of: [UInt8]([1, 2]), in: context) == [1, 2])
  }

  /// Keeps models in small letters and reads them in large ones.
  private struct LoudCodec: Codec {
    let name = "loud"
    let accept: String? = "text/loud"

    func read(_ body: [UInt8], contentType: String?) -> Content {
      .text(String(decoding: body, as: UTF8.self).uppercased())
    }

    func data(of model: any Sendable, in context: CodecContext) -> [UInt8]? { Array("\(model)".lowercased().utf8) }
  }

  @Test("What the cache keeps by hand is made by the codec, and read by it, as a model and as a response")
  func cachedByHand() async throws {
    let client = Client(ClientConfiguration(servers: Servers("http://h"), codec: LoudCodec()))
    try await client.cache.update(.get("/soup"), with: "Soup")
    let response = try #require(try await client.cache.response(to: .get("/soup")))
    #expect(try response.bytes() == Array("soup".utf8) && response.contentType == "text/loud")
    #expect(try response.content() == .text("SOUP"))
    #expect(try await client.cache.model(of: .get("/soup"), as: String.self) == "SOUP")
    #expect(try await client.cache.model(endpoint: "/soup", as: String.self) == "SOUP")
  }

  @Test("A response that is not the wanted model is a failure with a typed error, and stays readable")
  func undecodable() async throws {
    let client = Client(transport: RecordingTransport(body: #"{"id":"seven"}"#))
    let response = try await client.send(.get("http://h").expecting(Item.self))
    #expect(!response.isAccepted)
    #expect(response.error?.code == "answer.notDecodable")
    #expect(try response.text() == #"{"id":"seven"}"#)
    #expect(throws: ReadingError.self) { try response.model(as: Item.self) }
  }
}
