import ParleyEngine
import ParleyModel
import TerminalKit
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchGroups
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("Opening and sending", .timeLimit(.minutes(1)))
struct RequestJourneys {
  @Test("the first request is open from the start; the list displays what its cursor comes to, and F5 sends that")
  func sendFromTree() async throws {
    let bench = try BenchUnderTest()
    await bench.idle()
    try await bench.press("j")
    let text = await bench.idle()
    #expect(text.contains("┌ cart/read ─") && text.contains("F5 send cart/read"))
    try await bench.press("F5")
    await bench.idle()
    #expect(bench.services.snapshot.intents.map(\.request) == ["cart/read"])
    #expect(bench.terminal.text.contains("response received"))
  }

  @Test(
    "what is displayed is what is sent, but with the cursor on a folder; a screen that does not show it sends nothing")
  func sendsWhatIsDisplayed() async throws {
    let bench = try BenchUnderTest()
    await bench.idle()
    try await bench.press("k")
    #expect(await bench.idle().contains("┌ cart/pay ─"))
    try await bench.press("F5")
    await bench.idle()
    #expect(bench.services.snapshot.intents.isEmpty)
    try await bench.press("j", "F5")
    for screen in ["3", "4", "5"] {
      try await bench.press(screen)
      #expect(await !bench.idle().contains("send POST cart/pay"))
      try await bench.press("F5")
      await bench.idle()
    }
    #expect(bench.services.snapshot.intents.map(\.request) == ["cart/pay"])
  }

  @Test("F5 on a request that is still being read sends that one, wherever the cursor goes meanwhile")
  func sendsWhatWasDisplayed() throws {
    var state = State(commands: try CommandSet(), size: Size(width: 100, height: 30), now: BenchUnderTest.start)
    func run(_ action: Action) -> [Effect] {
      state.update(action).flatMap { effect in
        if case .then(let next) = effect { run(next) } else { [effect] }
      }
    }
    func load(_ id: RequestID) -> [Effect] {
      run(.request(.loaded(id, LoadedRequest(saved: RequestDraft(url: "/\(id)")))))
    }
    _ = run(.workspace(.changed(.shop)))
    _ = load("cart/pay")
    for key in ["j", "F5", "j", "j"] { _ = run(.input(.key(try Key(name: key)))) }
    #expect(state.openRequest == "user/login")
    let sent = (load("user/login") + load("cart/read")).compactMap { effect -> SendIntent? in
      if case .perform(let work as SendEffect) = effect { work.intent } else { nil }
    }
    #expect(sent == [SendIntent("cart/read", RequestDraft(url: "/cart/read"))])
  }

  @Test("looking through a long list lets go of no request that was worked on")
  func looking() throws {
    var tabs = RequestTabs()
    _ = tabs.open("first")
    tabs.change { $0.isOnlySeen = false }
    for number in 0..<40 {
      _ = tabs.open(RequestID(rawValue: "seen/\(number)"))
      tabs.tidy { _ in false }
    }
    #expect(tabs["first"] != nil && tabs.all.count == RequestTabs.capacity + 1)
  }

  @Test("while a request is in flight the top bar says so, and Ctrl-C cancels it")
  func cancel() async throws {
    let transport = RecordingTransport(answering: nil)
    let bench = try BenchUnderTest(services: FakeServices(transport: transport))
    await bench.idle()
    try await bench.press("F5")
    let text = await bench.quiet()
    let lines = text.split(separator: "\n")
    #expect(lines.first?.contains("⇅ 1") == true)
    #expect(lines.dropFirst().contains { $0.contains("pay") && $0.contains("⇅") })
    try await bench.press("Ctrl-C")
    #expect(await !bench.idle().contains("in flight"))
    #expect(transport.commands == ["cancel"])
  }

