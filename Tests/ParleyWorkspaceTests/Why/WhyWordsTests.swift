import ParleyEngine
import ParleyModel
import ParleyText
import Testing

@testable import ParleyFiles

@Suite("Why? in words", .timeLimit(.minutes(1))) struct WhyWordsTests {
  /// Every source that a value can have outside of a run, and what a chain says of it.
  private static let sources: [(ValueSource, String)] = [
    (
      .file(SourcePlace(file: "environments/local.yaml", line: 3, column: 5, range: 0..<0)),
      "it is written in environments/local.yaml:3"
    ),
    (.given, "it was given at the start (--set)"),
    (.asked, "it was asked for and entered"),
    (.kept(.once), "it was asked for and entered"),
    (.kept(.session), "it was entered before, and kept for this session"),
    (.kept(.machine), "it was entered before, and is kept encrypted on this machine"),
    (.operatingSystem("HOME"), "it is the environment variable HOME"),
    (.command(["pass", "show"]), "it is the output of the command pass"),
    (.function(.uuid), "it is what `uuid()` gave"),
    (.response("cart/create"), "it comes from the last response of cart/create"),
    (.response("cart/create", at: ValuePath([.key("id")])), "it comes from the last response of cart/create .id"),
    (.template, "it is written in the template"),
  ]

  @Test("each source of a value has a sentence", arguments: sources)
  func origins(_ source: ValueSource, _ sentence: String) {
    #expect(NodeSource.sentence(ofOrigin: "\(source)") == sentence)
  }

  @Test(
    "each part of a request has its name",
    arguments: [
      ("url", "the URL"), ("body", "the body"), ("body.items[0].id", "body.items[0].id"),
      ("query tag", "the query parameter tag"), ("path id", "the path variable id"),
      ("header X-Tenant", "the header X-Tenant"), ("form name", "the form field name"),
      ("auth token", "the auth token"),
    ])
  func places(_ place: String, _ words: String) {
    #expect(NodeSource.words(ofPlace: place) == words)
  }

  @Test("rows of files, texts of filters, and what nobody knows")
  func others() {
    #expect(NodeSource.sentence(ofOrigin: "data/items.csv #3") == "it is element 3 of data/items.csv")
    #expect(NodeSource.sentence(ofOrigin: "written in the filter") == "it is written in the filter")
    #expect(NodeSource.sentence(ofOrigin: "input .a #b") == "it comes from input .a #b")
  }

  private static let many = JSONValue.array((0..<500).map { JSONValue.object(["id": .number(JSONNumber($0))]) })
  private static let family = JSONValue.string("👩‍👩‍👧‍👦")
  private static let nested: JSONValue = ["a long name of a member": ["another long name": [[], [:], [[]]]]]
  private static let values: [JSONValue] = [
    .null, 12345, "short", "a longer text, which is cut", ["a": [1, 2, [3]], "b": ["c": "d"]], many, nested, family,
    .array(Array(repeating: family, count: 30)), .string("é\u{301}\u{301}\n\"e\""),
  ]

  @Test("the beginning of a value is that of its whole text, and says whether it is all of it", arguments: values)
  func excerpt(_ value: JSONValue) {
    let whole = JSONPrinter.compact.string(of: value)
    for longest in [0, 1, 2, 7, 20, 60, 5000] {
      let (text, isWhole) = value.excerpt(longest, hiding: Secrets())
      #expect(text == whole.prefix(longest), "\(longest)")
      #expect(isWhole == (whole.count <= longest), "\(longest)")
    }
  }
}
