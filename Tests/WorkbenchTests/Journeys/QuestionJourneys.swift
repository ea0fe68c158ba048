import ParleyModel
import ParleyWorkspace
import TerminalKit
import TestSupport
import Testing

@testable import WorkbenchLive
@testable import WorkbenchServices

@Suite("Questions before a request is sent", .timeLimit(.minutes(1)))
struct QuestionJourneys {
  private static var password: Question {
    var question = Question("password", label: "password")
    question.keepings = AnswerKeeping.allCases
    return question
  }

  private func bench(_ questions: [Question], _ width: Int = 100, _ height: Int = 30) async throws -> BenchUnderTest {
    let services = FakeServices()
    services.change { $0.answers = [.asks(questions)] }
    let bench = try BenchUnderTest(width, height, services: services)
    await bench.idle()
    try await bench.press("F5")
    return bench
  }

  @Test("a key in the question says how long the answer is kept; what is typed is hidden", arguments: [80, 100, 160])
  func keeping(width: Int) async throws {
    let bench = try await bench([Self.password], width, 24)
    #expect(await bench.idle().contains("‹ for this session, in memory ›"))
    await bench.type("geheim")
    try await bench.press("Alt-k", "Alt-k")
    #expect(await bench.idle().contains("this time only"))
    try await bench.press("Alt-k", "Alt-k")
    let text = await bench.idle()
    #expect(text.contains("encrypted on this machine") && text.contains("••••••") && !text.contains("geheim"))
    #expect(text.contains("Alt-k"))
    try await bench.press("Enter")
    await bench.idle()
    let intent = try #require(bench.services.snapshot.intents.last)
    #expect(intent.answers == ["password": "geheim"] && intent.keeping == ["password": .machine])
  }

  @Test("for the session, where nothing else is chosen; this time only, where that is")
  func once() async throws {
    let bench = try await bench([Self.password])
    await bench.type("geheim")
    try await bench.press("Enter")
    await bench.idle()
    #expect(bench.services.snapshot.intents.last?.keeping == ["password": .session])
    let other = try await self.bench([Self.password])
    await other.type("geheim")
    try await other.press("Alt-k", "Alt-k", "Enter")
    await other.idle()
    #expect(other.services.snapshot.intents.last?.keeping == [:])
  }

  @Test("a password that is typed on the choice below it is typed into its field")
  func typedOnChoice() async throws {
    let bench = try await bench([Self.password])
    try await bench.press("Down")
    await bench.type("geheim")
    try await bench.press("Enter")
    await bench.idle()
    #expect(bench.services.snapshot.intents.last?.answers == ["password": "geheim"])
  }

  @Test("an empty password is sent only by a second Enter")
  func emptyPassword() async throws {
    let bench = try await bench([Self.password])
    try await bench.press("Enter")
    #expect(await bench.idle().contains("“password” is empty: Enter again takes it so."))
    #expect(bench.services.snapshot.intents.count == 1)
    try await bench.press("Enter")
    await bench.idle()
    #expect(bench.services.snapshot.intents.last?.answers == ["password": ""])
  }

  @Test("a passphrase that is being set says that it is permanent; a difference costs nothing that was typed")
  func passphrase() async throws {
    var first = Question("passphrase of vault", label: "passphrase of vault")
    first.explanation = "It is permanent."
    first.isNeeded = true
    var second = Question("passphrase of vault, again", label: "passphrase of vault, again")
    second.repeats = first.name
    let bench = try await bench([first, second])
    let asked = await bench.idle()
    #expect(asked.contains("It is permanent.") && asked.contains("Enter next field"))
    await bench.type("words")
    try await bench.press("Enter")
    #expect(await bench.idle().contains("Enter accept"))
    await bench.type("other")
    try await bench.press("Enter")
    #expect(await bench.idle().contains("The passphrases differ."))
    #expect(bench.services.snapshot.intents.count == 1)
    try await bench.press("Ctrl-U")
    await bench.type("words")
    try await bench.press("Enter")
    await bench.idle()
    #expect(bench.services.snapshot.intents.last?.answers[first.name] == "words")
  }

  @Test("a rejected answer is asked for again with the reason, and the other answers stay")
  func again() async throws {
    var intent = SendIntent("cart/pay", RequestDraft(method: "POST", url: "/cart/pay"), answers: ["password": "geheim"])
    intent.isConfirmed = true
    var wrong = Question("passphrase of vault", label: "passphrase of vault")
    wrong.mistake = "That is not the passphrase."
    let services = FakeServices()
    services.change { $0.answers = [.asks([Self.password]), .asks([wrong])] }
    let bench = try BenchUnderTest(services: services)
    await bench.idle()
    try await bench.press("F5")
    await bench.type("geheim")
    try await bench.press("Enter")
    #expect(await bench.idle().contains("That is not the passphrase."))
    await bench.type("words")
    try await bench.press("Enter")
    await bench.idle()
    #expect(services.snapshot.intents.last?.answers == ["password": "geheim", "passphrase of vault": "words"])
  }

  @Test("kept answers are forgotten by a command")
  func forgetting() async throws {
    let bench = try BenchUnderTest()
    await bench.idle()
    try await bench.press(":")
    await bench.type("forget stored")
    try await bench.press("Enter")
    #expect(await bench.idle().contains("Forgot 2 stored answers."))
  }
}

