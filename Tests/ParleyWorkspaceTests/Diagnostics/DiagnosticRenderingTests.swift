import ParleyEngine
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("A mistake as a compiler would print it", .timeLimit(.minutes(2)))
struct DiagnosticRenderingTests {
  private func rendered(_ text: String) -> [String] {
    let source = SourceText(text, file: "requests/a.yaml")
    return RequestDefinition.form.read(source).diagnostics.map { $0.rendered(in: source) }
  }

  @Test("shows the line, a caret under the place, and what to do")
  func caret() {
    #expect(
      rendered("url: /\noptions: { timeout: 30 }\n") == [
        """
        requests/a.yaml:2:21: error: found “30”; expected a duration such as 200ms, 30s or 5m [wrong-value]
           2 | options: { timeout: 30 }
             |                     ^^
             = a duration needs a unit: ms, s, m or h
        """
      ])
  }

  @Test("puts the caret under wide characters")
  func wide() {
    #expect(
      rendered("url: /\n{}: 1\n日本: 語\n".replacing("{}: 1\n", with: "")) == [
        """
        requests/a.yaml:2:1: error: unknown key “日本” in a request [unknown-key]
           2 | 日本: 語
             | ^^^^
             = known keys: \(RequestDefinition.form.names.joined(separator: ", "))
        """
      ])
  }

  @Test("shows a long line in part")
  func longLine() throws {
    let text =
      "url: /\nheaders: { \(String(repeating: "A", count: 300)): 1, 'B C': \(String(repeating: "2", count: 300)) }\n"
    let lines = try #require(rendered(text).first).split(separator: "\n")
    #expect(lines[1].hasPrefix("   2 | …"))
    #expect(lines.dropFirst().allSatisfy { $0.count < 130 })
    #expect(lines[2].hasSuffix(" ^^^^^"))
  }

  @Test("shows nothing but the sentence without the file")
  func withoutSource() {
    let diagnostic = Diagnostic(.syntax, at: .start(of: "a.yaml"), "wrong", hint: "mend it")
    #expect(diagnostic.rendered(in: nil) == "a.yaml:1:1: error: wrong [syntax]\n     = mend it")
  }

  @Test(
    "suggests the name that was probably meant",
    arguments: [
      ("hedaers", "headers"), ("Headers", "headers"), ("header", "headers"), ("bdy", "body"), ("xyz", nil), ("u", nil),
      ("ulr", "url"), ("uurl", "url"), ("uri", nil), ("--ulr", "url"), ("--uri", nil), ("dosc", "docs"),
      ("dots", "docs"),
      (String(repeating: "x", count: 100), nil),
    ])
  func nearest(found: String, expected: String?) {
    #expect(NearestName.of(found, among: ["headers", "body", "url", "docs"]) == expected)
  }
}
