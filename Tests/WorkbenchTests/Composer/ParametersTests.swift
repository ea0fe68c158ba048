import ParleyModel
import ParleyText
import ParleyWorkspace
import Testing

@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("Parameters and the URL keep in step", .timeLimit(.minutes(2))) struct ParametersTests {
  private func draft(_ url: String, _ query: [DraftRow] = []) -> RequestDraft {
    RequestDraft(url: url, query: query)
  }

  @Test("rows are those of the URL, then those of the query; the URL shows all that are on")
  func reading() {
    let draft = draft("/items?q=a%20b&flag#top", [DraftRow("page", "1"), DraftRow("debug", "1", isOn: false)])
    let rows = Parameters(of: draft).rows.map(\.row)
    #expect(
      rows == [DraftRow("q", "a b"), DraftRow("flag", ""), DraftRow("page", "1"), DraftRow("debug", "1", isOn: false)])
    #expect(Parameters.url(of: draft) == "/items?q=a%20b&flag&page=1#top")
  }

  struct Typing: Sendable, CustomTestStringConvertible {
    var url: String
    var query: [DraftRow] = []
    var typed: String
    var urlAfter: String
    var queryAfter: [DraftRow] = []
    var testDescription: String { "\(url) → \(typed)" }
  }

  static let typings: [Typing] = [
    Typing(url: "/a", typed: "/a?x=1", urlAfter: "/a?x=1"),
    Typing(url: "/a?x=1", typed: "/a", urlAfter: "/a"),
    Typing(url: "/a", query: [DraftRow("x", "1")], typed: "/b?x=1", urlAfter: "/b", queryAfter: [DraftRow("x", "1")]),
    Typing(url: "/a", query: [DraftRow("x", "1")], typed: "/a?x=12", urlAfter: "/a", queryAfter: [DraftRow("x", "12")]),
    Typing(
      url: "/a", query: [DraftRow("x", "1")], typed: "/a?x=1&y=2", urlAfter: "/a",
      queryAfter: [DraftRow("x", "1"), DraftRow("y", "2")]),
    Typing(
      url: "/a", query: [DraftRow("x", "1"), DraftRow("y", "2")], typed: "/a?y=2", urlAfter: "/a",
      queryAfter: [DraftRow("y", "2")]),
    Typing(
      url: "/a?u=0", query: [DraftRow("x", "1")], typed: "/a?u=00&x=1", urlAfter: "/a?u=00",
      queryAfter: [DraftRow("x", "1")]),
    Typing(
      url: "/a", query: [DraftRow("off", "1", isOn: false), DraftRow("x", "1")], typed: "/a?x=2", urlAfter: "/a",
      queryAfter: [DraftRow("off", "1", isOn: false), DraftRow("x", "2")]),
    Typing(url: "/a", typed: #"/a?t={{prompt("a?b&c#d")}}#f"#, urlAfter: #"/a?t={{prompt("a?b&c#d")}}#f"#),
  ]

  @Test("what is typed into the URL changes only the rows it touches", arguments: typings)
  func typing(_ typing: Typing) {
    var draft = draft(typing.url, typing.query)
    Parameters.setURL(typing.typed, in: &draft)
    #expect(draft == self.draft(typing.urlAfter, typing.queryAfter))
    #expect(Parameters.url(of: draft) == typing.typed)
  }

  @Test("a value is encoded in the URL as far as it must be, and never a template")
  func encoding() {
    let draft = draft("/a", [DraftRow("q", "1&2=3#+% ä {{x&y}}")])
    #expect(Parameters.url(of: draft) == "/a?q=1%262=3%23%2B%25%20ä%20{{x&y}}")
    #expect(Parameters(of: self.draft(Parameters.url(of: draft))).rows[0].row == draft.query[0])
  }

  @Test("switching a row of the URL off keeps it, and those behind it, as rows of the query")
  func switchingOff() {
    var draft = draft("/a?x=1&y=2")
    draft.changeParameters { $0[0].isOn = false }
    #expect(draft == self.draft("/a", [DraftRow("x", "1", isOn: false), DraftRow("y", "2")]))
  }

  @Test("changing one row leaves the others as they are written")
  func changing() {
    var draft = draft("/a?x=%41&y=2", [DraftRow("z", "3")])
    draft.changeParameters { $0[1].value = "b c" }
    #expect(draft == self.draft("/a?x=%41&y=b%20c", [DraftRow("z", "3")]))
    draft.changeParameters { $0.append(DraftRow("w", "4")) }
    #expect(draft.query == [DraftRow("z", "3"), DraftRow("w", "4")])
  }

  struct ListTyping: Sendable, CustomTestStringConvertible {
    var style: QueryStyleName
    var shown: String
    var typed: String
    var after: [DraftRow]
    var testDescription: String { "\(style) → \(typed)" }
  }

  private static let list = [DraftRow("tags", "low"), DraftRow("tags", "a,b"), DraftRow("per", "3")]

  static let lists: [ListTyping] = [
    ListTyping(
      style: .repeated, shown: "/a?tags=low&tags=a,b&per=3", typed: "/a?tags=lo&tags=a,b&per=3",
      after: [DraftRow("tags", "lo"), DraftRow("tags", "a,b"), DraftRow("per", "3")]),
    ListTyping(
      style: .brackets, shown: "/a?tags[]=low&tags[]=a,b&per=3", typed: "/a?tags[]=low&tags[]=a&per=3",
      after: [DraftRow("tags", "low"), DraftRow("tags", "a"), DraftRow("per", "3")]),
    ListTyping(
      style: .brackets, shown: "/a?tags[]=low&tags[]=a,b&per=3", typed: "/a?tags[]=low&tags[]=a,b&tags[]=c&per=3",
      after: [DraftRow("tags", "low"), DraftRow("tags", "a,b"), DraftRow("tags", "c"), DraftRow("per", "3")]),
    // One value alone is no list any more: what was typed is what is sent.
    ListTyping(
      style: .brackets, shown: "/a?tags[]=low&tags[]=a,b&per=3", typed: "/a?tags[]=low&per=3",
      after: [DraftRow("tags[]", "low"), DraftRow("per", "3")]),
    ListTyping(
      style: .comma, shown: "/a?tags=low,a%2Cb&per=3", typed: "/a?tags=low,a%2Cb,c&per=3",
      after: [DraftRow("tags", "low"), DraftRow("tags", "a,b"), DraftRow("tags", "c"), DraftRow("per", "3")]),
    ListTyping(
      style: .comma, shown: "/a?tags=low,a%2Cb&per=3", typed: "/a?tags=low&per=3",
      after: [DraftRow("tags", "low"), DraftRow("per", "3")]),
  ]

  @Test("a list stands in the URL in its style, as it is sent, and is typed in it", arguments: lists)
  func listStyles(_ typing: ListTyping) {
    var draft = draft("/a", Self.list)
    #expect(Parameters.url(of: draft, lists: typing.style) == typing.shown)
    Parameters.setURL(typing.typed, in: &draft, lists: typing.style)
    #expect(draft == self.draft("/a", typing.after))
    #expect(Parameters.url(of: draft, lists: typing.style) == typing.typed)
  }

  @Test("the line of the URL shows the style of the request, or the one it inherits")
  func styleOfURL() throws {
    var draft = draft("/a", Self.list)
    var preview = Preview()
    preview.settings[.queryStyle] = InheritedSetting("comma", from: "parley.yaml")
    #expect(try ComposerUnderTest(draft, preview: preview).composer.url == "/a?tags=low,a%2Cb&per=3")
    draft[.queryStyle] = "brackets"
    #expect(try ComposerUnderTest(draft, preview: preview).picture.contains("/a?tags[]=low&tags[]=a,b&per=3"))
  }
}
