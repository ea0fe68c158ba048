import JQ
import ParleyEngine
import Testing

@Suite("The kind that the text of a filter tells", .timeLimit(.minutes(1)))
struct GivenKindTests {
  private static let inputs: [JSONValue] = [
    .null, true, 7, "a,b", [], [3, 1, 3], ["b", "a"], [["a": 1], ["a": 2]], ["a": 1, "b": [2]],
  ]

  @Test(
    "is that of each value it gives, whatever its input",
    arguments: [
      "00", "-1", "\"x\"", "\"a\\(.)\"", "@json", "[.[]?]", "{a: 1}", "-(length)", ".a? | length", "1 + .", ". - 1",
      "length % 2", "2 * 3", "1 == .", "length", "utf8bytelength", "tonumber", "floor", "ceil", "round", "now",
      "tostring", "tojson", "type", "ascii_downcase", "ascii_upcase", "join(\",\")", "split(\",\")", "keys", "map(.)",
      "sort", "sort_by(.)", "unique", "unique_by(.)", "group_by(.)", "to_entries", "from_entries", "with_entries(.)",
      ". as $x | [$x]",
    ])
  func given(_ text: String) throws {
    let program = try JQProgram(text)
    let kind = try #require(program.usage.givenKind)
    for input in Self.inputs {
      guard let values = try? program.values(of: input) else { continue }
      #expect(values.allSatisfy { $0.kind == kind }, "\(text) on \(input): \(values)")
    }
  }

  @Test(
    "is not told where it may be another",
    arguments: [".", ".a", ".a // 0", "if . then 1 else true end", "1, true", "add", "first"])
  func unknown(_ text: String) throws { #expect(try JQProgram(text).usage.givenKind == nil) }
}