  @Test("what must be asked is asked in one form, secrets masked, and sent along")
  func asks() async throws {
    let services = FakeServices()
    services.change {
      $0.answers = [
        .asks([Question("password", label: "password"), Question("code", label: "code", isSecret: false)])
      ]
    }
    let bench = try BenchUnderTest(services: services)
    await bench.idle()
    try await bench.press("F5")
    await bench.type("geheim")
    try await bench.press("Tab")
    await bench.type("42")
    let text = await bench.idle()
    #expect(text.contains("••••••") && text.contains("42") && !text.contains("geheim"))
    try await bench.press("Enter")
    await bench.idle()
    #expect(services.snapshot.intents.last?.answers == ["password": "geheim", "code": "42"])
  }

  @Test("an environment that wants to be asked is asked, and no is no")
  func confirmation() async throws {
    let services = FakeServices()
    let question = SendOutcome.wantsConfirmation("POST http://live/cart/pay in live.")
    services.change { $0.answers = [question, question] }
    let bench = try BenchUnderTest(services: services)
    await bench.idle()
    try await bench.press("F5")
    bench.pass(.seconds(1))
    try await bench.press("y", "Enter", "Enter")
    #expect(services.snapshot.intents.count == 1)
    try await bench.press("Esc", "F5")
    try await bench.confirm()
    await bench.idle()
    #expect(services.snapshot.intents.map(\.isConfirmed) == [false, false, true])
  }

  @Test("a failure of the wire is in the pane, in the log, and whole under !")
  func failure() async throws {
    let transport = RecordingTransport { _ in
      .failure(TransportError(.refused, "No server listens on 127.0.0.1:8080.", detail: "connect: refused"))
    }
    let bench = try BenchUnderTest(services: FakeServices(transport: transport))
    await bench.idle()
    try await bench.press("F5")
    #expect(await bench.idle().contains("failed: network"))
    try await bench.press("!")
    let card = await bench.idle()
    #expect(card.contains("✗ Failed: network") && card.contains("Code    network.refused"))
    #expect(card.contains("Check the port, and whether the server is running."))
    try await bench.press("y")
    #expect(bench.terminal.record.copied.first?.hasPrefix("network.refused: No server listens") == true)
  }

  @Test("a request that cannot be sent is a card in the response's pane and a row in the log, not a pop-up")
  func refused() async throws {
    let services = FakeServices()
    services.change {
      $0.failures["send"] = Problem(
        code: "template.unknownName", "“emial” is not a name.", place: "requests/cart/pay.yaml:3",
        advice: "Did you mean “email”?")
    }
    let bench = try BenchUnderTest(services: services)
    await bench.idle()
    try await bench.press("F5")
    let text = await bench.idle()
    #expect(text.contains("✗ “emial” is not a name.") && text.contains("Did you mean “email”?"))
    #expect(text.contains("failed: workbench"))
    try await bench.press("Tab")
    #expect(bench.terminal.text.contains("✗ “emial” is not a name."))
    try await bench.press("!")
    #expect(bench.terminal.text.contains("Code    template.unknownName"))
  }

  @Test("where one pane has room, sending shows the response's")
  func folded() async throws {
    let bench = try BenchUnderTest(60, 20)
    await bench.idle()
    try await bench.press("F5")
    let text = await bench.idle()
    #expect(text.contains("\"ok\": true"))
  }

  @Test("a request that needs trust says so in its pane; allowing it sends it")
  func trustBeforeSending() async throws {
    let services = FakeServices()
    let item = TrustItem.command(["pass", "show", "shop"], files: [:])
    services.change { $0.answers = [.wantsTrust([item])] }
    let bench = try BenchUnderTest(services: services)
    await bench.idle()
    try await bench.press("F5")
    #expect(await bench.idle().contains("Trust this workspace?"))
    try await bench.press("Esc")
    #expect(bench.terminal.text.contains("The request needs a permission that this workspace does not have."))
    services.change { $0.answers = [.wantsTrust([item])] }
    try await bench.press("F5")
    try await bench.confirm()
    let text = await bench.idle()
    #expect(text.contains("\"ok\": true"))
    #expect(services.snapshot.trusted == [item])
  }

