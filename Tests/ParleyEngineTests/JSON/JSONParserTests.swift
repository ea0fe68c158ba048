import ParleyEngine
import Testing

@Suite("JSON is read strictly by RFC 8259", .timeLimit(.minutes(2)))
struct JSONParserTests {
  @Test("a document of the grammar is accepted", arguments: JSONDocuments.accepted)
  func accepts(document: String) throws {
    _ = try JSONValue(parsing: document)
  }

  @Test("anything else is refused with its code", arguments: JSONDocuments.refused)
  func refuses(document: String, code: JSONSyntaxError.Code) {
    #expect(failure(document.bytes)?.code == code)
  }

  @Test("a string that is not UTF-8 is refused", arguments: JSONDocuments.invalidUTF8)
  func refusesInvalidUTF8(bytes: [UInt8]) {
    #expect(failure([0x22] + bytes + [0x22])?.code == .invalidUTF8)
  }

  @Test("UTF-16 is recognised for what it is", arguments: [[0xFE, 0xFF, 0, 0x5B], [0xFF, 0xFE, 0x5B, 0], [0x5B, 0]])
  func recognisesUTF16(bytes: [UInt8]) throws {
    #expect(try #require(failure(bytes)).description.contains("looks like UTF-16"))
  }

  @Test("a value holds what the document says")
  func value() throws {
    let value = try JSONValue(parsing: #"{"a":[1,-2.50,"x",true,null,{}],"b":"\u00e9"}"#)
    #expect(value == ["a": [1, -2.5, "x", true, nil, [:]], "b": "é"])
  }

  @Test(
    "escapes become their characters",
    arguments: [
      (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0041\u00E9\u4e2d""#, "Aé中"),
      (#""\ud83d\ude00""#, "😀"), (#""a\u0000b""#, "a\u{0}b"),
    ])
  func escapes(document: String, text: String) throws {
    #expect(try JSONValue(parsing: document) == .string(text))
  }

  @Test(
    "a surrogate without its partner becomes U+FFFD",
    arguments: [
      (#""\ud800""#, "\u{FFFD}"), (#""\udc00""#, "\u{FFFD}"), (#""\ud800A""#, "\u{FFFD}A"),
      (#""\ud800\u0041""#, "\u{FFFD}A"), (#""\ud800\n""#, "\u{FFFD}\n"), (#""\ud800\ud83d\ude00""#, "\u{FFFD}😀"),
    ])
  func loneSurrogates(document: String, text: String) throws {
    #expect(try JSONValue(parsing: document) == .string(text))
  }

  @Test("of a repeated key the last value stands where the first stood")
  func repeatedKeys() throws {
    let object = try #require(try JSONValue(parsing: #"{"a":1,"b":2,"a":3}"#).object)
    #expect(Array(object.keys) == ["a", "b"])
    #expect(object["a"] == 3)
  }

  @Test("keys that only look alike are two")
  func equivalentKeys() throws {
    let value = try JSONValue(parsing: "{\"\u{E9}\":1,\"e\u{301}\":2}")
    #expect(value.object?.count == 2)
    #expect(value["\u{E9}"] == 1)
    #expect(JSONValue.string("\u{E9}") != .string("e\u{301}"))
  }

  @Test("nesting is limited, 512 deep by default")
  func depth() throws {
    let deep = { (depth: Int) in String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
    _ = try JSONValue(parsing: deep(512))
    #expect(failure(deep(513).bytes)?.code == .tooDeep)
    #expect(throws: JSONSyntaxError.self) { try JSONParser(maximumDepth: 2).parse(deep(3).bytes) }
  }

  @Test("100,000 open brackets are refused, not crashed on")
  func hostileDepth() {
    #expect(failure(Array(repeating: UInt8(ascii: "["), count: 100_000))?.code == .tooDeep)
  }

  private func failure(_ bytes: [UInt8]) -> JSONSyntaxError? {
    do {
      _ = try JSONValue(parsing: bytes)
      return nil
    } catch {
      return error
    }
  }
}

@Suite("A mistake in JSON is told with its place", .timeLimit(.minutes(2)))
struct JSONSyntaxErrorTests {
  @Test(
    "offset, line and column are those of the byte at fault",
    arguments: [
      ("[1,\n  2,\n  }", 11, 3, 3), ("[1,2", 4, 1, 5), ("{\"é中😀\": x}", 14, 1, 9), ("", 0, 1, 1),
      ("\u{FEFF}[x", 4, 1, 2), ("[\r\n\"a\u{1}\"]", 5, 2, 3),
    ])
  func place(document: String, offset: Int, line: Int, column: Int) throws {
    let error = try #require(throws: JSONSyntaxError.self) { try JSONValue(parsing: document) }
    #expect(error.place.offset == offset)
    #expect(error.place.line == line)
    #expect(error.place.column == column)
  }

  @Test(
    "the sentence says what was expected and what is there",
    arguments: [
      ("[1,\n  }", "Line 2, column 3: expected a value, found `}`."),
      ("{\"a\" 1}", "Line 1, column 6: expected `:`, found `1`."),
      ("[1", "Line 1, column 3: expected `,` or `]`, found the end."),
      ("\"abc", "Line 1, column 5: expected the closing quote, found the end."),
      ("01", "Line 1, column 2: expected no digit after a leading zero, found `1`."),
      ("[] []", "Line 1, column 4: the document is complete, but `[` follows."),
      ("\"\u{1B}[2J\"", "Line 1, column 2: a string holds control character U+001B unescaped."),
      ("[\u{7F}", "Line 1, column 2: expected a value or `]`, found control character U+007F."),
      ("nil", "Line 1, column 2: expected `null`, found `i`."),
    ])
  func sentence(document: String, sentence: String) throws {
    let error = try #require(throws: JSONSyntaxError.self) { try JSONValue(parsing: document) }
    #expect(error.description == sentence)
  }
}
