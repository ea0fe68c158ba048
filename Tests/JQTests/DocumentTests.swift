import JQ
import ParleyEngine
import Testing

@Suite("Documents", .timeLimit(.minutes(1)))
struct DocumentTests {
  /// Of more than a megabyte, so that its elements are read one by one.
  private static let count = 2_000
  private static let text = "[ " + (0..<count).map(element).joined(separator: " ,\n") + " ]"

  private static func element(_ number: Int) -> String {
    switch number % 4 {
    case 0:
      #"{"id": \#(number), "name": "é, \"]", "tags": ["a", ["b"]], "more": "\#(String(repeating: "x", count: 2_200))"}"#
    case 1: "[[\(number)], {}]"
    case 2: "\(number).50"
    default: #""[\#(number)""#
    }
  }

  @Test(
    "What is read element by element is the same as what is read at once",
    arguments: [
      "length, .[0], .[1], .[2], .[3], .[-1], .[99999]", ".[10:13], .[1999:]", "[.[] | numbers] | add",
      "map(objects | .id) | length, last", ".[4] |= (.id += 1) | .[4:6]", "[paths] | length",
      "group_by(type) | map(length)",
      "[.[] | select(type == \"string\")] | .[7]", ".", "first(.[])", "tojson | length", "del(.[2:]) == .[:2]",
      ". as [$a, $b] | $b, $a.tags", "any(. == \"[7\"), index(6.50)", "[.[:3], .[:3]] | add | length",
    ])
  func isSame(_ filter: String) throws {
    let program = try JQProgram(filter)
    var values: [JSONValue] = []
    try program.forEachValue(of: JQDocument(parsing: Array(Self.text.utf8))) { values.append($0) }
    #expect(try values == program.values(of: JSONValue(parsing: Self.text)))
  }

  @Test("A large element is read once, however often it is asked for")
  func largeElement() throws {
    let inner = "[" + (0..<200_000).map(String.init).joined(separator: ",") + "]"
    let document = try JQDocument(parsing: Array("[\(inner)]".utf8))
    var values: [JSONValue] = []
    try JQProgram(". as $all | reduce range(2000) as $i (0; . + $all[0][$i])").forEachValue(of: document) {
      values.append($0)
    }
    #expect(values == [1_999_000])
  }

  @Test("A mistake in a large text has its place in the whole")
  func mistake() throws {
    #expect(Self.text.utf8.count > 1 << 20)
    let broken = Self.text.dropLast(1) + "}"
    let error = #expect(throws: JSONSyntaxError.self) { try JQDocument(parsing: Array(broken.utf8)) }
    #expect(error?.place.line == Self.count)
  }
}
