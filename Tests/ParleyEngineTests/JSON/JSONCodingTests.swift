import FoundationEssentials
import ParleyEngine
import Testing

@Suite("Models become JSON values and come back", .timeLimit(.minutes(2)))
struct JSONCodingTests {
  @Test("a model of every shape")
  func roundTrip() throws {
    let value = try JSONValue(encoding: Order.sample)
    #expect(value == Order.sampleValue)
    #expect(Array(try #require(value.object).keys) == ["id", "total", "state", "lines", "tags", "note", "site"])
    #expect(try value.decode(Order.self) == Order.sample)
  }

  @Test("scalars, optionals and collections at the top")
  func top() throws {
    #expect(try JSONValue(encoding: 5) == 5)
    #expect(try JSONValue(encoding: Int?.none) == nil)
    #expect(try JSONValue(encoding: ["a", nil]) == ["a", nil])
    #expect(try JSONValue(encoding: [String: Int]()) == [:])
    #expect(try JSONValue(encoding: Empty()) == [:])
    #expect(try (nil as JSONValue).decode(Int?.self) == nil)
    #expect(try ([1, nil] as JSONValue).decode([Int?].self) == [1, nil])
    #expect(try (["a": 1] as JSONValue).decode([String: UInt8].self) == ["a": 1])
  }

  @Test("numbers of every size keep their digits")
  func numbers() throws {
    let digits = "123456789012345678901234567890.5"
    let number = try #require(JSONNumber(digits))
    #expect(try JSONValue.number(number).decode(JSONNumber.self).text == digits)
    #expect(try JSONValue(encoding: ["n": number])["n"]?.number?.text == digits)
    #expect(try JSONValue(encoding: UInt64.max).decode(UInt64.self) == .max)
    #expect(try JSONValue(encoding: Int128.min).decode(Int128.self) == .min)
    #expect(try JSONValue(encoding: Decimal(string: "0.1")).description == "0.1")
    #expect(try JSONValue(parsing: "0.10").decode(Decimal.self) == Decimal(string: "0.1"))
  }

  @Test("what JSON cannot say is an error with its path", arguments: [Double.nan, .infinity])
  func unspeakable(number: Double) throws {
    let error = try #require(throws: EncodingError.self) { try JSONValue(encoding: ["a": [number]]) }
    guard case .invalidValue(_, let context) = error else { throw error }
    #expect(context.codingPath.map(\.stringValue) == ["a", "0"])
  }

  @Test(
    "what does not fit is told with path, expected and found",
    arguments: [
      (#"{"lines":[{"n":"x"}]}"#, ".lines[0].n: expected a whole number from 0 to 255, found a string."),
      (#"{"lines":[{"n":1},{"n":256}]}"#, ".lines[1].n: expected a whole number from 0 to 255, found another number."),
      (#"{"lines":[{}]}"#, ".lines[0].n: expected a whole number from 0 to 255, found nothing."),
      (#"{"lines":[{"n":null}]}"#, ".lines[0].n: expected a whole number from 0 to 255, found null."),
      (#"{"lines":{}}"#, ".lines: expected an array, found an object."),
      ("[]", ".: expected an object, found an array."),
      ("{}", ".lines: expected a value, found nothing."),
      (#"{"lines":[],"odd key":"x"}"#, ".[\"odd key\"]: expected true or false, found a string."),
    ])
  func mistakes(document: String, sentence: String) throws {
    let value = try JSONValue(parsing: document)
    #expect(try #require(throws: JSONDecodingError.self) { try value.decode(Basket.self) }.description == sentence)
  }

  @Test("what a model refuses is told with its path")
  func rejected() throws {
    let value: JSONValue = ["a": ["shipped", "lost"]]
    let error = try #require(throws: JSONDecodingError.self) { try value.decode([String: [Order.State]].self) }
    #expect(error.code == .rejected)
    #expect(error.path.description == ".a[1]")
  }

  @Test("classes write their superclass apart, and nested containers work")
  func inheritance() throws {
    let value: JSONValue = ["super": ["name": "Ada"], "deep": [["x": 1], [2, nil]]]
    let child = try value.decode(Child.self)
    #expect((child.name, child.x, child.y) == ("Ada", 1, 2))
    #expect(try JSONValue(encoding: child) == value)
  }

  @Test("a value goes through Foundation's coders and comes back")
  func foreignCoders() throws {
    let value: JSONValue = ["a": [1, -2.5, "x", true, nil, [:], []], "n": 9_007_199_254_740_993]
    let data = try JSONEncoder().encode(value)
    #expect(try JSONValue(parsing: Array(data)) == value)
    #expect(try JSONDecoder().decode(JSONValue.self, from: data) == value)
    #expect(throws: EncodingError.self) { try JSONEncoder().encode([JSONNumber("1e400")]) }
  }
}

private struct Empty: Codable {}

private struct Order: Codable, Equatable {
  enum State: String, Codable { case open, shipped }
  struct Line: Codable, Equatable {
    var name: String
    var price: Double
  }
  var id: Int
  var total: Decimal
  var state: State
  var lines: [Line]
  var tags: Set<String>
  var note: String?
  var site: URL?

  static let sample = Order(
    id: 7, total: Decimal(99.5), state: .shipped, lines: [Line(name: "pen", price: 1.25)], tags: ["new"], note: "n",
    site: URL(string: "https://example.com/a?b=c"))
  static let sampleValue: JSONValue = [
    "id": 7, "total": 99.5, "state": "shipped", "lines": [["name": "pen", "price": 1.25]], "tags": ["new"], "note": "n",
    "site": "https://example.com/a?b=c",
  ]
}

private struct Basket: Decodable {
  struct Line: Decodable { var n: UInt8 }
  enum CodingKeys: String, CodingKey {
    case lines
    case odd = "odd key"
  }
  var lines: [Line]
  var odd: Bool?
}

private class Parent: Codable {
  var name = ""
}

private final class Child: Parent {
  enum Keys: CodingKey { case deep }
  enum Inner: CodingKey { case x }
  var x = 0
  var y = 0

  required init(from decoder: any Decoder) throws {
    let keyed = try decoder.container(keyedBy: Keys.self)
    var deep = try keyed.nestedUnkeyedContainer(forKey: .deep)
    x = try deep.nestedContainer(keyedBy: Inner.self).decode(Int.self, forKey: .x)
    var pair = try deep.nestedUnkeyedContainer()
    y = try pair.decode(Int.self)
    guard try pair.decodeNil(), pair.isAtEnd else { throw Unexpected() }
    try super.init(from: keyed.superDecoder())
  }

  override func encode(to encoder: any Encoder) throws {
    var keyed = encoder.container(keyedBy: Keys.self)
    try super.encode(to: keyed.superEncoder())
    var deep = keyed.nestedUnkeyedContainer(forKey: .deep)
    var first = deep.nestedContainer(keyedBy: Inner.self)
    try first.encode(x, forKey: .x)
    var pair = deep.nestedUnkeyedContainer()
    try pair.encode(y)
    try pair.encodeNil()
  }

  struct Unexpected: Error {}
}
