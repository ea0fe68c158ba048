import ParleyEngine
import ParleyFiles
import ParleyStore
import ParleyWorkspace
import TerminalKit
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchGroups
@testable import WorkbenchLive
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("What is typed before a question appears", .timeLimit(.minutes(1)))
struct TypedForQuestionsTests {
  /// Typed by somebody who knows what will be asked, before the program has said anything: each letter is a command somewhere.
  private static let typed = "secretDq:xR"

  private static var password: Question { Question("password", label: "password") }

  private func typeAhead<Behind>(_ text: String = typed, on bench: RunningBench<Behind>) throws {
    try bench.terminal.press("F5")
    bench.terminal.type(text)
    try bench.terminal.press("Enter")
  }

  @Test("is its answer, where a request asks")
  func send() async throws {
    let services = FakeServices()
    services.change { $0.answers = [.asks([Self.password])] }
    let bench = try BenchUnderTest(services: services)
    await bench.idle()
    try typeAhead(on: bench)
    let text = await bench.idle()
    let intents = services.snapshot.intents
    #expect(intents.map(\.answers) == [[:], ["password": Self.typed]])
    #expect(services.snapshot.opened.isEmpty && !text.contains("Rename"))
  }

  @Test("is its answer, where files are being written that are read before it is sent")
  func whileWritten() async throws {
    let services = FakeServices()
    services.change { $0.answers = [.asks([Self.password])] }
    let bench = try BenchUnderTest(services: services)
    await bench.idle()
    services.snapshot.onChanging?()
    #expect(await bench.idle().contains("… files"))
    try typeAhead(on: bench)
    await bench.idle()
    #expect(services.snapshot.intents.isEmpty && services.snapshot.opened.isEmpty)
    services.changeOnDisk { $0.workspace.name = "newer" }
    await bench.idle()
    #expect(services.snapshot.intents.map(\.answers) == [[:], ["password": Self.typed]])
    #expect(services.snapshot.opened.isEmpty)
  }

  @Test("acts as it would have, where somebody leaves the wait for such files; nothing is sent then")
  func leftWhileWritten() async throws {
    let bench = try BenchUnderTest()
    await bench.idle()
    bench.services.snapshot.onChanging?()
    await bench.idle()
    try await bench.press("F5", "Ctrl-C")
    bench.services.changeOnDisk { $0.workspace.name = "newer" }
    #expect(await bench.idle().contains("newer"))
    #expect(bench.services.snapshot.intents.isEmpty)
  }

  @Test("acts as it would have, in its order, where nothing is asked; no letter of it is lost")
  func nothingAsked() async throws {
    let bench = try BenchUnderTest()
    await bench.idle()
    try await bench.press("Enter")
    try bench.terminal.press("F5", "i")
    bench.terminal.type("?a=1")
    try bench.terminal.press("Enter")
    #expect(await bench.idle().contains("?a=1"))
    #expect(bench.services.snapshot.intents.count == 1)
  }

  @Test("is dropped, where it comes to a question of another kind or a failure")
  func otherQuestions() async throws {
    let services = FakeServices()
    services.change { $0.answers = [.wantsConfirmation("It sends to production."), .asks([Self.password])] }
    let bench = try BenchUnderTest(services: services)
    await bench.idle()
    try typeAhead(on: bench)
    #expect(await bench.idle().contains("It sends to production."))
    try await bench.press("Esc")
    #expect(await !bench.idle().contains("Rename") && services.snapshot.intents.count == 1)
    services.change { $0.failures["send"] = Problem(code: "broken", "It is broken.") }
    try typeAhead(on: bench)
    #expect(await bench.idle().contains("It is broken.") && services.snapshot.opened.isEmpty)
  }

  private static let asking = "vars: { place: here, password: { secret: prompt } }\n"

