import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("A codec makes the body of a model", .timeLimit(.minutes(2)))
struct CodecEncodingTests {
  private let transport = RecordingTransport()

  private struct Hello: Encodable, Sendable {
    var name = "gandalf"
    var n = 2
  }

  /// Speaks XML, and notes what it was told of each call.
  private final class XMLCodec: Codec {
    let name = "xml"
    let accept: String? = "application/xml"
    let calls = Lock<[CodecContext]>([])

    func read(_ body: [UInt8], contentType: String?) -> Content { .bytes(body) }

    func encode(_ model: any Encodable & Sendable, for call: CodecContext) throws -> Body {
      calls.withLock { $0.append(call) }
      guard let hello = model as? Hello else { throw Refused() }
      return .text("<hello>\(hello.name)</hello>", contentType: "application/xml")
    }
  }

  private struct Refused: Error, CustomStringConvertible { let description = "no greeting" }

  @Test("The codec makes body and content type, knowing server, endpoint, content type and model")
  func ownCodec() async throws {
    let codec = XMLCodec()
    let client = Client(
      .init(servers: Servers(["api": "http://api/v1"], default: "api"), codec: codec), transport: transport)
    var route = Route("hello", endpoint: "/hello/:id", method: .post)
    route.headers = [.contentType: "text/xml"]
    _ = try await client.send(.route(route).path("id", 7).model(Hello()))
    let sent = try #require(transport.requests.first)
    #expect(sent.body == Array("<hello>gandalf</hello>".utf8))
    #expect(sent.headers[.contentType] == "text/xml")
    #expect(sent.headers[.accept] == "application/xml")
    let call = try #require(codec.calls.withLock { $0.first })
    #expect(call.server == "http://api/v1")
    #expect(call.endpoint == "/hello/7")
    #expect(call.contentType == "text/xml")
    #expect(call.method == .post)
    #expect(call.route?.key == "hello")
    #expect(call.model is Hello)
  }

  @Test("A codec that throws fails the request unsent")
  func throwing() async {
    let client = Client(.init(codec: XMLCodec()), transport: transport)
    let error = await #expect(throws: RequestError.self) { try await client.send(.post("http://h").model(["a": "b"])) }
    #expect(error?.code == "request.encoding")
    #expect(error?.summary.contains("no greeting") == true)
    #expect(transport.requests.isEmpty)
  }

  static let readyCodecs: [(codec: any Codec, model: any Encodable & Sendable, body: String, contentType: String)] = [
    (JSONCodec(), Hello(), #"{"name":"gandalf","n":2}"#, "application/json"),
    (AutomaticCodec(), Hello(), #"{"name":"gandalf","n":2}"#, "application/json"),
    (FormCodec(), Hello(), "name=gandalf&n=2", "application/x-www-form-urlencoded"),
    (TextCodec(), "plain", "plain", "text/plain; charset=utf-8"),
    (TextCodec(), 42, "42", "text/plain; charset=utf-8"),
    (BytesCodec(), Array("bytes".utf8), "bytes", "application/octet-stream"),
  ]

  @Test("The ready codecs send what they read", arguments: readyCodecs.indices)
  func ready(_ index: Int) async throws {
    let row = Self.readyCodecs[index]
    _ = try await Client(.init(codec: row.codec), transport: transport).send(.post("http://h").model(row.model))
    #expect(transport.requests.first?.body == Array(row.body.utf8))
    #expect(transport.requests.first?.headers[.contentType] == row.contentType)
  }

  @Test("A model that a codec cannot send is refused", arguments: [TextCodec(), BytesCodec()] as [any Codec])
  func refused(_ codec: any Codec) async {
    let client = Client(.init(codec: codec), transport: transport)
    let error = await #expect(throws: RequestError.self) { try await client.send(.post("http://h").model(Hello())) }
    #expect(error?.code == "request.model")
    #expect(transport.requests.isEmpty)
  }
}
