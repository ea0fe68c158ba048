import Testing

@testable import WorkbenchParts
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("A description completes what is typed", .timeLimit(.minutes(2))) struct OperationCompletionTests {
  private static let words = OperationWords(
    query: [.init("status", note: "string, required", values: ["available", "sold"])],
    headers: [.init("X-Tenant", note: "string")],
    body: [
      ".": [
        .init("name", note: "string, required"), .init("state", note: "string", values: ["new", "used"]),
        .init("owner", note: "Person"),
      ],
      ".owner": [.init("email", note: "string")], ".tags[]": [.init("label", note: "string")],
    ])

  private func test(_ draft: RequestDraft, showing tab: Composer.Tab) throws -> ComposerUnderTest {
    var test = try ComposerUnderTest(draft, preview: Preview(names: []), width: 78)
    test.apply(.show(tab))
    return test
  }

  private func choices(_ test: inout ComposerUnderTest) -> [String] {
    test.apply(.completing(.learned(RequestVocabulary(), Self.words)))
    return test.composer.field?.completion?.choices.map(\.name) ?? []
  }

  @Test("names and enumerations of parameters and headers")
  func parameters() throws {
    var names = try test(RequestDraft(url: "/pets"), showing: .params)
    try names.press("a", "'sta'")
    #expect(choices(&names) == ["status"])
    var values = try test(RequestDraft(url: "/pets", query: [DraftRow("status", "")]), showing: .params)
    try values.press("Enter", "'s'")
    #expect(choices(&values).first == "sold")
    var headers = try test(RequestDraft(url: "/pets"), showing: .headers)
    try headers.press("a", "'x-ten'")
    #expect(choices(&headers) == ["X-Tenant"])
  }

  @Test(
    "the name of a property and the value of an enumeration, wherever in the body the cursor is",
    arguments: [
      ("{\"", ".", ["name", "state", "owner"]), ("{\"name\": \"x\", \"", ".", ["state", "owner"]),
      ("{\"state\": \"", ".", ["new", "used"]), ("{\"owner\": {\"", ".owner", ["email"]),
      ("{\"tags\": [{}, {\"", ".tags[]", ["label"]), ("{\"a\": {\"b\": 1}, \"", ".", ["name", "state", "owner"]),
      ("{\"say \\\"hi\\\"\": 1, \"o", ".", ["name", "state", "owner"]),
    ])
  func body(text: String, path: String, wanted: [String]) throws {
    #expect(JSONCursor(before: text)?.path == path)
    #expect(Self.words.bodyWords(before: text)?.suggestions.map(\.name) == wanted)
  }

  @Test(
    "outside of strings and in lists of strings nothing is listed",
    arguments: ["{", "{\"a\": 1", "[\"a", "{\"a\": [\"x"])
  func nothing(text: String) {
    #expect(Self.words.bodyWords(before: text) == nil)
  }

  @Test("in the body the choice takes the place of what was typed, between its quotes")
  func accepted() throws {
    var test = try test(RequestDraft(method: "POST", url: "/pets", body: .json("")), showing: .body)
    try test.press("Enter", "'{'", "'\"st'")
    #expect(choices(&test) == ["state"])
    try test.press("Tab")
    #expect(test.composer.draft.body == .json("{\"state\"}"))
  }
}
