import ParleyEngine
import TerminalKit
import Testing

@testable import WorkbenchParts
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("A body of any size as lines", .timeLimit(.minutes(2))) struct BodyViewTests {
  /// `[{"id": 0, "name": "n0"}, …]` in one line.
  private func items(_ count: Int) -> String {
    "[" + (0..<count).map { #"{"id":\#($0),"name":"n\#($0)"}"# }.joined(separator: ",") + "]"
  }

  private func plain(_ page: BodyPage) -> [String] {
    page.lines.map { "\($0.number) \(String(repeating: " ", count: $0.indentation))\($0.text.plain)" }
  }

  @Test("only the lines asked for come, wherever they are")
  func window() async throws {
    let view = BodyView(InMemoryBytes(items(50_000)), contentType: "application/json")
    let query = BodyPage.Query(lines: 100_000..<100_003)
    let page = try await view.page(query)
    #expect(page.total == 200_002 && page.isUpToDate && page.mode == .pretty)
    #expect(plain(page) == ["100001 \u{20} },", "100002 \u{20} {", "100003     \"id\": 25000,"])
  }

  @Test("folding takes lines away, a search opens what it finds")
  func folding() async throws {
    let view = BodyView(InMemoryBytes(items(1000)), contentType: "application/json")
    _ = try await view.page(BodyPage.Query(lines: 0..<1))
    #expect(try await view.toggleAllFolds(0) == 0)
    let folded = try await view.page(BodyPage.Query(lines: 0..<3))
    #expect(folded.total == 1002 && folded.lines[1].fold == .folded)
    #expect(folded.lines[1].text.plain == "{ 2 },")
    let found = try #require(try await view.find(#""n700""#, number: 1, from: 0, .pretty))
    #expect(found.total == 1 && found.index == 0)
    let opened = try await view.page(BodyPage.Query(lines: found.line..<found.line + 1))
    #expect(opened.total == 1005 && opened.lines[0].text.plain.contains("n700"))
    #expect(try await view.path(found.line, .pretty) == ".[700].name")
    #expect(try await view.value(found.line, .pretty) == "n700")
  }

  @Test("moves through matches in both directions, around the ends; lowercase finds uppercase")
  func stepping() async throws {
    let view = BodyView(InMemoryBytes("one Two two\nTWO\nthree"), contentType: "text/plain")
    _ = try await view.page(BodyPage.Query(lines: 0..<10))
    var found = try #require(try await view.find("two", number: 1, from: 1, .raw))
    #expect(found == BodyView.Found(total: 3, index: 2, line: 1))
    found = try await view.step(found, by: 1, .raw)
    #expect(found == BodyView.Found(total: 3, index: 0, line: 0, column: 4))
    found = try await view.step(found, by: -1, .raw)
    #expect(found.index == 2)
    #expect(try await view.find("Two", number: 2, from: 0, .raw)?.total == 1)
  }

  @Test("a search gives up as soon as a newer one is wanted")
  func cancelling() async throws {
    let view = BodyView(InMemoryBytes(items(10)), contentType: nil)
    view.stopSearching(number: 7)
    #expect(try await view.find("id", number: 6, from: 0, .pretty) == nil)
    #expect(try await view.find("id", number: 8, from: 0, .pretty)?.total == 10)
  }

  @Test("a body can be read while it arrives, and grows")
  func growing() async throws {
    let source = GrowingBytes()
    let view = BodyView(source, contentType: "application/json")
    source.append(#"{"a": [1, 2"#)
    #expect(plain(try await view.page(BodyPage.Query(lines: 0..<9))) == ["1 {", "2   \"a\": [", "3     1,", "4     2"])
    source.append("]}", isComplete: true)
    let page = try await view.page(BodyPage.Query(lines: 0..<9))
    #expect(page.total == 6 && page.problem == nil)
  }

  @Test("JSON that breaks off is shown as far as it goes, and says why it ends")
  func broken() async throws {
    let view = BodyView(InMemoryBytes(#"{"a": 1, "b": }"#), contentType: "application/json")
    let page = try await view.page(BodyPage.Query(lines: 0..<9))
    #expect(page.lines.count >= 2)
    #expect(page.problem?.contains("Line 1") == true)
  }

  @Test("JSON nested a hundred thousand deep is shown like any other")
  func deep() async throws {
    let depth = 100_000
    let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let view = BodyView(InMemoryBytes(text), contentType: "application/json")
    let page = try await view.page(BodyPage.Query(lines: depth - 2..<depth + 2))
    #expect(page.lines.count == 4 && page.lines.allSatisfy { $0.indentation <= 120 })
  }

  @Test(
    "its kind is told from content type and first bytes",
    arguments: [
      ("application/json", Array(#"{"a":1}"#.utf8), BodyKind.json), (nil, Array("[1]".utf8), .json),
      ("application/problem+json", Array("12".utf8), .json), ("text/html", Array("{ odd }".utf8), .text),
      ("application/json", Array("<html>".utf8), .markup(.html)), ("text/plain", Array("grüße".utf8), .text),
      (
        "image/png", [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 2, 128, 0, 0, 1, 224],
        .binary("PNG image, 640 × 480")
      ),
      ("application/x-thing", [1, 0, 2], .binary("application/x-thing")),
      (nil, [0x1F, 0x8B, 8], .binary("gzip archive")),
    ] as [(String?, [UInt8], BodyKind)])
  func kinds(type: String?, bytes: [UInt8], kind: BodyKind) {
    #expect(BodyKind(contentType: type, head: bytes) == kind)
  }

  @Test("secrets are masked in every way of looking at it, until they are revealed")
  func secrets() async throws {
    let secrets = Secrets(["correct horse"])
    let body = #"{"padding": "0123456789", "echo": "correct horse"}"#
    let view = BodyView(InMemoryBytes(body), contentType: "application/json", secrets: secrets)
    for mode in [BodyMode.pretty, .raw, .hex] {
      let masked = try await view.page(BodyPage.Query(mode: mode, lines: 0..<20))
      let shown = try await view.page(BodyPage.Query(mode: mode, lines: 0..<20, isRevealed: true))
      let text = { (page: BodyPage) in page.lines.map { $0.text.plain.suffix(16) }.joined() }
      #expect(masked.lines.contains { $0.text.plain.contains("••••") })
      #expect(!plain(masked).joined().contains("correct") && !text(masked).contains("horse"))
      #expect(!shown.lines.contains { $0.text.plain.contains("•") })
    }
  }

  @Test("a line of a million bytes is read by pieces")
  func longLine() async throws {
    let text = String(repeating: "abcdefghij", count: 100_000)
    let view = BodyView(InMemoryBytes(text), contentType: "text/plain")
    let page = try await view.page(BodyPage.Query(lines: 0..<5, skipping: 500_000))
    #expect(page.total == 1 && page.skipping == 500_000)
    #expect(page.lines[0].text.plain.hasPrefix("abcdefghij") && page.lines[0].text.plain.count < 5000)
    #expect(try await view.find("j", number: 1, from: 0, .raw)?.total == 100_000)
  }
}
