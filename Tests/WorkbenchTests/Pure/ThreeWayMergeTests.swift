import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchParts
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("Merging two changes of one text", .timeLimit(.minutes(2)))
struct ThreeWayMergeTests {
  private func merged(_ mine: String, _ theirs: String, over base: String) -> String? {
    ThreeWayMerge(over: Array(base)).merged(Array(mine), Array(theirs)).map { String($0) }
  }

  @Test(
    "keeps both where they are apart",
    arguments: [
      ("abcd", "aBcd", "abcDe", "aBcDe"), ("abcd", "bcd", "abc", "bc"), ("abcd", "xabcd", "abcdy", "xabcdy"),
      ("abcd", "abXcd", "abcd", "abXcd"), ("abcd", "aXcd", "aXcd", "aXcd"), ("ab", "Ab", "abc", "Abc"),
      ("", "a", "a", "a"),
      ("abcd", "aXbcd", "aXbcde", "aXbcde"),
    ])
  func apart(base: String, mine: String, theirs: String, both: String) {
    #expect(merged(mine, theirs, over: base) == both)
    #expect(merged(theirs, mine, over: base) == both)
  }

  @Test(
    "finds where they clash",
    arguments: [("abc", "aXc", "aYc"), ("abc", "abcX", "abcY"), ("abc", "ac", "aXc"), ("", "a", "b")])
  func clashes(base: String, mine: String, theirs: String) {
    #expect(merged(mine, theirs, over: base) == nil)
    #expect(merged(theirs, mine, over: base) == nil)
  }

  @Test("of changes in different lines makes the text that has both, whatever they are")
  func random() {
    var random = SeededGenerator(seed: 33)
    for _ in 0..<300 {
      let base = (0..<12).map { "line \($0)" }
      let places = (0..<12).map { _ in Int.random(in: 0..<3, using: &random) }
      func edited(_ side: Int) -> [String] {
        base.indices.map { places[$0] == side ? "\(base[$0]) of \(side)" : base[$0] }
      }
      let both = base.indices.map { places[$0] == 0 ? base[$0] : "\(base[$0]) of \(places[$0])" }
      let text = Merge.lines(
        edited(1).joined(separator: "\n"), edited(2).joined(separator: "\n"), over: base.joined(separator: "\n"))
      #expect(text == both.joined(separator: "\n"))
    }
  }

  @Test("of a request goes value by value, row by row, and in its body line by line")
  func requests() {
    let base = RequestDraft(
      method: "POST", url: "/a", query: [DraftRow("q", "1"), DraftRow("r", "2")],
      body: .json("{\n  \"a\": 1,\n  \"b\": 2\n}"))
    var (mine, theirs) = (base, base)
    mine.url = "/b"
    mine.query[0].value = "9"
    mine.query.append(DraftRow("mine", ""))
    mine.body = .json("{\n  \"a\": 7,\n  \"b\": 2\n}")
    theirs.method = "PUT"
    theirs.query[1].isOn = false
    theirs.query.append(DraftRow("theirs", ""))
    theirs.body = .json("{\n  \"a\": 1,\n  \"b\": 8\n}")
    theirs.docs = "new"
    let both = RequestDraft(
      method: "PUT", url: "/b",
      query: [DraftRow("q", "9"), DraftRow("r", "2", isOn: false), DraftRow("theirs", ""), DraftRow("mine", "")],
      body: .json("{\n  \"a\": 7,\n  \"b\": 8\n}"), docs: "new")
    #expect(mine.merged(with: theirs, over: base) == both)
    theirs.url = "/c"
    #expect(mine.merged(with: theirs, over: base) == nil)
  }
}
