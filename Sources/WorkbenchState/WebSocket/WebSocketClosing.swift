import ParleyEngine
import TerminalKit

/// Asks with which code and reason a WebSocket is closed.
struct WebSocketCloseForm: PopupForm {
  private static let longestReason = 123

  var title: String { "Close the WebSocket" }
  var note: String { "1000 is a normal end. 3000 to 4999 mean what the application says." }
  var fields: [FormField] { [FormField("code", "1000"), FormField("reason")] }

  func action(for answers: FormAnswers, in state: State) throws(FormMistake) -> Action {
    .response(.webSocket(.close(try Self.close(answers))))
  }

  static func close(_ answers: FormAnswers) throws(FormMistake) -> WebSocketClose {
    guard let code = Int(answers[0]), WebSocketClose(code: code).mayBeSent else {
      throw FormMistake("Write 1000, another code that may be sent, or a number from 3000 to 4999.")
    }
    guard answers[1].utf8.count <= longestReason else {
      throw FormMistake("A reason has \(longestReason) bytes at most.")
    }
    return WebSocketClose(code: code, reason: answers[1])
  }
}