@Suite("Saving a request with secrets of a pasted command", .timeLimit(.minutes(1)))
struct SecretPlaceJourneys {
  private let pasted = RequestDraft(
    method: "POST", url: "/pay", settings: [.auth: "bearer", .token: #"{{secret("token at a.test")}}"#])

  private func saving() async throws -> BenchUnderTest {
    let services = FakeServices()
    let pasted = pasted
    services.change { $0.drafts["cart/pay"] = pasted }
    let bench = try BenchUnderTest(services: services)
    await bench.idle()
    try await bench.press("Ctrl-S")
    return bench
  }

  @Test("asks where they belong, once")
  func stays() async throws {
    let bench = try await saving()
    let text = await bench.idle()
    #expect(text.contains("Where should its secrets be stored?") && text.contains("on this machine"))
    #expect(bench.services.snapshot.saved["cart/pay"]?[.token].isEmpty == true)
    try await bench.press("Enter", "Enter", "Enter")
    await bench.idle()
    #expect(bench.services.snapshot.saved["cart/pay"] == pasted)
    #expect(bench.services.snapshot.placed == [SecretPlacement("token at a.test", at: .machine)])
  }

  @Test("a field that means nothing for the chosen place is not shown")
  func hidden() async throws {
    let bench = try await saving()
    let machine = await bench.idle()
    #expect(
      !machine.contains("called") && !machine.contains("  variable ") && !machine.contains("  program "), "\(machine)")
    try await bench.press("Right")
    let key = await bench.idle()
    #expect(key.contains("called") && !key.contains("  variable "), "\(key)")
    try await bench.press("Right", "Right")
    let variable = await bench.idle()
    #expect(
      variable.contains("called") && variable.contains("  variable ") && !variable.contains("  program "), "\(variable)"
    )
    try await bench.press("Right")
    let program = await bench.idle()
    #expect(program.contains("  program ") && !program.contains("  variable "), "\(program)")
  }

  @Test("and takes them from there")
  func shared() async throws {
    let bench = try await saving()
    try await bench.press("Right", "Enter")
    #expect(await bench.idle().contains("token"))
    try await bench.press("Enter", "Enter")
    await bench.idle()
    #expect(bench.services.snapshot.placed == [SecretPlacement("token at a.test", at: .sharedKey("token"))])
    #expect(bench.services.snapshot.saved["cart/pay"]?[.token] == "{{shared.token}}")
  }

  @Test("a system variable must be named")
  func variable() async throws {
    let bench = try await saving()
    try await bench.press("Left", "Left", "Enter", "Enter", "Enter")
    #expect(await bench.idle().contains("Name the environment variable for “token”"))
    await bench.type("API_TOKEN")
    try await bench.press("Enter")
    await bench.idle()
    #expect(
      bench.services.snapshot.placed
        == [SecretPlacement("token at a.test", at: .variable("token", .environment("API_TOKEN")))])
  }
}

@Suite("Saving where a change cannot be written into the file", .timeLimit(.minutes(1)))
struct RewriteJourneys {
  private let rewrite = FileRewrite(
    file: "requests/cart/pay.yaml", reason: "A comment stands in what would be written anew.",
    before: "url: /a\nheaders:\n  A: 1 # one\n", after: "url: /a\nheaders:\n  - A: 1\n")

  private func saving(_ width: Int = 100, _ height: Int = 30) async throws -> BenchUnderTest {
    let services = FakeServices()
    let rewrite = rewrite
    services.change {
      $0.drafts["cart/pay"] = RequestDraft(method: "POST", url: "/mine")
      $0.rewrites["cart/pay"] = rewrite
    }
    let bench = try BenchUnderTest(width, height, services: services)
    await bench.idle()
    try await bench.press("Ctrl-S")
    return bench
  }

  @Test("the difference is shown, and w writes it", arguments: [80, 100, 160])
  func writes(width: Int) async throws {
    let bench = try await saving(width, 24)
    let text = await bench.idle()
    #expect(text.contains("Rewrite requests/cart/pay.yaml?") && text.contains("A comment stands"))
    #expect(text.contains("-   A: 1 # one") && text.contains("+   - A: 1"))
    try await bench.press("w")
    await bench.idle()
    #expect(bench.services.snapshot.rewritten.isEmpty, "nobody who types rewrites it")
    bench.pass(.seconds(1))
    try await bench.press("w")
    await bench.idle()
    #expect(bench.services.snapshot.rewritten == ["cart/pay": rewrite])
  }

  @Test("Esc leaves the file and the draft, and e opens the editor")
  func leaves() async throws {
    let bench = try await saving()
    bench.pass(.seconds(1))
    try await bench.press("Enter")
    await bench.idle()
    #expect(bench.services.snapshot.rewritten.isEmpty && bench.services.snapshot.drafts["cart/pay"]?.url == "/mine")
    try await bench.press("Ctrl-S")
    bench.pass(.seconds(1))
    try await bench.press("e")
    await bench.idle()
    #expect(bench.terminal.record.commands.last?.last?.hasSuffix("requests/cart/pay.yaml") == true)
  }
}
