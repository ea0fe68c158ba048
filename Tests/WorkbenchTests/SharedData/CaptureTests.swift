import HTTPTypes
import ParleyEngine
import ParleyModel
import TerminalKit
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("Values of a response go into shared data", .timeLimit(.minutes(1)))
struct CaptureTests {
  private static let body = #"{"result": {"token": "abcdef1234567890", "id": 7}}"#

  private func sent(_ change: (inout FakeServices.Content) -> Void = { _ in }) async throws -> BenchUnderTest {
    let services = FakeServices(transport: RecordingTransport(body: Self.body, contentType: "application/json"))
    services.content.withLock { change(&$0) }
    let bench = try BenchUnderTest(120, 36, services: services)
    await bench.idle()
    try await bench.press("F5", "Tab", "Tab")
    #expect(await bench.idle().contains("abcdef1234567890"))
    return bench
  }

  @Test("c proposes a key and a cipher, adds the row to the draft, shows it, and masks what looks like a secret")
  func captures() async throws {
    let bench = try await sent { content in
      content.workspace.ciphers = ["vault"]
      content.previews["cart/pay"] = {
        var preview = Preview()
        preview.captures = ["token": "shared (vault)"]
        return preview
      }()
    }
    try await bench.press("j", "j", "c")
    let asked = await bench.idle()
    #expect(asked.contains(".result.token of every successful response") && asked.contains("‹ vault ›"))
    try await bench.press("Enter", "Enter")
    let text = await bench.idle()
    #expect(text.contains("[Shared 1]") && text.contains("→ shared (vault)"))
    #expect(!text.contains("abcdef1234567890") && text.contains("••••••••"))
    #expect(bench.services.snapshot.drafts["cart/pay"]?.captures == [DraftRow("token", ".result.token")])
  }

  @Test("the path counts from the root of the response, and what lies outside of it is refused")
  func root() async throws {
    let bench = try await sent { content in
      var preview = Preview()
      preview.settings[.responseRoot] = InheritedSetting("result", from: "parley.yaml")
      content.previews["cart/pay"] = preview
    }
    try await bench.press("j", "j", "j", "c")
    #expect(await bench.idle().contains(".id of every successful response"))
    try await bench.press("Ctrl-U")
    await bench.type("order")
    try await bench.press("Enter", "Enter")
    #expect(await bench.idle().contains("order") && bench.terminal.text.contains("abcdef1234567890"))
    #expect(bench.services.snapshot.drafts["cart/pay"]?.captures == [DraftRow("order", ".id")])
    try await bench.press("Tab", "g", "c")
    #expect(await bench.idle().contains("outside the part of the response"))
  }

  @Test("a response that a secret is taken out of is not shown before it is known what of it is secret")
  func waits() async throws {
    var test = try ResponsePaneUnderTest()
    let body = GrowingBytes()
    body.append(#"{"token": "abcdef12"#)
    let head = ResponseHead(url: "http://127.0.0.1:8080/", status: .ok)
    try await test.apply(.began(ResponsePaneUnderTest.transfer, url: "/", hidesResponse: true))
    let news = TransferNews.progressed(TransferProgress(), head: head, body: body, isPaused: false)
    try await test.apply(.news(ResponsePaneUnderTest.transfer.id, news))
    #expect(!test.picture.contains("abcdef12") && test.picture.contains("a secret that must be masked"))
    body.append(#"34567890"}"#, isComplete: true)
    var response = Response(TransportResponse(head: head, body: body), codec: AutomaticCodec())
    response.secrets = Secrets(["abcdef1234567890"])
    try await test.apply(.news(ResponsePaneUnderTest.transfer.id, .completed(response)))
    #expect(!test.picture.contains("abcdef12") && test.picture.contains("••••••••"))
  }

  @Test("an exchange out of the history is masked as it was when it was new")
  func history() async throws {
    var test = try ResponsePaneUnderTest()
    let head = ResponseHead(url: "http://127.0.0.1:8080/", status: .ok)
    let response = Response(TransportResponse(head: head, body: InMemoryBytes(Self.body)), codec: AutomaticCodec())
    let kept = RecordedExchange(
      id: ExchangeID(rawValue: "old"), request: "user/login",
      sent: SentRequest(method: "POST", url: "http://127.0.0.1:8080/", headers: [:], body: nil),
      startedAt: BenchUnderTest.start, outcome: .response(response), secrets: Secrets(["abcdef1234567890"]))
    try await test.apply(.opened(kept))
    #expect(!test.picture.contains("abcdef") && test.picture.contains("••••••••"))
  }

  @Test(
    "what looks like a secret by its name or by itself",
    arguments: [
      ("token", "x", true), ("accessToken", "7", true), ("id", "7", false), ("name", "Ada Lovelace", false),
      ("id", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln", true), ("note", "a long sentence of 30 letters", false),
      ("password", "", true),
    ])
  func look(_ key: String, _ value: String, _ isSecret: Bool) {
    #expect(SecretLook.isOne(key: key, value) == isSecret)
  }
}
