import ParleyEngine
import ParleyStore
import ParleyWorkspace
import TerminalKit
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchLive
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("Comparing two responses, over a real store", .timeLimit(.minutes(1)))
struct ComparingResponsesTests {
  @Test("Two marked exchanges are laid over each other by structure, beside each other where there is room")
  func marked() async throws {
    let test = try await HistoryUnderTest()
    try await test.keep("item/page", #"{"total": 18, "name": "Kettle"}"#, minutesAgo: 3)
    try await test.keep("item/page", #"{"total": 19, "name": "Kettle"}"#, minutesAgo: 1)
    for (width, height) in [(80, 24), (160, 48)] {
      let bench = try test.bench(width, height)
      await bench.idle()
      try await bench.press("6", "m", "m", "=")
      let text = await bench.shows("Two responses: 1 difference")
      let line = try #require(text.split(separator: "\n").first { $0.contains("18") && $0.contains("total") })
      #expect(line.contains("~") && line.contains("19"))
      #expect(line.contains("18 → 19") == (width == 80))
      #expect(text.contains(#""Kettle""#))
      // Both sides by method and URL, and one way out, behind what can be done.
      #expect(text.contains("- GET shop.test/items?page=1  200") && text.contains("+ GET shop.test/items?page=1  200"))
      let hints = try #require(text.split(separator: "\n").last.map(String.init))
      #expect(!hints.contains("Enter close") && hints.hasSuffix("Esc close"), "\(hints)")
    }
    await test.services.close()
  }

  @Test("A path that is ignored is ignored from then on, and compared again by the same key")
  func ignoring() async throws {
    let test = try await HistoryUnderTest()
    try await test.keep("item/page", #"{"total": 18}"#, minutesAgo: 3)
    try await test.keep("item/page", #"{"total": 19}"#, minutesAgo: 1)
    let bench = try test.bench()
    await bench.idle()
    try await bench.press("6", "=")
    await bench.shows("1 difference")
    try await bench.press("i")
    #expect(await bench.shows("no differences").contains("≈"))
    try await bench.press("Esc", "=")
    await bench.shows("no differences")
    try await bench.press("i")
    await bench.shows("1 difference")
    await test.services.close()
  }

  @Test("Text is compared by lines, and bytes by size and hash")
  func kinds() async throws {
    let test = try await HistoryUnderTest()
    let old = try await test.keep("item/page", "one\ntwo\nthree\n", minutesAgo: 5, type: "text/plain")
    let new = try await test.keep("item/page", "one\n2\nthree\n", minutesAgo: 4, type: "text/plain")
    let text = ResponseComparison(try await test.services.history.responses(new, old), ignoring: [])
    let shown = text.lines.map(\.text.plain)
    #expect(
      shown.contains { $0.contains("- ") && $0.contains("two") }
        && shown.contains { $0.contains("+ ") && $0.contains("2") })
    let image = try await test.keep("item/page", bytes: [0, 255, 1], minutesAgo: 3, type: "image/png")
    let other = try await test.keep("item/page", bytes: [0, 255, 2], minutesAgo: 2, type: "image/png")
    let bytes = ResponseComparison(try await test.services.history.responses(image, other), ignoring: [])
    #expect(bytes.lines.contains { $0.difference == .different && $0.text.plain.contains("sha256") })
    #expect(bytes.lines.contains { $0.difference == .same && $0.text.plain.contains("bytes") })
    await test.services.close()
  }

  @Test("Secrets are masked on both sides; that they differ is said")
  func secrets() async throws {
    let test = try await HistoryUnderTest()
    let old = try await test.keep(
      "user/login", #"{"token": "first-secret-1"}"#, minutesAgo: 2, secrets: Secrets(["first-secret-1"]))
    let new = try await test.keep(
      "user/login", #"{"token": "other-secret-2"}"#, minutesAgo: 1, secrets: Secrets(["other-secret-2"]))
    let comparison = ResponseComparison(try await test.services.history.responses(old, new), ignoring: [])
    let texts = comparison.lines.flatMap { [$0.text.plain, $0.left?.plain ?? "", $0.right?.plain ?? ""] }
    #expect(!texts.contains { $0.contains("secret-1") || $0.contains("secret-2") })
    #expect(comparison.differences == 1)
    await test.services.close()
  }

  @Test("On a response = offers the one before, pinned ones and other environments, and sends only what is chosen")
  func choosing() async throws {
    let test = try await HistoryUnderTest(answer: #"{"total": 20}"#)
    let pinned = try await test.keep("item/page", #"{"total": 1}"#, minutesAgo: 9)
    try await test.keep("item/page", #"{"total": 18}"#, minutesAgo: 3)
    try await test.services.history.pin(pinned, true)
    _ = try await test.send("item/page")
    let sentBefore = test.server.requests.count
    let bench = try test.bench(100, 36)
    await bench.shows("last response")
    try await bench.press("Tab", "Tab", "=")
    let choices = await bench.shows("Compare the response with")
    #expect(choices.contains("the response before") && choices.contains("pinned") && choices.contains("staging's"))
    #expect(test.server.requests.count == sentBefore)
    try await bench.press("Enter")
    #expect(await bench.shows("Two responses:").contains("18 → 20"))
    await test.services.close()
  }

  @Test("The same request is sent in another environment with its values, and the active one stays as it is")
  func elsewhere() async throws {
    let test = try await HistoryUnderTest(answer: #"{"total": 20}"#)
    let here = try await test.keep("item/page", #"{"total": 18}"#, minutesAgo: 3)
    let intent = SendIntent("item/page", try await test.services.requests.load("item/page").saved)
    let outcome = try await test.services.history.sendElsewhere(
      ElsewhereIntent(intent, in: "staging", comparedWith: here))
    guard case .sent(let id) = outcome else {
      Issue.record("it was sent")
      return
    }
    #expect(try await test.services.history.exchange(id).environment == "staging")
    #expect(test.server.requests.last?.values(of: "X-Place") == ["there"])
    #expect(test.services.session.environmentName == "local")
    let post = SendIntent("user/login", try await test.services.requests.load("user/login").saved)
    guard
      case .wantsConfirmation = try await test.services.history.sendElsewhere(
        ElsewhereIntent(post, in: "staging", comparedWith: here))
    else {
      Issue.record("a POST is not sent without a yes")
      return
    }
    await test.services.close()
  }
}
