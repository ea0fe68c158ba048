import HTTPTypes
import ParleyEngine
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("Headers that requests share", .timeLimit(.minutes(2)))
struct SharedHeaderTests {
  private func render(_ request: String) async throws -> RenderedRequest {
    try await SampleWorkspace(
      "servers: { api: 'http://h' }\nvars: { locale: en }\ndefaults:\n  headers: { Accept-Language: \"{{locale}}\", X-Team: shop, X-Level: workspace }\n",
      files: [
        "requests/folder.yaml": "headers: { x-level: outer, X-Outer: 1 }\n",
        "requests/a/folder.yaml": "headers: { X-LEVEL: inner }\n",
      ]
    ).render("url: /\n" + request)
  }

  @Test("The request beats its folder, the folder the one around it, and that the workspace")
  func levels() async throws {
    let rendered = try await render("headers: { X-Own: 1, X-Team: mine }\n")
    #expect(
      rendered.request.headers.map { "\($0.name): \($0.value)" } == [
        "Accept-Language: en", "X-Outer: 1", "X-LEVEL: inner", "X-Own: 1", "X-Team: mine",
      ])
    #expect(rendered.headers.map(\.origin) == [.workspace, .folder(""), .folder("a"), .request, .request])
  }

  @Test("One turned off is turned off, whoever set it; the others stay")
  func switchedOff() async throws {
    let rendered = try await render("headers: { ~x-team: none }\n")
    #expect(rendered.headers.map(\.name) == ["Accept-Language", "X-Outer", "X-LEVEL"])
    #expect(rendered.effective.headers.map { "\($0.value.writtenName) ← \($0.origin)" }.last == "~x-team ← request")
  }

  @Test("A name stands as often as it is written")
  func repeated() async throws {
    let rendered = try await render("headers: { X-Team: [a, b] }\n")
    #expect(rendered.headers.filter { $0.name == "X-Team" }.map(\.value.text) == ["a", "b"])
  }
}
