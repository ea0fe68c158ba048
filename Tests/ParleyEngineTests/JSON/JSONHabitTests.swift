import FoundationEssentials
import ParleyEngine
import TestSupport
import Testing

@Suite("Dates, names and bytes as an API has them", .timeLimit(.minutes(2)))
struct JSONHabitTests {
  private struct Visit: Codable, Hashable, Sendable {
    var startedAt: Date
    var pageURL = "/"
    var rawData = Data([1, 255])
    var perUser = ["userName": 1]
  }

  /// Another number by each of the ways to count.
  private static let moment = Date(timeIntervalSince1970: 86_400)
  private let visit = Visit(startedAt: moment)

  private func client(_ codec: any Codec, _ body: String = "{}") -> (Client, RecordingTransport) {
    let transport = RecordingTransport(body: body, contentType: "application/json")
    return (Client(ClientConfiguration(servers: Servers("http://h"), codec: codec), transport: transport), transport)
  }

  @Test("A date is sent in ISO 8601, with as many digits as it has")
  func iso8601() throws {
    let texts: [(Double, JSONValue)] = [
      (0, "1970-01-01T00:00:00Z"), (0.5, "1970-01-01T00:00:00.500Z"), (-0.25, "1969-12-31T23:59:59.750Z"),
      (951_782_400, "2000-02-29T00:00:00Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
      (-62_135_596_800, "0001-01-01T00:00:00Z"),
    ]
    for (seconds, text) in texts { #expect(try JSONValue(encoding: Date(timeIntervalSince1970: seconds)) == text) }
    #expect(throws: EncodingError.self) { try JSONValue(encoding: Date(timeIntervalSince1970: 1e15)) }
    #expect(throws: EncodingError.self) { try JSONValue(encoding: Date(timeIntervalSince1970: -.infinity)) }
  }

  @Test("A date is read in any zone and with any fraction, and from the number it once was kept as")
  func read() throws {
    let moments: [(JSONValue, Double)] = [
      ("1970-01-01T01:00:00+01:00", 0), ("1970-01-01T00:00:00.000001Z", 0.000001), ("1970-01-02", 86_400),
      (-978_307_200, 0), (-978_307_199.5, 0.5),
    ]
    for (value, seconds) in moments { #expect(try value.decode(Date.self) == Date(timeIntervalSince1970: seconds)) }
    for value in ["yesterday", "1970-13-01T00:00:00Z", "", true, nil, [:]] as [JSONValue] {
      #expect(throws: JSONDecodingError.self) { try value.decode(Date.self) }
    }
  }

  /// A number of seconds tells less than nanoseconds apart only within months of 2001.
  @Test("Every date comes back as it was, to the nanosecond")
  func roundTrip() throws {
    var random = SeededGenerator(seed: 36)
    for _ in 0..<2000 {
      let date = Date(timeIntervalSinceReferenceDate: .random(in: -3e9...3e9, using: &random))
      let again = try JSONValue(encoding: date).decode(Date.self)
      #expect(abs(again.timeIntervalSince(date)) < 1e-9)
      #expect(again == date || abs(date.timeIntervalSinceReferenceDate) < 2e7)
    }
  }

  static let codings: [(JSONCoding, JSONValue)] = [
    (
      JSONCoding(),
      ["startedAt": "1970-01-02T00:00:00Z", "pageURL": "/", "rawData": "Af8=", "perUser": ["userName": 1]]
    ),
    (
      JSONCoding(dates: .secondsSince1970, keys: .snakeCase, data: .numbers),
      ["started_at": 86_400, "page_url": "/", "raw_data": [1, 255], "per_user": ["userName": 1]]
    ),
    (
      JSONCoding(dates: .millisecondsSince1970),
      ["startedAt": 86_400_000, "pageURL": "/", "rawData": "Af8=", "perUser": ["userName": 1]]
    ),
    (
      JSONCoding(dates: .secondsSince2001),
      ["startedAt": -978_220_800, "pageURL": "/", "rawData": "Af8=", "perUser": ["userName": 1]]
    ),
  ]

  @Test("Each habit, both ways", arguments: codings.indices)
  func habits(_ index: Int) throws {
    let (coding, value) = Self.codings[index]
    #expect(try JSONValue(encoding: visit, as: coding) == value)
    #expect(try value.decode(Visit.self, as: coding) == visit)
  }

  @Test("What does not fit says so in the API's own words")
  func mistakes() throws {
    let coding = JSONCoding(dates: .secondsSince1970, keys: .snakeCase)
    let error = #expect(throws: JSONDecodingError.self) {
      try (["started_at": "x"] as JSONValue).decode(Visit.self, as: coding)
    }
    #expect(error?.description == ".started_at: expected a number that is a date, found a string.")
  }

  @Test("The codec's habits hold for bodies, forms, queries, paths, roots and explicit JSON")
  func sent() async throws {
    struct When: Encodable, Sendable { var startedAt = JSONHabitTests.moment }
    let (client, transport) = client(JSONCodec(dates: .secondsSince1970, keys: .snakeCase))
    _ = try await client.send(.post("/").model(When()))
    _ = try await client.send(.post("/").body(.json(encoding: When())))
    var form = Request.post("/").model(When())
    form.serialization = .url
    _ = try await client.send(form)
    _ = try await client.send(.post("/").model(When()).mapping(Mapping(requestRoot: "a")))
    let bodies = transport.requests.map { String(decoding: $0.body ?? [], as: UTF8.self) }
    let json = #"{"started_at":86400}"#
    #expect(bodies == [json, json, "started_at=86400", #"{"a":\#(json)}"#])
    _ = try await client.send(.get("/").model(When()))
    _ = try await client.send(.get("/:started_at").model(When()))
    #expect(transport.requests.suffix(2).map(\.url) == ["http://h/?started_at=86400", "http://h/86400"])
  }

  @Test("The codec's habits hold for models, decode, mappings and families")
  func received() async throws {
    struct Arrival: Codable, Hashable, Sendable { var startedAt: Date }
    let wanted = Arrival(startedAt: Self.moment)
    let (client, _) = client(JSONCodec(dates: .millisecondsSince1970, keys: .snakeCase), #"{"started_at":86400000}"#)
    #expect(try await client.send(.get("/"), as: Arrival.self) == wanted)
    #expect(try await client.send(.get("/")).decode(Arrival.self) == wanted)
    #expect(try await client.send(.get("/").mapping(Mapping()), as: Arrival.self) == wanted)
    let family = Family(BareEnvelope.self, failure: Arrival.self, through: client)
    #expect(try await family.prepare(.get("/"), as: Arrival.self).response().payload == wanted)
  }

  /// Makes models in a way of its own.
  private struct YearCodec: Codec {
    let name = "years"
    let accept: String? = nil

    func read(_ body: [UInt8], contentType: String?) throws -> Content { .json(try JSONValue(parsing: body)) }

    func model(of body: [UInt8], in context: CodecContext) throws -> any Sendable {
      ["year": try read(body, contentType: nil).json()["y"] ?? .null] as JSONValue
    }
  }

  @Test("A codec that makes models in a way of its own makes those of decode and of families")
  func ownWay() async throws {
    let (client, _) = client(YearCodec(), #"{"y":1970}"#)
    #expect(try await client.send(.get("/")).decode(JSONValue.self) == ["year": 1970])
    let family = Family(BareEnvelope.self, failure: JSONValue.self, through: client)
    #expect(try await family.prepare(.get("/"), as: JSONValue.self).response().payload == ["year": 1970])
  }

  @Test("A cached model is kept as the codec has it, and one that was kept as a number is still read")
  func cached() async throws {
    struct Arrival: Codable, Hashable, Sendable { var startedAt: Date }
    let (client, _) = client(JSONCodec(dates: .millisecondsSince1970), "{}")
    try await client.cache.update(.get("/"), with: Arrival(startedAt: Self.moment))
    #expect(try await client.cache.model(of: .get("/"), as: Arrival.self) == Arrival(startedAt: Self.moment))
    #expect(try await client.cache.response(to: .get("/"))?.text() == #"{"startedAt":86400000}"#)
    let (older, _) = self.client(JSONCodec())
    try await older.cache.update(.get("/"), with: ["startedAt": -978_220_800] as JSONValue)
    #expect(try await older.cache.model(of: .get("/"), as: Arrival.self) == Arrival(startedAt: Self.moment))
  }
}
