import ParleyEngine
import Testing

@Suite("A path picks a value as jq does", .timeLimit(.minutes(2)))
struct ValuePathTests {
  @Test(
    "is read and printed",
    arguments: [
      (".", "."), (".a.b[0]", ".a.b[0]"), ("a.b[0]", ".a.b[0]"), ("[0]", ".[0]"), (".[0]", ".[0]"),
      (".[-1].x", ".[-1].x"),
      (#"["odd key"]"#, #".["odd key"]"#), (#".a["odd key"].c"#, #".a["odd key"].c"#), (#"."b c""#, #".["b c"]"#),
      (#".["plain"]"#, ".plain"), (#"["\u00e9\"]"][1]"#, #".["é\"]"][1]"#), (".a.[2]", ".a[2]"), ("_x1", "._x1"),
      (#"[""]"#, #".[""]"#),
    ])
  func parse(text: String, printed: String) throws {
    let path = try ValuePath(parsing: text)
    #expect(path.description == printed)
    #expect(try ValuePath(parsing: printed) == path)
  }

  @Test(
    "or refused with the place",
    arguments: [
      ("", 1), (".a.", 4), ("..a", 2), ("a-b", 2), (".é", 2), ("[", 2), ("[]", 2), ("[1", 3), ("[a]", 2), (#"["a]"#, 2),
      (".a b", 3), ("1", 1), ("[99999999999999999999]", 2), (".a | .b", 3), (".a[]", 4), ("é", 1), (#"["\"#, 2),
    ])
  func mistakes(text: String, column: Int) throws {
    let error = try #require(throws: ValuePathError.self) { try ValuePath(parsing: text) }
    #expect(error.column == column)
  }

  @Test("a mistake reads as a sentence")
  func sentence() throws {
    let error = try #require(throws: ValuePathError.self) { try ValuePath(parsing: "a-b") }
    #expect(
      error.description == #"Column 2 of `a-b`: expected `.`, `[` or the end; other names are written ["a-b"]."#)
  }

  @Test(
    "leads to its value",
    arguments: [
      (".items[1].id", 8), (".items[-1].id", 8), (#".["odd key"]"#, true), (".items[0].none", nil),
      ("items[0]", ["id": 7, "none": nil]),
    ] as [(String, JSONValue)])
  func resolve(path: String, value: JSONValue) throws {
    #expect(try ValuePath(parsing: path).resolve(in: Self.sample) == value)
    #expect(Self.sample[try ValuePath(parsing: path)] == value)
  }

  @Test(
    "or says which segment found nothing",
    arguments: [
      (".item", 0, "The value has no key `item`; it has `items`, `odd key`."),
      (".items[2].id", 1, ".items has no element [2], but 2 of them."),
      (".items[-3]", 1, ".items has no element [-3], but 2 of them."),
      (".items.id", 1, ".items is an array, so it has no `id`."),
      (".items[0].none.x", 3, ".items[0].none is null, so it has no `x`."),
      (".[0]", 0, "The value is an object, so it has no [0]."),
    ])
  func miss(path: String, position: Int, sentence: String) throws {
    let path = try ValuePath(parsing: path)
    let failure = try #require(throws: ValuePathFailure.self) { try path.resolve(in: Self.sample) }
    #expect(failure.position == position)
    #expect(failure.description == sentence)
    #expect(Self.sample[path] == nil)
  }

  @Test("grows by a segment")
  func appending() {
    #expect(ValuePath.root.appending(.key("a")).appending(.index(3)).description == ".a[3]")
  }

  static let sample: JSONValue = ["items": [["id": 7, "none": nil], ["id": 8]], "odd key": true]
}
