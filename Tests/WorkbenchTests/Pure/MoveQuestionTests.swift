import TerminalKit
import Testing

@testable import Workbench
@testable import WorkbenchState

@Suite("A known id at a new path", .timeLimit(.minutes(2)))
struct MoveQuestionTests {
  /// - Parameters:
  ///   - early: what is typed before the question is on screen.
  ///   - isSeen: whether there is something to see before the keys are typed.
  private func answer(
    _ keys: String..., early: [String] = [], isSeen: Bool = true,
    on terminal: MemoryTerminal = MemoryTerminal(size: Size(width: 100, height: 24)), obstacle: String? = nil
  ) async throws -> MoveQuestion.Answer {
    for key in early { try terminal.press(key) }
    var question = MoveQuestion(here: "/new/shop", known: ["/old/shop", "/older/shop"], present: ["/older/shop"])
    question.obstacle = obstacle
    let answer = Task.detached { [question] in try question.ask(on: terminal) }
    if isSeen { _ = await terminal.frame { $0.text.contains("Moved, or a copy?") } }
    for key in keys { try terminal.press(key) }
    return try await answer.value
  }

  @Test("is a copy unless somebody says that it was moved")
  func answers() async throws {
    #expect(try await answer("Enter") == .copy)
    #expect(try await answer("Tab", "Enter") == .moved(from: 0))
    #expect(try await answer("Right", "Down", "Enter") == .moved(from: 1))
    #expect(try await answer("x", "Esc") == .leave)
    #expect(try await answer("Ctrl-C") == .leave)
    #expect(try await answer("n") == .leave)
    #expect(try await answer("y") == .copy)
    #expect(try await answer("Tab", "y") == .moved(from: 0))
    #expect(try await answer("Tab", "c") == .copy)
    #expect(try await answer("m") == .moved(from: 0))
  }

  @Test("is not answered by what was typed before it was on screen; the way out is")
  func typedAhead() async throws {
    #expect(try await answer("Enter", early: ["Tab", "Enter", "j", "Enter"]) == .copy)
    #expect(try await answer(early: ["Tab", "Ctrl-C"], isSeen: false) == .leave)
  }

  @Test("is asked with both paths in sight, and the screen stays up")
  func picture() async throws {
    let terminal = MemoryTerminal(size: Size(width: 100, height: 24))
    _ = try await answer("Enter", on: terminal)
    #expect(terminal.text.contains("/new/shop") && terminal.text.contains("Moved from /old/shop"))
    #expect(terminal.text.contains("/older/shop   (still there)") && !terminal.text.contains("/old/shop   (still"))
    #expect(terminal.isStarted)
  }

  @Test("says why an answer cannot be")
  func obstacle() async throws {
    let terminal = MemoryTerminal(size: Size(width: 100, height: 24))
    _ = try await answer("Enter", on: terminal, obstacle: "The workspace in /old/shop is open.")
    #expect(terminal.text.contains("The workspace in /old/shop is open."))
  }
}