  @Test("is its answer, where the first step of a run asks")
  func run() async throws {
    let screen = try await GroupScreen(
      file: "serial:\n  - request: item/secret\n", environment: Self.asking,
      files: ["requests/item/secret.yaml": "url: /items\nheaders: { X-Key: '{{password}}' }\n"])
    try typeAhead("DxeR:secret", on: screen.bench)
    #expect(await screen.bench.shows("✓ done").contains("1 run") || screen.bench.terminal.text.contains("item/secret"))
    #expect(screen.session.secrets.all.masking("DxeR:secret") == Secrets.mask)
  }

  @Test("is its answer, where a login asks that comes before the request")
  func login() async throws {
    let login = "method: POST\nurl: /login\nbody: { json: '{ \"p\": \"{{password}}\" }' }\ncapture: { token: .token }\n"
    let mocks = GroupScreen.mocks + "- match: POST /login\n  reply: { json: { token: abcdefghijkl } }\n"
    let screen = try await GroupScreen(
      environment: Self.asking, mocks: mocks,
      files: [
        "requests/a/login.yaml": login, "requests/a/me.yaml": "url: /items\nauth: { request: a/login }\n",
      ])
    try await screen.bench.press("1", ":")
    await screen.bench.type("a/me")
    try await screen.bench.press("Enter")
    await screen.bench.idle()
    try typeAhead("DxeR:secret", on: screen.bench)
    #expect(await screen.bench.shows("200  MOCK").contains("a/me"))
    #expect(screen.session.secrets.all.masking("DxeR:secret") == Secrets.mask)
  }
}

// Besides what is tested here: a sign-in and what a login asks (SignInDialogTests), a request that holds the person
// (LookingCloserJourneys), trust, confirmations and conflicts (DangerJourneys, RewriteJourneys), passphrases of shared keys
// (SharedScreenTests), of run files (RunTravelScreenTests) and of the team's runs (TeamRunScreenTests).
@Suite("Every wait of the workbench is shown, and can be left", .timeLimit(.minutes(1)))
struct LeavingWaitsTests {
  private static let login = """
    method: POST
    url: /login
    capture: { token: .token }

    """
  private static let chain = """
    serial:
      - request: a/login
      - { local: ids, jq: '[1, 2]' }
      - { request: item/list, each: '.', limit: 2 }
      - { request: a/total, as: total }

    """

  /// An imported run whose masked token a later step reads; the cursor is on that step.
  private func imported() async throws -> GroupScreen {
    let mocks = GroupScreen.mocks + "- match: POST /login\n  reply: { json: { token: abcdefghijkl } }\n"
    let screen = try await GroupScreen(
      file: Self.chain, mocks: mocks,
      files: [
        "parley.yaml":
          "parley: 1\nid: groups5\nservers: { api: 'http://127.0.0.1:1' }\nshared: { token: { cipher: machine } }\n",
        "requests/a/login.yaml": Self.login,
        "requests/a/total.yaml": "url: /items\nheaders: { X-Token: '{{shared.token}}' }\n",
      ])
    try await screen.bench.press("F5")
    await screen.bench.shows("✓ done")
    let (session, file) = (screen.session, screen.folder.path("run.parley"))
    try await session.flushEvents()
    let run = try await session.runs.kept("last")
    _ = try await session.runs.export(run, to: file, sealed: false, by: NoPrompter())
    try await session.store.runs.delete([run.id])
    try await screen.bench.press(":")
    await screen.bench.type("import a run")
    try await screen.bench.press("Enter")
    await screen.bench.type(file)
    try await screen.bench.press("Enter")
    await screen.bench.shows("⇣")
    try await screen.bench.press("Tab", "G")
    await screen.bench.idle()
    return screen
  }

