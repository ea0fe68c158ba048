import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("Bodies", .timeLimit(.minutes(2)))
struct RequestBodyTests {
  private let transport = RecordingTransport()

  private func sent(_ body: Body, with request: Request = .post("http://h")) async throws -> TransportRequest? {
    _ = try await Client(transport: transport).send(request.body(body))
    return transport.requests.last
  }

  private struct Item: Codable, Equatable, Sendable {
    var name: String
    var price: Double
  }

  @Test("Bytes are sent as they are")
  func bytes() async throws {
    let request = try await sent(.bytes([0, 255, 10]))
    #expect(request?.body == [0, 255, 10])
    #expect(request?.headers[.contentType] == "application/octet-stream")
  }

  static let texts: [(encoding: TextEncoding, bytes: [UInt8], contentType: String)] = [
    (.utf8, [0xC3, 0xA9], "text/plain; charset=utf-8"),
    (.latin1, [0xE9], "text/plain; charset=iso-8859-1"),
    (.utf16, [0xFE, 0xFF, 0x00, 0xE9], "text/plain; charset=utf-16"),
  ]

  @Test("Text is UTF-8 by default", arguments: texts)
  func text(_ row: (encoding: TextEncoding, bytes: [UInt8], contentType: String)) async throws {
    let request = try await sent(.text("é", encoding: row.encoding))
    #expect(request?.body == row.bytes)
    #expect(request?.headers[.contentType] == row.contentType)
  }

  static let documents: [(value: JSONValue, text: String)] = [
    (["b": 1, "a": [true, nil, "x"]], #"{"b":1,"a":[true,null,"x"]}"#),
    ([1, "two"], #"[1,"two"]"#),
  ]

  @Test("A JSON object or array is sent compact, in its own order", arguments: documents)
  func json(_ row: (value: JSONValue, text: String)) async throws {
    let request = try await sent(.json(row.value))
    #expect(request?.body == Array(row.text.utf8))
    #expect(request?.headers[.contentType] == "application/json")
  }

  @Test("Any Encodable is sent as JSON")
  func encodable() async throws {
    let request = try await sent(.json(encoding: Item(name: "pen", price: 1.5)))
    #expect(request?.body == Array(#"{"name":"pen","price":1.5}"#.utf8))
  }

  @Test("JSON text is sent as it was written, mistakes and all")
  func jsonText() async throws {
    let request = try await sent(.jsonText("{ \"n\": 1.10, }"))
    #expect(request?.body == Array("{ \"n\": 1.10, }".utf8))
  }

  @Test("A form is urlencoded, in its order, names as often as given")
  func form() async throws {
    let request = try await sent(.form([("b", "x y"), ("a", "&=é"), ("b", "")]))
    #expect(request.map { String(decoding: $0.body ?? [], as: UTF8.self) } == "b=x+y&a=%26%3D%C3%A9&b=")
    #expect(request?.headers[.contentType] == "application/x-www-form-urlencoded")
  }

  @Test("An explicit body goes with any method, GET included")
  func getWithBody() async throws {
    let server = try RawServer.answering(.text("ok"))
    let methods = ["GET", "HEAD", "DELETE", "OPTIONS", "TRACE", "PURGE"]
    for method in methods {
      _ = try await Client().send(.custom(method, server.url).body(.text(method)))
    }
    #expect(server.requests.map(\.method) == methods)
    #expect(server.requests.map(\.bodyText) == methods)
  }

  @Test("An encoder of your own may bring headers")
  func customEncoder() async throws {
    let body = Body { Body.Encoded(bytes: [1], contentType: "image/x", headers: [.contentEncoding: "odd"]) }
    let request = try await sent(body)
    #expect(request?.headers[.contentEncoding] == "odd")
    #expect(request?.headers[.contentType] == "image/x")
  }

  struct Broken: Error, CustomStringConvertible { let description = "the pen is empty" }

  static let failing: [Body] = [Body { throw Broken() }, .text("é", encoding: .ascii), .json(encoding: Double.nan)]

  @Test("An encoder that throws fails the request unsent", arguments: failing)
  func failingEncoder(_ body: Body) async {
    let error = await #expect(throws: RequestError.self) { _ = try await sent(body) }
    #expect(error?.code == "request.encoding")
    #expect(transport.requests.isEmpty)
  }
}