  @Test("a disabled key says why")
  func disabled() async throws {
    let bench = try BenchUnderTest()
    await bench.idle()
    try await bench.press("!")
    #expect(bench.terminal.frame.lines.last == " There is no error to show.")
    try await bench.press("j")
    #expect(bench.terminal.frame.lines.last?.contains("F5 send") == true)
  }

  @Test("choosing an environment makes it the active one")
  func environment() async throws {
    let bench = try BenchUnderTest()
    await bench.idle()
    try await bench.press("V")
    await bench.type("liv")
    try await bench.press("Enter")
    #expect(await bench.idle().contains("shop ▸ live"))
  }

  @Test("j and k move in a list to choose from until something is typed; / types them too")
  func moving() async throws {
    let bench = try BenchUnderTest()
    await bench.idle()
    try await bench.press("V")
    #expect(await bench.idle().contains("j k move"))
    let names = try #require(bench.services.snapshot.workspace.environments.map(\.name).first { $0 != "local" })
    try await bench.press("j", "k", "j", "Enter")
    #expect(await bench.idle().contains("shop ▸ \(names)"))
    try await bench.press("V", "/", "j")
    #expect(await bench.idle().contains("Nothing matches."))
  }

  @Test("what a workspace wants trust for is not asked at the start; the top bar tells, and a command allows it")
  func trust() async throws {
    var workspace = WorkspaceSnapshot.shop
    let item = TrustItem.command(["pass", "show", "shop"], files: [:])
    workspace.trust = .wanted([item])
    let bench = try BenchUnderTest(109, services: FakeServices(workspace: workspace))
    let text = await bench.idle()
    #expect(text.contains("⚠ trust") && !text.contains("pass show shop"))
    try await bench.press(":")
    await bench.type("trust")
    try await bench.press("Enter")
    #expect(await bench.idle().contains("pass show shop"))
    bench.pass(.seconds(1))
    try await bench.press("Enter")
    #expect(await bench.idle().contains("⚠ trust"))
    try await bench.press(":")
    await bench.type("trust")
    try await bench.press("Enter")
    try await bench.confirm()
    await bench.idle()
    #expect(bench.services.snapshot.trusted == [item])
    #expect(bench.terminal.text.contains("trusted"))
  }

  @Test("a suggestion that is longer than its line is shown whole below the list", arguments: [(80, 24), (100, 30)])
  func suggestions(_ width: Int, _ height: Int) async throws {
    var workspace = WorkspaceSnapshot.shop
    workspace.mistakes = [
      FileMistake(
        file: "requests/cart/read.yaml", line: 3, column: 1, "unknown key “heders”; did you mean “headers”?",
        hint:
          "known keys: auth, body, cache, capture, docs, duplicates, envelope, expect, headers, method, options, url")
    ]
    let bench = try BenchUnderTest(width, height, services: FakeServices(workspace: workspace))
    await bench.idle()
    try await bench.press("F8")
    let words = await bench.idle().split { " │\n".contains($0) }.joined(separator: " ")
    #expect(words.contains("unknown key “heders”; did you mean “headers”?"))
    #expect(words.contains("duplicates, envelope, expect, headers, method, options, url"))
  }

  @Test("a mistake in a file is listed with its place, and opened there in the editor")
  func mistakes() async throws {
    var workspace = WorkspaceSnapshot.shop
    workspace.mistakes = [FileMistake(file: "requests/cart/read.yaml", line: 3, column: 1, "unknown key “heders”")]
    let bench = try BenchUnderTest(services: FakeServices(workspace: workspace))
    await bench.idle()
    try await bench.press("F8")
    #expect(bench.terminal.text.contains("requests/cart/read.yaml:3  unknown key “heders”"))
    try await bench.press("Enter")
    await bench.idle()
    #expect(bench.terminal.record.commands == [["editor", "+3", "~/shop/requests/cart/read.yaml"]])
  }
}
