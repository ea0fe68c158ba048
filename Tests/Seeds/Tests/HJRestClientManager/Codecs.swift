import ParleyEngine
import Testing

// "Implement Dogma": how an API speaks.
extension HJRestClientManager {
  // sample: hj-codec
  struct PersonCodec: Codec {
    let name = "person"
    let accept: String? = "application/json"
    let screen: Screen

    /// Models are sent as JSON, bytes as they are; each brings its content type.
    func encode(_ model: any Encodable & Sendable, for call: CodecContext) throws -> Body {
      if let bytes = model as? [UInt8] { return .bytes(bytes) }
      return .json(encoding: model)
    }

    func read(_ body: [UInt8], contentType: String?) throws -> Content {
      .json(try JSONValue(parsing: body))
    }

    /// `context` has server, endpoint, content type, the request's model, and the type that is wanted.
    func model(of body: [UInt8], in context: CodecContext) throws -> any Sendable {
      let document = try read(body, contentType: context.contentType)
      guard let wanted = context.wanted else { return document.model }
      return try document.decode(wanted)
    }

    /// What a cache keeps of a model.
    func data(of model: any Sendable, in context: CodecContext) throws -> [UInt8]? {
      guard let model = model as? any Encodable else { return nil }
      return JSONPrinter.compact.bytes(of: try JSONValue(encoding: model))
    }

    /// Every response comes by here, a failed one too.
    func look(at response: Response, in context: CodecContext) {
      screen.show("\(context.endpoint): \(response.status.code)")
    }
  }
  // end

  private func client(of backend: Backend, _ screen: Screen = Screen()) -> Client {
    Client(.init(servers: Servers(Server(backend.address)), codec: PersonCodec(screen: screen)))
  }

  @Test("bodyFromRequestModel: a model becomes JSON, bytes stay bytes")
  func bodies() async throws {
    let backend = try Backend()
    let client = client(of: backend)
    _ = try await client.send(.post("/hello").model(Person(name: "gandalf")))
    _ = try await client.send(.post("/hello").model([1, 2, 3] as [UInt8]))
    #expect(backend.asked[0].text == #"{"name":"gandalf"}"#)
    #expect(backend.asked[1].body == [1, 2, 3])
  }

  @Test("contentTypeFromRequestModel: each kind of model has its content type")
  func contentTypes() async throws {
    let backend = try Backend()
    let client = client(of: backend)
    _ = try await client.send(.post("/hello").model(Person(name: "gandalf")))
    _ = try await client.send(.post("/hello").model([1, 2, 3] as [UInt8]))
    #expect(backend.asked.map { $0["Content-Type"] } == ["application/json", "application/octet-stream"])
  }

  @Test("responseModel: an object is a model, an array a list of models")
  func models() async throws {
    let backend = try Backend { asked in
      asked.path == "/all" ? .json([["name": "gandalf"], ["name": "balrog"]]) : .json(["name": "gandalf"])
    }
    let client = client(of: backend)
    #expect(try await client.send(.get("/one"), as: Person.self) == Person(name: "gandalf"))
    #expect(try await client.send(.get("/all"), as: [Person].self).map(\.name) == ["gandalf", "balrog"])
    let other = try await client.send(.get("/one").expecting([Person].self))
    #expect((other.error as? ReadingError)?.code == "answer.notDecodable")
  }

  @Test("responseData: what is kept of a model makes the same model again")
  func data() throws {
    let codec = PersonCodec(screen: Screen())
    let context = CodecContext(server: nil, endpoint: "/hello", wanted: Person.self)
    let kept = try #require(try codec.data(of: Person(name: "gandalf"), in: context))
    #expect(try codec.model(of: kept, in: context) as? Person == Person(name: "gandalf"))
  }

  @Test("didReceiveResponse: every response is seen, a failed one too")
  func looking() async throws {
    let (backend, screen) = (try Backend { _ in .status(503) }, Screen())
    _ = try await client(of: backend, screen).send(.get("/hello"))
    #expect(screen.lines == ["/hello: 503"])
  }

  @Test("A codec is registered by its key, and a request names it")
  func byKey() async throws {
    let (backend, screen) = (try Backend { _ in .json(["name": "frodo"]) }, Screen())
    let (address, sampleCodec) = (backend.address, PersonCodec(screen: screen))
    // sample: hj-codec-key
    var configuration = ClientConfiguration(servers: Servers(Server(address)))
    configuration.codecs["sample"] = sampleCodec
    let client = Client(configuration)

    let request = Request.post("/hello")
      .reading(withCodec: "sample")
      .model(Person(name: "gandalf"))
    let person = try await client.send(request, as: Person.self)
    // end
    #expect(person.name == "frodo")
    #expect(backend.asked.first?.text == #"{"name":"gandalf"}"#)
    #expect(screen.lines == ["/hello: 200"])
  }

  @Test("Several codecs live side by side, and an unknown one is a typed error")
  func several() async throws {
    let backend = try Backend { _ in .text("a=1&b=2") }
    let client = Client(.init(servers: Servers(Server(backend.address))))
    // sample: hj-codecs
    let form = try await client.send(.get("/v1/hello").reading(withCodec: "form")).content()
    let text = try await client.send(.get("/v2/hello").reading(withCodec: "text")).content()
    // end
    #expect(form == .form([.init("a", "1"), .init("b", "2")]))
    #expect(text == .text("a=1&b=2"))
    let error = await #expect(throws: RequestError.self) {
      try await client.send(.get("/v1/hello").reading(withCodec: "nobody"))
    }
    #expect(error?.code == "request.unknownCodec")
  }

  @Test("The default codec is that of every request which names none")
  func standard() async throws {
    let backend = try Backend { _ in .text("plain") }
    let address = backend.address
    // sample: hj-codec-default
    var configuration = ClientConfiguration(servers: Servers(Server(address)))
    configuration.codecs.defaultKey = "text"
    let client = Client(configuration)
    // end
    #expect(try await client.send(.get("/hello")).content() == .text("plain"))
  }
}
