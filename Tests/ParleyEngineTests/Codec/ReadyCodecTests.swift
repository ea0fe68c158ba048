import ParleyEngine
import TestSupport
import Testing

@Suite("Ready codecs", .timeLimit(.minutes(2)))
struct ReadyCodecTests {
  private func content(
    _ body: String, contentType: String? = nil, codec: (any Codec)? = nil
  ) async throws -> Content {
    let transport = RecordingTransport(body: body, contentType: contentType)
    let client = Client(transport: transport)
    let request = Request.get("http://h")
    return try await client.send(codec.map(request.reading(with:)) ?? request).content()
  }

  private struct Item: Decodable, Equatable {
    var id: Int
    var name: String?
  }

  @Test("JSON reads untyped, with the digits of its numbers")
  func untyped() async throws {
    let content = try await content(#"{"id": 9007199254740993}"#, codec: JSONCodec())
    guard case .json(let value) = content else { return #expect(Bool(false), "\(content)") }
    #expect(JSONPrinter.compact.string(of: value) == #"{"id":9007199254740993}"#)
  }

  @Test("JSON reads into models, an array into a list of them")
  func typed() async throws {
    let client = Client(transport: RecordingTransport(body: #"[{"id":1,"name":"a"},{"id":2}]"#))
    let items = try await client.send(.get("http://h")).decode([Item].self)
    #expect(items == [Item(id: 1, name: "a"), Item(id: 2, name: nil)])
  }

  @Test("JSON that is none is an error, not something else")
  func broken() async {
    await #expect(throws: (any Error).self) { _ = try await content("<html>", codec: JSONCodec()) }
  }

  @Test("A form reads into fields in their order")
  func form() async throws {
    let content = try await content("b=x+y&a=%26&c&b=2", codec: FormCodec())
    #expect(content == .form([.init("b", "x y"), .init("a", "&"), .init("c", ""), .init("b", "2")]))
  }

  @Test("Text is read in the encoding the server names, bytes stay bytes")
  func textAndBytes() async throws {
    #expect(try await content("é", codec: TextCodec()) == .text("é"))
    let latin = try await content("é", contentType: "text/plain; charset=\"ISO-8859-1\"", codec: TextCodec())
    #expect(latin == .text("Ã©"))
    #expect(try await content("{}", codec: BytesCodec()) == .bytes(Array("{}".utf8)))
  }

  @Test("Without a codec a body is JSON when it parses as such, else bytes")
  func automatic() async throws {
    #expect(try await content("[1]") == .json([1]))
    #expect(try await content("[1") == .bytes(Array("[1".utf8)))
  }
}
