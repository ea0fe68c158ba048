import ParleyEngine
import Testing

@Suite("JSON is printed", .timeLimit(.minutes(2)))
struct JSONPrinterTests {
  @Test("pretty: two spaces a level, empty containers closed at once")
  func pretty() {
    let value: JSONValue = ["a": [1, [], [:]], "b": ["c": "d"], "e": [[true]]]
    #expect(
      JSONPrinter.pretty.string(of: value) == """
        {
          "a": [
            1,
            [],
            {}
          ],
          "b": {
            "c": "d"
          },
          "e": [
            [
              true
            ]
          ]
        }
        """)
  }

  @Test("with no more escapes than needed")
  func escapes() {
    let text = "\"\\/\u{8}\u{C}\n\r\t\u{0}\u{1F}\u{7F}é😀\u{2028}"
    #expect(JSONPrinter.compact.string(of: .string(text)) == #""\"\\/\b\f\n\r\t\u0000\u001F"# + "\u{7F}é😀\u{2028}\"")
  }

  @Test("and reads back as the same value", arguments: 0..<200)
  func roundTrip(seed: Int) throws {
    var random = SplitMix(state: UInt64(seed))
    let value = JSONValue.random(depth: 5, &random)
    #expect(try JSONValue(parsing: JSONPrinter.compact.bytes(of: value)) == value)
    let pretty = JSONPrinter.pretty.bytes(of: value)
    #expect(try JSONValue(parsing: pretty) == value)
    #expect(try JSONPrinter.pretty.reprint(JSONPrinter.compact.bytes(of: value)) == pretty)
    #expect(try JSONPrinter.compact.reprint(pretty) == JSONPrinter.compact.bytes(of: value))
  }

  @Test("laid out again, numbers, escapes, order and repeated keys stay")
  func reprint() throws {
    let document = #" { "b" : 1.10, "a":"\u00e9\/", "b": [ ] } "#
    #expect(try JSONPrinter.compact.reprint(document.bytes) == #"{"b":1.10,"a":"\u00e9\/","b":[]}"#.bytes)
    #expect(
      try String(decoding: JSONPrinter(indent: 4).reprint(document.bytes), as: UTF8.self) == #"""
        {
            "b": 1.10,
            "a": "\u00e9\/",
            "b": []
        }
        """#)
  }

  @Test("laid out again, a mistake is told", arguments: ["[1,]", "", "[1] 2"])
  func reprintMistakes(document: String) {
    #expect(throws: JSONSyntaxError.self) { try JSONPrinter.pretty.reprint(document.bytes) }
  }

  @Test("laid out again, 10,000 levels take a bounded indentation")
  func deep() throws {
    let document = String(repeating: "[", count: 10_000) + "7" + String(repeating: "]", count: 10_000)
    let pretty = try JSONPrinter.pretty.reprint(document.bytes)
    #expect(pretty.count < 20_000 * (2 * JSONPrinter.deepestIndent + 2))
    #expect(try JSONPrinter.compact.reprint(pretty) == document.bytes)
  }
}

/// A small, well-spread generator with a seed, so that a failing case can be run again.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension JSONValue {
  static func random(depth: Int, _ random: inout SplitMix) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &random) {
    case 0: return .null
    case 1: return .bool(.random(using: &random))
    case 2: return .number(JSONNumber(Int.random(in: .min ... .max, using: &random)))
    case 3: return JSONNumber(Double(bitPattern: random.next())).map(JSONValue.number) ?? 0
    case 4: return .string(randomText(&random))
    case 5, 6:
      return .array((0..<Int.random(in: 0...5, using: &random)).map { _ in .random(depth: depth - 1, &random) })
    default:
      let keys = (0..<Int.random(in: 0...5, using: &random)).map { _ in randomText(&random) }
      return .object(JSONObject(keys.map { ($0, .random(depth: depth - 1, &random)) }))
    }
  }

  private static func randomText(_ random: inout SplitMix) -> String {
    let ranges: [ClosedRange<UInt32>] = [0...0x1F, 0x20...0x7E, 0x80...0x7FF, 0x800...0xD7FF, 0x1_0000...0x10_FFFF]
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...12, using: &random) {
      let range = ranges[Int.random(in: 0..<ranges.count, using: &random)]
      if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &random)) { text.append(scalar) }
    }
    return String(text)
  }
}
