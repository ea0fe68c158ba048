import ParleyModel
import TerminalKit
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchGroups
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("Enter, Esc, y and n mean one thing", .timeLimit(.minutes(1)))
struct AnswerJourneys {
  private static let yes = Action.navigation(.zoom)
  private static let other = Action.navigation(.jump)

  private func state() throws -> State {
    State(commands: try CommandSet(), size: Size(width: 100, height: 30), now: BenchUnderTest.start)
  }

  private enum Given: Equatable { case nothing, zoom, jump, stays }

  private func given(_ key: Character, _ choices: [Confirm.Choice]) throws -> Given {
    var confirm = Confirm("?", choices: choices)
    switch confirm.handle(.key(Key(.character(key))), in: try state()) {
    case .close(nil): return .nothing
    case .close(.navigation(.zoom)?): return .zoom
    case .close(.navigation(.jump)?): return .jump
    default: return .stays
    }
  }

  @Test("n gives the answer that changes nothing, y the one that does something, whatever their letters are")
  func letters() throws {
    let one: [Confirm.Choice] = [.init("k", "keep"), .init("d", "do it", Self.yes)]
    #expect(try given("y", one) == .zoom && given("n", one) == .nothing)
    let turned: [Confirm.Choice] = [.init("d", "do it", Self.yes), .init("k", "keep")]
    #expect(try given("y", turned) == .zoom && given("n", turned) == .nothing)
    let told: [Confirm.Choice] = [.init("o", "ok")]
    #expect(try given("y", told) == .nothing && given("n", told) == .nothing)
    let several: [Confirm.Choice] = [.init("a", "one", Self.yes), .init("b", "other", Self.other), .init("l", "later")]
    #expect(try given("y", several) == .zoom && given("n", several) == .nothing)
    let later: [Confirm.Choice] = [.init("l", "later"), .init("a", "one", Self.yes), .init("b", "other", Self.other)]
    #expect(try given("y", later) == .stays && given("n", later) == .nothing)
    let own: [Confirm.Choice] = [.init("y", "copy", Self.other), .init("o", "open", Self.yes), .init("l", "later")]
    #expect(try given("y", own) == .jump)
  }

  @Test("a dangerous answer is given by neither y nor Enter, and Enter then promises nothing")
  func danger() throws {
    let choices: [Confirm.Choice] = [.init("n", "keep"), .init("d", "delete", Self.yes, isDangerous: true)]
    #expect(try given("y", choices) == .stays)
    var confirm = Confirm("?", choices: choices)
    #expect(confirm.acceptWord == "keep")
    _ = confirm.handle(.key(Key(.character("y"))), in: try state())
    #expect(confirm.acceptWord.isEmpty)
    if case .close = confirm.update(.accept, in: try state()) { Issue.record("Enter gave a dangerous answer") }
  }

  @Test("the hint line says in a word what Enter does in a question")
  func word() async throws {
    let bench = try BenchUnderTest(100, 30)
    await bench.idle()
    try await bench.press("j", "D")
    #expect(await bench.idle().contains("Enter keep it"))
  }

  @Test("a field of every kind opens selected: typing replaces, an arrow keeps, and the start of a path is continued")
  func selection() {
    var typed = LineEditor.opened("old")
    _ = typed.handle(Key(.character("n")))
    #expect(typed.text == "n")
    var kept = LineEditor.opened("old")
    _ = kept.handle(Key(.right))
    _ = kept.handle(Key(.character("n")))
    #expect(kept.text == "oldn")
    var path = LineEditor.opened("shop/")
    _ = path.handle(Key(.character("n")))
    #expect(path.text == "shop/n")
  }

  @Test("a cell of the composer, a form and a search are such fields")
  func fields() async throws {
    var composer = try ComposerUnderTest(RequestDraft(url: "/a?per=5"))
    composer.apply(.show(.params))
    try composer.press("Enter", "'3'", "Esc")
    #expect(composer.composer.draft.url == "/a?per=3")
    let bench = try BenchUnderTest(100, 30)
    await bench.idle()
    try await bench.press("j", "p")
    await bench.type("x")
    #expect(await bench.idle().contains(" x "))
  }

  @Test("Ctrl-S accepts a form from any of its fields")
  func form() throws {
    var form = FormSheet(PoolOfTwoForm(fields: [.init("times", "100"), .init("at once", "8")]))
    guard case .handled = form.update(.accept, in: try state()) else {
      Issue.record("Enter in the first of two fields ended the form")
      return
    }
    form = FormSheet(PoolOfTwoForm(fields: [.init("at once", "100"), .init("more", "8")]))
    guard case .close(.workspace(.limit(pool: 100))?) = form.update(.acceptAll, in: try state()) else {
      Issue.record("Ctrl-S did not accept the form")
      return
    }
  }
}

extension AnswerJourneys {
  /// Three fields, the second of which is a choice.
  private func typed(_ texts: String...) throws -> FormSheet {
    var form = FormSheet(
      PoolOfTwoForm(fields: [.init("name"), .init("from", choices: ["text", "program"]), .init("value")]))
    for text in texts {
      for letter in text { _ = form.handle(.key(Key(.character(letter))), in: try state()) }
      _ = form.update(.accept, in: try state())
    }
    return form
  }

  @Test("what is typed on a choice goes to the field behind it that takes text")
  func choice() throws {
    #expect(try typed("who", "ada").kept.map(\.text) == ["who", "text", "ada"])
  }

  @Test("Esc throws one text away, and asks for a second Esc where more was typed")
  func escape() throws {
    var one = try typed("who")
    guard case .close = one.update(.close, in: try state()) else {
      return #expect(Bool(false), "one text asked for a second Esc")
    }
    var more = FormSheet(PoolOfTwoForm(fields: [.init("name"), .init("value")]))
    for letter in "ab" {
      _ = more.handle(.key(Key(.character(letter))), in: try state())
      _ = more.update(.next, in: try state())
    }
    guard case .handled = more.update(.close, in: try state()) else {
      return #expect(Bool(false), "two texts went without a word")
    }
    guard case .close = more.update(.close, in: try state()) else {
      return #expect(Bool(false), "the second Esc did not close it")
    }
  }
}

/// A form of two fields, the first of which limits the requests at once.
private struct PoolOfTwoForm: PopupForm {
  let fields: [FormField]

  var title: String { "f" }

  func action(for answers: FormAnswers, in state: State) throws(FormMistake) -> Action {
    try PoolForm(size: 0).action(for: answers, in: state)
  }
}
