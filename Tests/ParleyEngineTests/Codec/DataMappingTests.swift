import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("Data mapping per route", .timeLimit(.minutes(2)))
struct DataMappingTests {
  private struct User: Codable, Hashable {
    var name: String
  }

  private func send(_ body: String, mapping: Mapping, wanted: (any (Decodable & Sendable).Type)? = User.self)
    async throws -> Response
  {
    var route = Route("user", endpoint: "/user", server: nil)
    route.mapping = mapping
    let client = Client(
      .init(servers: Servers("http://h"), routes: [route]), transport: RecordingTransport(body: body))
    var request = Request.route("user")
    request.wanted = wanted
    return try await client.send(request)
  }

  @Test("The response's model stands at a dotted root")
  func responseRoot() async throws {
    let response = try await send(
      #"{"data":{"users":[{"name":"ada"}]}}"#, mapping: Mapping(responseRoot: "data.users.0"))
    #expect(response.model as? User == User(name: "ada"))
    #expect(try response.model(as: User.self) == User(name: "ada"))
  }

  @Test("A response without its root is a failure with a typed error that names the path")
  func missingRoot() async throws {
    let response = try await send(#"{"data":{}}"#, mapping: Mapping(responseRoot: "data.user"))
    #expect(!response.isAccepted && response.model == nil)
    let error = try #require(response.error as? ReadingError)
    #expect(error.code == "answer.missingRoot")
    #expect(error.summary == "The response has nothing at “data.user”.")
  }

  /// What a server is sent for a model of the route.
  private func sent(_ model: any Encodable & Sendable, mapping: Mapping) async throws -> JSONValue {
    let server = try RawServer.answering(.text("{}"))
    var route = Route("user", endpoint: "/x", method: .post)
    route.mapping = mapping
    let client = Client(.init(servers: Servers(Server(server.url)), routes: [route]))
    _ = try await client.send(.route("user").model(model))
    return try JSONValue(parsing: server.requests.first?.bodyText ?? "")
  }

  @Test("The request's model is put at its dotted root")
  func requestRoot() async throws {
    #expect(
      try await sent(User(name: "ada"), mapping: Mapping(requestRoot: "data.user")) == [
        "data": ["user": ["name": "ada"]]
      ])
  }

  @Test("A mapping that refuses the model fails the request, which is not sent")
  func unsent() async throws {
    struct Refused: Error {}
    let server = try RawServer.answering(.text("{}"))
    let mapping = Mapping(afterEncoding: { _, _ in throw Refused() })
    let request = Request.post(server.url).model(User(name: "ada")).mapping(mapping)
    let error = await #expect(throws: RequestError.self) { try await Client().send(request) }
    #expect(error?.code == "request.model")
    #expect(server.requests.isEmpty)
  }

  @Test("A mapper has the route at hand, both ways")
  func mapper() async throws {
    struct Prefixing: DataMapper {
      func encode(_ model: any Encodable & Sendable, in context: CodecContext) throws -> JSONValue {
        ["to": .string(context.endpoint), "model": try JSONValue(encoding: model)]
      }

      func decode(_ document: JSONValue, in context: CodecContext) throws -> any Sendable {
        User(name: "\(context.route?.key ?? "–"):\(document["name"]?.string ?? "")")
      }
    }
    let mapping = Mapping(Prefixing())
    #expect(try await send(#"{"name":"ada"}"#, mapping: mapping).model as? User == User(name: "user:ada"))
    #expect(try await sent(User(name: "a"), mapping: mapping) == ["to": "/x", "model": ["name": "a"]])
  }

  @Test("Hooks come after the mapping, and what they return replaces")
  func hooks() async throws {
    let mapping = Mapping(
      requestRoot: "user", responseRoot: "user",
      afterEncoding: { document, _ in ["wrapped": document] },
      afterDecoding: { model, _ in (model as? User).map { User(name: $0.name.uppercased()) } ?? model })
    #expect(try await send(#"{"user":{"name":"ada"}}"#, mapping: mapping).model as? User == User(name: "ADA"))
    #expect(try await sent(User(name: "a"), mapping: mapping) == ["wrapped": ["user": ["name": "a"]]])
  }

  @Test("A hook that throws fails the request")
  func refusing() async throws {
    struct Refused: Error {}
    let mapping = Mapping(afterDecoding: { _, _ in throw Refused() })
    let response = try await send(#"{"name":"ada"}"#, mapping: mapping)
    #expect(response.error?.code == "answer.refused")
  }

  @Test("Without a wanted type the model is the document at the root")
  func untyped() async throws {
    let response = try await send(#"{"user":{"n":1}}"#, mapping: Mapping(responseRoot: "user"), wanted: nil)
    #expect(response.model as? JSONValue == ["n": 1])
  }
}
