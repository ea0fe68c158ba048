import ParleyEngine
import TerminalKit
import Testing

@testable import WorkbenchParts
@testable import WorkbenchState

@Suite("A body in another program", .timeLimit(.minutes(1))) struct OpeningTests {
  private func file(
    _ text: String, type: String, in program: BodyProgram, hiding secrets: Secrets = Secrets(),
    isRevealed: Bool = false,
    with services: FakeServices = FakeServices()
  ) async throws -> (suffix: String, text: String) {
    let view = BodyView(InMemoryBytes(text), contentType: type, secrets: secrets)
    _ = try await OpenBodyEffect(view: view, program: program, isRevealed: isRevealed).perform(with: services.all)
    let staged = try #require(services.snapshot.staged.first)
    return (String(staged.key.dropFirst("/tmp/staged".count)), staged.value)
  }

  @Test("the pager gets it laid out and without control characters")
  func pager() async throws {
    let json = try await file(#"{"a":1,"b":"x\u001b"}"#, type: "application/json", in: .pager)
    #expect(json == (".json", "{\n  \"a\": 1,\n  \"b\": \"x\\u001b\"\n}"))
    let text = try await file("a\tb\r\n\u{1B}]0;evil\u{7}", type: "text/plain", in: .pager)
    #expect(text.text.hasPrefix("a\tb\n") && !text.text.contains("\u{1B}") && !text.text.contains("\u{7}"))
  }

  @Test("the editor and the system's program get it byte for byte, with a suffix that says what it is")
  func exact() async throws {
    #expect(try await file("<html>\u{1B}", type: "text/html", in: .editor) == (".html", "<html>\u{1B}"))
    let services = FakeServices()
    #expect(try await file("a,b\r\n", type: "text/csv", in: .system, with: services) == (".csv", "a,b\r\n"))
    #expect(services.snapshot.opened == ["/tmp/staged.csv"])
  }

  @Test("secrets stay masked there as on the screen")
  func secrets() async throws {
    let secrets = Secrets(["tok_live_1234567890"])
    let body = #"{"token":"tok_live_1234567890"}"#
    #expect(try await !file(body, type: "application/json", in: .editor, hiding: secrets).text.contains("tok_live"))
    #expect(
      try await file(body, type: "application/json", in: .editor, hiding: secrets, isRevealed: true).text == body)
  }
}
