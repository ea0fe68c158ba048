import ParleyEngine
import TerminalKit
import Testing

@testable import WorkbenchState

@Suite("The line for messages to a WebSocket", .timeLimit(.minutes(2))) struct MessageLineTests {
  @Test("What was sent is called back with the arrow keys, and what was being written is not lost")
  func recalling() {
    var line = MessageLine()
    for text in ["one", "two", "two"] {
      line.editor.replaceAll(with: text)
      #expect(line.take() == text)
      #expect(line.editor.isEmpty)
    }
    #expect(line.take() == nil)
    line.editor.replaceAll(with: "thr")
    line.recall(-1)
    #expect(line.editor.text == "two")
    line.recall(-1)
    line.recall(-1)
    #expect(line.editor.text == "one")
    line.recall(1)
    line.recall(1)
    #expect(line.editor.text == "thr")
  }

  @Test("A code that must not be sent, and a reason too long, are refused in the form")
  func closing() throws {
    func closes(_ code: String, _ reason: String) -> Bool {
      (try? WebSocketCloseForm.close(FormAnswers([code, reason]))) != nil
    }
    #expect(closes("1000", "") && closes("4001", "enough"))
    #expect(!closes("1006", "") && !closes("999", "") && !closes("soon", ""))
    #expect(!closes("1000", String(repeating: "x", count: 124)))
  }
}
