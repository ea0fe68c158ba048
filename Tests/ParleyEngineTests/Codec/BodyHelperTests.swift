import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("Body helpers", .timeLimit(.minutes(2)))
struct BodyHelperTests {
  private struct Item: Codable, Hashable {
    var id: Int
  }

  private func response(_ body: [UInt8], contentType: String? = nil) -> Response {
    var headers = HTTPFields()
    headers[.contentType] = contentType
    let head = ResponseHead(url: "http://h", status: .ok, headers: headers)
    return Response(TransportResponse(head: head, body: InMemoryBytes(body)), codec: AutomaticCodec())
  }

  private func response(_ body: String) -> Response {
    response(Array(body.utf8))
  }

  @Test("Text is UTF-8 unless the server or the caller says otherwise")
  func text() throws {
    #expect(try response("grün").text() == "grün")
    #expect(try response([0x67, 0xFC]).text(encoding: .latin1) == "gü")
    #expect(try response([0x67, 0xFC], contentType: "text/plain; charset=ISO-8859-1").text() == "gü")
  }

  @Test("JSON objects and arrays, and a typed error where it is the other")
  func json() throws {
    #expect(try response(#"{"id":1}"#).jsonObject()["id"] == 1)
    #expect(try response("[1,2]").jsonArray() == [1, 2])
    #expect(throws: ReadingError.wrongKind(expected: "an object", found: JSONValue.Kind.array.phrase)) {
      try response("[1]").jsonObject()
    }
    #expect(throws: ReadingError.self) { try response(#"{"id":1}"#).jsonArray() }
    #expect(throws: JSONSyntaxError.self) { try response("{").jsonObject() }
  }

  @Test("Models, and lists of them")
  func models() throws {
    #expect(try response(#"{"id":1}"#).decode(Item.self) == Item(id: 1))
    #expect(try response(#"[{"id":1},{"id":2}]"#).decode([Item].self) == [Item(id: 1), Item(id: 2)])
    #expect(throws: (any Error).self) { try response(#"{"id":"x"}"#).decode(Item.self) }
  }

  @Test("Decoders of your own read bytes, JSON or text")
  func decoders() throws {
    struct Count: BodyDecoder {
      func decode(_ bytes: [UInt8]) -> Int { bytes.count }
    }
    struct Identifier: JSONBodyDecoder {
      func decode(json: JSONValue) throws -> Int? { json["id"]?.int }
    }
    struct Lines: TextBodyDecoder {
      let encoding = TextEncoding.latin1
      func decode(text: String) -> [Substring] { text.split(separator: "\n") }
    }
    #expect(try response("abc").decode(using: Count()) == 3)
    #expect(try response(#"{"id":4}"#).decode(using: Identifier()) == 4)
    #expect(try response([0xFC, 0x0A, 0x62]).decode(using: Lines()) == ["ü", "b"])
  }
}
