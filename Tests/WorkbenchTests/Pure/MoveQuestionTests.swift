import TerminalKit
import Testing

@testable import Workbench

@Suite("A known id at a new path")
struct MoveQuestionTests {
  private func answer(to keys: String...) throws -> MoveQuestion.Answer {
    let terminal = MemoryTerminal(size: Size(width: 100, height: 24))
    for key in keys { try terminal.press(key) }
    return try MoveQuestion(here: "/new/shop", known: ["/old/shop", "/older/shop"]).ask(
      on: terminal)
  }

  @Test("is a copy unless somebody says that it was moved")
  func answers() throws {
    #expect(try answer(to: "Enter") == .copy)
    #expect(try answer(to: "Tab", "Enter") == .moved(from: 0))
    #expect(try answer(to: "Right", "Down", "Enter") == .moved(from: 1))
    #expect(try answer(to: "x", "Esc") == .leave)
    #expect(try answer(to: "Ctrl-C") == .leave)
  }

  @Test("is asked with both paths in sight, and the screen stays up")
  func picture() throws {
    let terminal = MemoryTerminal(size: Size(width: 100, height: 24))
    terminal.send(.resize(Size(width: 100, height: 24)))
    try terminal.press("Enter")
    _ = try MoveQuestion(here: "/new/shop", known: ["/old/shop"]).ask(on: terminal)
    #expect(terminal.text.contains("/new/shop") && terminal.text.contains("Moved from /old/shop"))
    #expect(terminal.isStarted)
  }
}
