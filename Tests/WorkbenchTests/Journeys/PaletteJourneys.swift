import ParleyEngine
import ParleyModel
import TerminalKit
import TestSupport
import Testing

@testable import WorkbenchGroups
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("The palette goes anywhere", .timeLimit(.minutes(1)))
struct PaletteJourneys {
  private func opened(_ services: FakeServices = FakeServices(), typing text: String) async throws -> BenchUnderTest {
    let bench = try BenchUnderTest(services: services)
    await bench.idle()
    try await bench.press(":")
    await bench.type(text)
    await bench.idle()
    return bench
  }

  @Test("a request is found by letters of its name, and opened")
  func request() async throws {
    let bench = try await opened(typing: "login")
    #expect(bench.terminal.text.contains("request"))
    try await bench.press("Enter")
    #expect(await bench.idle().contains("┐┌ user/login"))
  }

  private var services: FakeServices {
    let services = FakeServices()
    services.change { content in
      content.workspace.requests.append(RequestSummary("user/list", url: "{{base}}/people"))
      content.saved["user/list"] = RequestDraft(url: "{{base}}/people")
    }
    return services
  }

  @Test(
    "a request is found by any part of its URL, which stands behind it", arguments: ["/people", "get people", "eopl"])
  func address(words: String) async throws {
    let bench = try await opened(services, typing: words)
    #expect(bench.terminal.text.contains("user/list   request   {{base}}/people"), "\(bench.terminal.text)")
    try await bench.press("Enter")
    #expect(await bench.idle().contains("┐┌ user/list"))
  }

  @Test("/ in the composer finds a request by its URL, too")
  func addressFromComposer() async throws {
    let bench = try BenchUnderTest(services: services)
    await bench.idle()
    try await bench.press("Enter", "/")
    await bench.type("/people")
    #expect(await bench.idle().contains("user/list"))
  }

  @Test("a word with @ opens the request in that environment")
  func inEnvironment() async throws {
    let bench = try await opened(typing: "login @liv")
    #expect(bench.terminal.text.contains("request in live"))
    try await bench.press("Enter")
    #expect(await bench.idle().contains("┐┌ user/login"))
    #expect(bench.services.snapshot.workspace.environment == "live")
  }

  @Test("@ alone lists the environments; one that does not exist finds nothing")
  func environments() async throws {
    let bench = try await opened(typing: "@")
    #expect(bench.terminal.text.contains("environment") && !bench.terminal.text.contains("Events screen"))
    await bench.type("nowhere")
    #expect(bench.terminal.text.contains("Nothing matches."))
  }

  @Test("a group is found, and shown on its screen")
  func group() async throws {
    let services = FakeServices()
    services.change { $0.workspace.groups = [GroupOutline("checkout", file: "groups/checkout.yaml")] }
    let bench = try await opened(services, typing: "checkout")
    #expect(bench.terminal.text.contains("group"))
    try await bench.press("Enter")
    #expect(await bench.idle().contains("┌ Groups"))
  }

  @Test("a shared key is found, and shown on its screen")
  func key() async throws {
    let services = FakeServices()
    services.change { $0.sharedNames = ["token", "user.name"] }
    let bench = try await opened(services, typing: "user.n")
    #expect(bench.terminal.text.contains("user.name") && bench.terminal.text.contains("shared key"))
    try await bench.press("Enter")
    let screen = await bench.idle()
    #expect(screen.contains("Shared data") && screen.contains("user.name"))
  }

  @Test("what comes while the palette is open is found without typing again")
  func renewed() async throws {
    let bench = try await opened(typing: "brandnew")
    #expect(bench.terminal.text.contains("Nothing matches."))
    bench.services.changeOnDisk { $0.workspace.requests.append(RequestSummary("user/brandnew")) }
    let found = await bench.shows("user/brandnew")
    #expect(found.contains("› brandnew") && !found.contains("Nothing matches."), "\(found)")
  }

  @Test("an option that is chosen is open for editing, and stands in front of a request that is called alike")
  func option() async throws {
    let services = FakeServices()
    services.change { $0.workspace.requests.append(RequestSummary("timeout")) }
    let bench = try await opened(services, typing: "timeout")
    let text = bench.terminal.text
    let option = try #require(text.firstRange(of: "options.timeout")?.lowerBound, "\(text)")
    let request = try #require(text.firstRange(of: "timeout   request")?.lowerBound, "\(text)")
    #expect(option < request, "\(text)")
    try await bench.press("Enter")
    await bench.idle()
    await bench.type("7s")
    try await bench.press("Enter")
    await bench.idle()
    #expect(services.snapshot.drafts["cart/pay"]?[.timeout] == "7s")
  }

  @Test("with nothing typed only commands are listed")
  func commandsFirst() async throws {
    let bench = try await opened(typing: "")
    #expect(bench.terminal.text.contains("Send the request") && !bench.terminal.text.contains(" request in "))
  }

  @Test(
    "what is meant stands first, and letters here and there are no match where there is a better one",
    arguments: [("curl", "Copy as curl"), ("save", "Save to the file"), ("scratch", "scratch")])
  func meaning(words: String, first: String) async throws {
    let bench = try await opened(typing: words)
    let lines = bench.terminal.frame.lines
    let typed = try #require(lines.firstIndex { $0.contains("› \(words)") })
    #expect(lines[typed + 2].contains(first), "\(bench.terminal.text)")
    #expect(!bench.terminal.text.contains("mock server"))
  }

  @Test(
    "a key of another pane stands with that pane, one of this pane or of everywhere alone",
    arguments: [
      ("compare the draft", " d in Composer │"), ("rename or move", " r │"), ("choose the method", " m in Composer │"),
      ("save to the file", " Ctrl-S │"),
    ])
  func keyOfOtherPane(words: String, key: String) async throws {
    let bench = try await opened(typing: words)
    let lines = bench.terminal.frame.lines
    let typed = try #require(lines.firstIndex { $0.contains("› \(words)") })
    #expect(lines[typed + 2].contains(key), "\(bench.terminal.text)")
  }

  @Test("a command that several panes have is listed once")
  func once() async throws {
    let bench = try await opened(typing: "copy as curl")
    #expect(bench.terminal.frame.lines.count { $0.contains("Copy as curl") && !$0.contains("secrets") } == 1)
  }
}
