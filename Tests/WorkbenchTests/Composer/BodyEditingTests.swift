import ParleyModel
import TerminalKit
import Testing

@testable import WorkbenchParts
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("Editing a body", .timeLimit(.minutes(2))) struct BodyEditingTests {
  private func test(_ body: DraftBody) throws -> ComposerUnderTest {
    var test = try ComposerUnderTest(RequestDraft(method: "POST", url: "/a", body: body))
    test.apply(.show(.body))
    return test
  }

  @Test("JSON is indented while it is typed, and its brackets come in pairs")
  func pairs() throws {
    var test = try test(.json(""))
    try test.press("Enter", "'{'", "Enter", "'\"a\": ['", "Enter", "'1'")
    #expect(test.composer.text == "{\n  \"a\": [\n    1\n  ]\n}")
    #expect(test.composer.mistake == nil)
  }

  @Test(
    "after a kind with a text was chosen for no body, what is typed is its text",
    arguments: ["JSON", "text", "GraphQL"])
  func chosen(kind: String) throws {
    var test = try test(.none)
    try test.press("t", "'\(kind)'", "Enter", "'m:'")
    #expect(test.composer.text == "m:" && test.composer.menu == nil && test.composer.tab == .body)
  }

  @Test(
    "a kind that takes over a text, or has none, waits for Enter", arguments: ["text", "form", "multipart", "none"])
  func taken(kind: String) throws {
    var test = try test(.json("{}"))
    try test.press("t", "'\(kind)'", "Enter")
    #expect(!test.composer.isTyping)
  }

  @Test("what is pasted while an empty text is in view goes into it, and nowhere once something stands there")
  func pasted() throws {
    var test = try test(.json(""))
    try test.press("G")
    test.paste("{\"a\": 1}")
    #expect(test.composer.draft.body == .json("{\"a\": 1}"))
    try test.press("Esc")
    test.paste("more")
    #expect(test.composer.draft.body == .json("{\"a\": 1}"))
  }

  @Test("a paste on the screen goes into an empty body that is in view, and makes no request of it")
  func pastedOnScreen() async throws {
    let services = FakeServices(saved: ["cart/pay": RequestDraft(method: "POST", url: "/pay", body: .json(""))])
    let bench = try BenchUnderTest(services: services)
    await bench.idle()
    try await bench.press("Enter", "]", "]", "]", "G")
    #expect(await bench.idle().contains("Empty. Enter edits"))
    bench.terminal.send(.paste("{\"pasted\": 1}"))
    #expect(await bench.idle().contains("\"pasted\": 1"))
  }

  @Test("JSON is formatted from any tab, and shown", arguments: [Composer.Tab.params, .headers, .options])
  func formattedFromElsewhere(tab: Composer.Tab) throws {
    var test = try test(.json("{\"a\":1}"))
    test.apply(.show(tab))
    try test.press("=")
    #expect(test.composer.tab == .body && test.composer.text == "{\n  \"a\": 1\n}")
  }

  @Test("formatting says what it did and how it is undone, and keeps the line break at the end")
  func formattingIsSaid() throws {
    let said = { (test: ComposerUnderTest) in
      test.effects.compactMap { if case .then(.notice(let notice)) = $0 { notice.text } else { nil } }
    }
    var test = try test(.json("{\"a\":1}\n"))
    try test.press("=")
    #expect(test.composer.text == "{\n  \"a\": 1\n}\n")
    #expect(said(test) == ["Formatted the JSON; u undoes it."])
    try test.press("=")
    #expect(said(test).last == "The JSON was formatted already.")
    try test.press("u")
    #expect(test.composer.text == "{\"a\":1}\n")
  }

  @Test("the URL says that typing replaces it, and a field that was empty does not")
  func replaces() throws {
    let said = { (test: ComposerUnderTest) in
      test.effects.contains {
        if case .then(.notice(let notice)) = $0 { notice.text.contains("Typing replaces") } else { false }
      }
    }
    var test = try test(.none)
    try test.press("i")
    #expect(said(test))
    var other = try self.test(.none)
    try other.press("G", "Enter")
    #expect(!said(other))
  }

  @Test("text that is not JSON is left as it is typed")
  func text() throws {
    var test = try test(.text(""))
    try test.press("Enter", "'{\"'", "Enter", "'x'")
    #expect(test.composer.text == "{\"\nx")
  }

  @Test("F4 goes to the mistake, whose place stands below the text, and is refused where there is none")
  func mistake() throws {
    var test = try test(.json("{\n  \"a\": 1,\n  \"b\" 2\n}"))
    #expect(test.picture.contains("✗ Line 3, column 7: expected `:`, found `2`."))
    try test.press("F4")
    #expect(test.composer.field?.area.cursor == TextPosition(line: 2, character: 6))
    try test.press("':'")
    #expect(test.composer.mistake == nil)
  }
}

@Suite("The keys of vi in the workbench", .timeLimit(.minutes(1))) struct ViScreenTests {
  private func bench(_ width: Int = 100, _ height: Int = 30) async throws -> BenchUnderTest {
    let body = DraftBody.json("{\n  \"a\": 1\n}")
    let services = FakeServices(saved: ["user/login": RequestDraft(method: "POST", url: "/login", body: body)])
    let bench = try BenchUnderTest(width, height, services: services)
    await bench.idle()
    try await bench.press("/")
    await bench.type("user/login")
    try await bench.press("Enter", "Enter", "]", "]", "]")
    return bench
  }

  private func turnOn(_ bench: BenchUnderTest) async throws {
    try await bench.press("Ctrl-P")
    await bench.type("keys of vi")
    try await bench.press("Enter")
  }

  @Test("the status line says the mode, Esc leaves a mode first and the field last", arguments: [(80, 24), (160, 48)])
  func modes(width: Int, height: Int) async throws {
    let bench = try await bench(width, height)
    try await turnOn(bench)
    try await bench.press("j", "j", "Enter")
    #expect(await bench.idle().contains("NORMAL"))
    try await bench.press("j", "f", "1", "s")
    #expect(await bench.idle().contains("INSERT"))
    await bench.type("42")
    try await bench.press("Esc")
    #expect(await bench.idle().contains("NORMAL"))
    #expect(await bench.idle().contains("\"a\": 42"))
    try await bench.press("2", "d")
    #expect(await bench.idle().contains("NORMAL 2d"))
    try await bench.press("Esc", "Esc")
    let shown = await bench.idle()
    #expect(!shown.contains("NORMAL") && shown.contains("edit"))
  }

  @Test("the choice is kept in the person's settings")
  func kept() async throws {
    let bench = try await bench()
    try await turnOn(bench)
    #expect(await bench.idle().contains("Texts of several lines have the keys of vi."))
    #expect(bench.services.snapshot.settings[.editing] == "vi")
  }

  @Test("what was copied in one text is put into another one")
  func register() async throws {
    let bench = try await bench()
    try await turnOn(bench)
    try await bench.press("j", "j", "Enter", "j", "y", "y", "Esc", "[", "[", "[", "[", "j", "Enter", "P")
    #expect(await bench.idle().contains("[Docs•]"))
  }

  @Test("without vi letters are text at once")
  func off() async throws {
    let bench = try await bench()
    try await bench.press("j", "j", "Enter", "x")
    let shown = await bench.idle()
    #expect(!shown.contains("NORMAL") && shown.contains("x{"))
  }
}
