import ParleyEngine
import TerminalKit
import Testing

@testable import WorkbenchParts
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("XML and HTML, laid out", .timeLimit(.minutes(1))) struct MarkupTests {
  private func lines(_ text: String, _ type: String) async throws -> [String] {
    let view = BodyView(InMemoryBytes(text), contentType: type)
    let page = try await view.page(BodyPage.Query(lines: 0..<100))
    #expect(page.mode == .markup)
    return page.lines.map { String(repeating: " ", count: $0.indentation) + $0.text.plain }
  }

  @Test("elements are moved in; a short one with nothing but text is one line; every byte is there")
  func xml() async throws {
    let text = #"<?xml version="1.0"?><shop><!-- two --><item id="1" note="a > b"><name>Lamp</name><x/></item></shop>"#
    #expect(
      try await lines(text, "application/xml") == [
        #"<?xml version="1.0"?>"#, "<shop>", "  <!-- two -->", #"  <item id="1" note="a > b">"#,
        "    <name>Lamp</name>",
        "    <x/>", "  </item>", "</shop>",
      ])
  }

  @Test("HTML knows elements without an end, and what scripts are")
  func html() async throws {
    let text = """
      <!DOCTYPE html><html><head><script>if (a < b) {
        run()
      }</script></head><body><ul><li>One<li>Two</ul><br>Text &amp; more</body></html>
      """
    #expect(
      try await lines(text, "text/html") == [
        "<!DOCTYPE html>", "<html>", "  <head>", "    <script>", "      if (a < b) {", "        run()", "      }",
        "    </script>", "  </head>", "  <body>", "    <ul>", "      <li>", "        One", "      <li>", "        Two",
        "    </ul>", "    <br>", "    Text &amp; more", "  </body>", "</html>",
      ])
  }

  @Test("names, attributes, values and entities have colours")
  func colours() {
    let line = MarkupColours.line(#"<a href="x">1 &lt; 2</a>"#, .markup)
    let coloured = line.spans.filter { [.key, .literal, .string, .number].contains($0.style.role) }
    #expect(coloured.map(\.text) == ["a", "href", "\"x\"", "&lt;", "a"])
    #expect(line.plain == #"<a href="x">1 &lt; 2</a>"#)
  }

  @Test(
    "what is broken off or mistaken is shown all the same", arguments: ["<a", "<a href=\"x", "<!--", "</b></c>", "< a"])
  func broken(text: String) async throws {
    let view = BodyView(InMemoryBytes("<?xml?>" + text), contentType: "text/xml")
    let page = try await view.page(BodyPage.Query(lines: 0..<9))
    #expect(page.lines.map(\.text.plain).joined().filter { $0 != " " } == ("<?xml?>" + text).filter { $0 != " " })
  }

  private let shop = InMemoryBytes(
    "<?xml?><shop><item><name>Lamp</name><tags><t>a</t><t>b</t></tags></item><item><name>Desk</name></item></shop>")

  private func folded(_ view: BodyView) async throws -> [String] {
    try await view.page(BodyPage.Query(lines: 0..<100)).lines.map { line in
      (line.fold == .folded ? "▸" : "") + line.text.plain
    }
  }

  @Test("elements are folded and unfolded, the one around a line too, or all inside the outermost one")
  func folding() async throws {
    let view = BodyView(shop, contentType: "text/xml")
    #expect(try await folded(view).count == 13)
    #expect(try await view.toggleFold(2) == 2)
    let item = "▸<item> … </item>  7 lines"
    #expect(
      try await folded(view) == ["<?xml?>", "<shop>", item, "<item>", "<name>Desk</name>", "</item>", "</shop>"])
    #expect(try await view.value(2, .markup)?.hasPrefix("<item><name>Lamp") == true)
    #expect(try await view.toggleFold(4) == 3)
    #expect(try await folded(view).count == 5)
    #expect(try await view.toggleAllFolds(3) == 9)
    #expect(try await folded(view).count == 13)
    #expect(try await view.toggleAllFolds(5) == 2)
    #expect(try await folded(view) == ["<?xml?>", "<shop>", item, "▸<item> … </item>  3 lines", "</shop>"])
    #expect(try await view.toggleFold(4) == 1)
    #expect(try await folded(view) == ["<?xml?>", "▸<shop> … </shop>  12 lines"])
  }

  @Test("what a search finds in a folded element is unfolded; elements without an end are folded to the next one")
  func foldedSearch() async throws {
    let view = BodyView(shop, contentType: "text/xml")
    _ = try await folded(view)
    _ = try await view.toggleAllFolds(0)
    #expect(try await view.find("Desk", number: 1, from: 0, .markup)?.line == 4)
    #expect(try await folded(view)[2...4] == ["▸<item> … </item>  7 lines", "<item>", "<name>Desk</name>"])
    let list = BodyView(InMemoryBytes("<html><ul><li>One<li>Two</ul></html>"), contentType: "text/html")
    _ = try await folded(list)
    #expect(try await list.toggleFold(2) == 2)
    #expect(try await folded(list)[2...3] == ["▸<li> …   2 lines", "<li>"])
  }

  @Test("z folds in the pane, as it folds JSON")
  func foldingByKey() async throws {
    var test = try await ResponsePaneUnderTest(shop, type: "text/xml", height: 16)
    try await test.press("j", "j", "z")
    #expect(test.picture.contains("▸ <item> … </item>  7 lines") && !test.picture.contains("Lamp"))
    try await test.press("z")
    #expect(test.picture.contains("Lamp") && test.picture.contains("▾ <item>"))
  }

  @Test("a search goes to the line that has it")
  func searching() async throws {
    let view = BodyView(InMemoryBytes("<a><b>one</b><b>two</b></a>"), contentType: "text/xml")
    _ = try await view.page(BodyPage.Query(lines: 0..<9))
    #expect(try await view.find("two", number: 1, from: 0, .markup)?.line == 2)
  }
}

@Suite("What the first bytes of a picture say", .timeLimit(.minutes(2))) struct ImageHeaderTests {
  @Test(
    "format and size",
    arguments: [
      ([0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 3, 0, 2, 1], "GIF image, 3 × 258"),
      (
        [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 9, 9, 0xFF, 0xFF, 0xC2, 0, 11, 8, 0x01, 0xE0, 0x02, 0x80, 1, 1, 0x11, 0],
        "JPEG image, 640 × 480"
      ),
      ([0xFF, 0xD8, 0xFF, 0xE0, 0xFF, 0xFF], "JPEG image"),
      (Array("RIFF....WEBPVP8X".utf8) + [10, 0, 0, 0, 0, 0, 0, 0, 0x7F, 2, 0, 0xDF, 1, 0], "WebP image, 640 × 480"),
      (Array("RIFF....WEBPVP8L".utf8) + [9, 0, 0, 0, 0x2F, 0x7F, 0xC2, 0x77, 0], "WebP image, 640 × 480"),
    ] as [([UInt8], String)])
  func header(head: [UInt8], words: String) {
    #expect(ImageHeader(head)?.words == words)
    #expect(BodyKind(contentType: "image/x", head: head) == .binary(words))
  }
}
