import ParleyEngine
import Testing

@testable import WorkbenchLive
@testable import WorkbenchParts
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("Links in a response", .timeLimit(.minutes(2))) struct LinkTests {
  private let reader = LinkReader(base: "https://shop.example/v1/items?page=2", request: nil)

  private func value(_ text: String, at path: String? = nil, header: String? = nil) throws -> PickedValue {
    var value = PickedValue(line: 0, path: try path.map { try ValuePath(parsing: $0) }, text: text)
    value.header = header
    return value
  }

  @Test("a Link header has several, each with its relation; a comma in quotes or in a URL parts none")
  func linkHeader() throws {
    let text = #"<?page=1&x=a,b>; rel="prev", </v1/items?page=3>; title="a, b"; rel=next"#
    let found = reader.links(in: try value(text, header: "Link"))
    #expect(found.map(\.link.text) == ["?page=1&x=a,b", "/v1/items?page=3"])
    #expect(found.map(\.relation) == ["prev", "next"])
  }

  @Test("HAL and JSON:API are known by the names around them; other paths are only text")
  func inBodies() throws {
    #expect(reader.links(in: try value("/v1/items{?page}", at: "._links.self.href")).map(\.link.text) == ["/v1/items"])
    #expect(reader.links(in: try value("?page=3", at: ".links.next")).map(\.relation) == ["next"])
    #expect(reader.links(in: try value("/usr/bin", at: ".file")).isEmpty)
    #expect(reader.links(in: try value("https://other.example/a", at: ".x")).count == 1)
    #expect(reader.links(in: try value("see https://other.example/a", at: ".x")).isEmpty)
  }

  @Test(
    "relative ones are resolved as RFC 3986 has it",
    arguments: [
      ("/a", "https://shop.example/a"), ("?page=3", "https://shop.example/v1/items?page=3"),
      ("7", "https://shop.example/v1/7"), ("./7#x", "https://shop.example/v1/7"),
      ("../carts/./c1?q=..", "https://shop.example/carts/c1?q=.."), ("//cdn.example/x", "https://cdn.example/x"),
      ("https://other.example/", "https://other.example/"),
    ])
  func resolving(text: String, url: String) {
    #expect(LinkAddress(text, base: "https://shop.example/v1/items?page=2")?.url == url)
  }

  @Test("a followed link gives a request all values of a name that comes several times, and leaves other parameters")
  func repeated() throws {
    let draft = RequestDraft(
      method: "GET", url: "/items",
      query: [
        DraftRow("page", "1"), DraftRow("tag", "low"), DraftRow("tag", "sale"), DraftRow("tag", "new"),
        DraftRow("key", "k"), DraftRow("debug", "1", isOn: false),
      ])
    var test = try ComposerUnderTest(draft)
    let link = [DraftRow("page", "2"), DraftRow("tag", "low"), DraftRow("tag", "old"), DraftRow("per", "5")]
    test.apply(.change(.fillQuery(link)))
    #expect(
      test.composer.draft.query == [
        DraftRow("page", "2"), DraftRow("tag", "low"), DraftRow("tag", "old"), DraftRow("tag", "new", isOn: false),
        DraftRow("key", "k"), DraftRow("debug", "1", isOn: false), DraftRow("per", "5"),
      ])
  }
}