  @Test("what a replay or a fork of an imported run must know is asked before it begins", arguments: ["R", "F"])
  func masked(key: String) async throws {
    let screen = try await imported()
    try await screen.bench.press(key)
    let asked = await screen.bench.idle()
    #expect(asked.contains("Before running shop") && asked.contains("token"))
    try await screen.bench.press("Esc")
    #expect(try await screen.session.store.runs.recent(10).count == 1)
    try await screen.bench.press(key)
    await screen.bench.type("mnopqrstuvwx")
    try await screen.bench.press("Enter")
    if key == "F" {
      await screen.bench.shows("edit, then continue")
      try await screen.bench.press("c")
    }
    await screen.bench.shows("✓ done")
    // The run that was imported says so too.
    await screen.bench.idle()
    #expect(try await screen.newest().summary.origin != nil)
    try await screen.bench.press("F5")
    await screen.bench.idle()
    #expect(try await screen.session.store.runs.recent(10).count == 3)
  }

  @Test("a run that asks says so in the top bar, and Esc or Ctrl-C leaves its question", arguments: ["Esc", "Ctrl-C"])
  func runAsks(key: String) async throws {
    let screen = try await GroupScreen(
      file: "serial:\n  - { local: nap, wait: 1ms }\n  - request: item/secret\n",
      environment: "vars: { place: here, password: { secret: prompt } }\n",
      files: ["requests/item/secret.yaml": "url: /items\nheaders: { X-Key: '{{password}}' }\n"])
    try await screen.bench.press("1", "2")
    try screen.bench.terminal.press("F5")
    await screen.bench.shows("shop asks", "? 1 run asks")
    try await screen.bench.press(key)
    await screen.bench.idle()
    #expect(try await screen.newest().summary.state == .failed)
    try screen.bench.terminal.press("F5")
    await screen.bench.shows("shop asks")
    try await screen.bench.press("Esc")
    await screen.bench.idle()
    #expect(try await screen.session.store.runs.recent(10).count == 2)
  }

  @Test("what may ask and never ends is shown after a moment, and Ctrl-C leaves it; what comes of it then is dropped")
  func hanging() async throws {
    let (services, hung) = (FakeServices(), HangingSend())
    services.change { $0.sendsWait = { await hung.wait() } }
    let bench = try BenchUnderTest(services: services)
    await bench.idle()
    try bench.terminal.press("F5")
    await hung.begun()
    services.clock.withLock { $0 = $0.advanced(by: .seconds(1)) }
    try bench.terminal.press("x")
    await bench.appears("Still working: keys count as soon as it is done")
    try bench.terminal.press("Ctrl-C")
    #expect(await bench.idle().contains("Stopped waiting."))
    hung.end()
    // The request that was prepared meanwhile does not go on unseen.
    await bench.appears("cancelled")
    services.change { $0.sendsWait = nil }
    try await bench.press("F5")
    await bench.idle()
    #expect(services.snapshot.intents.count == 2 && !bench.terminal.text.contains("Before sending"))
  }

  private static let password = Question("password", label: "password")

  @Test("a question that nobody listens for has no answer, at once; nor has one in whose place another is shown")
  func unheard() async {
    #expect(await RunQuestions().reply(to: [Self.password]) == nil)
    let (questions, asked) = (RunQuestions(), AsyncStream.makeStream(of: Void.self))
    questions.onChange { asked.continuation.yield() }
    async let first = questions.reply(to: [Self.password])
    for await _ in asked.stream { break }
    async let second = questions.reply(to: [Question("other", label: "other")])
    #expect(await first == nil)
    for await _ in asked.stream { break }
    questions.reply(["x"])
    #expect(await second?.answers == ["x"])
  }
}

/// A service that answers when the test wants it, and does not notice that nobody waits any more.
final class HangingSend: Sendable {
  private let (begins, began) = AsyncStream.makeStream(of: Void.self)
  private let (ends, ended) = AsyncStream.makeStream(of: Void.self)

  func wait() async {
    began.yield()
    await Task { for await _ in ends { return } }.value
  }

  func begun() async { for await _ in begins { return } }
  func end() { ended.yield() }
}
