import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("Response envelopes", .timeLimit(.minutes(2)))
struct EnvelopeTests {
  struct Item: Codable, Hashable {
    var id: Int
  }

  private func open<Payload: Decodable & Sendable, Wrapping: Envelope>(
    _ body: String, status: Int = 200, as payload: Payload.Type, in envelope: Wrapping.Type
  ) async throws -> Enveloped<Payload, Wrapping> {
    let client = Client(transport: RecordingTransport(status: status, body: body))
    let family = Family(envelope, failure: StandardFailure.self, through: client)
    return try await family.prepare(.get("http://h"), as: payload).response()
  }

  @Test("The standard envelope has code, status, result, message and pagination")
  func standard() async throws {
    let opened = try await open(
      #"""
      {"code":200,"status":"success","result":[{"id":1}],"message":"hello",
       "_meta":{"pagination":{"total":40,"page":2,"per":20,"pages":2}}}
      """#, as: [Item].self, in: StandardEnvelope.self)
    #expect(opened.payload == [Item(id: 1)])
    #expect(opened.code == 200 && opened.status == .success && opened.message == "hello")
    #expect(opened.pagination == Pagination(total: 40, page: 2, per: 20, pages: 2))
    #expect(opened.response.status == .ok)
  }

  @Test(
    "What is optional may be absent, null or malformed, and is nil",
    arguments: [
      #"{"code":1,"status":"success"}"#,
      #"{"code":1,"status":"success","result":null,"message":null,"_meta":null}"#,
      #"{"code":1,"status":"success","message":7,"_meta":[]}"#,
      #"{"code":1,"status":"success","message":{},"_meta":{"pagination":{"total":"many"}}}"#,
    ])
  func optional(_ body: String) async throws {
    let opened = try await open(body, as: Item.self, in: StandardEnvelope.self)
    #expect(opened.payload == nil && opened.message == nil && opened.pagination == nil)
  }

  @Test(
    "An envelope without what it must have, or with another payload, is the wrong format",
    arguments: [
      #"{"status":"success"}"#, #"{"code":1,"status":"maybe"}"#, "[]", "7",
      #"{"code":1,"status":"success","result":{"id":"x"}}"#,
    ])
  func malformed(_ body: String) async {
    let error = await #expect(throws: APIError<StandardFailure>.self) {
      try await open(body, as: Item.self, in: StandardEnvelope.self)
    }
    #expect(error?.code == "api.wrongFormat")
  }

  @Test("A response of 204 is an empty envelope")
  func empty() async throws {
    let opened = try await open("", status: 204, as: Item.self, in: StandardEnvelope.self)
    #expect(opened.payload == nil && opened.envelope == .empty)
    #expect(opened.response.status == .noContent)
  }

  @Test("An envelope of your own, with its payload wherever it is")
  func own() async throws {
    struct Shop: Envelope {
      var request: String
      static let empty = Shop(request: "")
      static func payload(in body: JSONValue) -> JSONValue? { body["data"]?["items"] }
    }
    let opened = try await open(
      #"{"request":"r7","data":{"items":[{"id":3}]}}"#, as: [Item].self, in: Shop.self)
    #expect(opened.request == "r7")
    #expect(opened.payload == [Item(id: 3)])
  }

  @Test("No envelope at all: the body is the payload")
  func bare() async throws {
    #expect(try await open(#"[{"id":1}]"#, as: [Item].self, in: BareEnvelope.self).payload == [Item(id: 1)])
    #expect(try await open("7", as: Int.self, in: BareEnvelope.self).payload == 7)
  }

  @Test("The error model has code, status, message, name and what is wrong with each field")
  func failure() throws {
    let body: JSONValue = [
      "code": 422, "status": "error", "message": "no", "name": "Validation",
      "result": [["field": "email", "message": "is no address"]],
    ]
    let failure = try body.decode(StandardFailure.self)
    #expect(failure.code == 422 && failure.status == .error && failure.message == "no")
    #expect(failure.name == "Validation")
    #expect(failure.result == [.init(field: "email", message: "is no address")])
  }

  @Test("A root path is followed before the envelope is opened")
  func rooted() async throws {
    let client = Client(transport: RecordingTransport(body: #"{"outer":{"code":1,"status":"success","result":5}}"#))
    let family = StandardFamily(through: client)
    let request = Request.get("http://h").mapping(Mapping(responseRoot: "outer"))
    #expect(try await family.prepare(request, as: Int.self).response().payload == 5)
  }
}
