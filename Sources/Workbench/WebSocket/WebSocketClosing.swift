import ParleyEngine
import TerminalKit

extension State {
  mutating func askForWebSocketClose() -> [Effect] {
    let fields = [FormSheet.Field("code", "1000"), FormSheet.Field("reason")]
    popups.push(
      Popup(
        FormSheet(
          "Close the WebSocket", note: "1000 is a normal end. 3000 to 4999 mean what the application says.", fields,
          for: .closeWebSocket)))
    return []
  }
}

extension FormPurpose {
  private static let longestReason = 123

  static func closeWebSocket(_ answers: [String]) -> Result<Action, Mistake> {
    guard let code = Int(answers[0]), WebSocketClose(code: code).mayBeSent else {
      return .failure(Mistake(sentence: "Write 1000, another code that may be sent, or a number from 3000 to 4999."))
    }
    guard answers[1].utf8.count <= longestReason else {
      return .failure(Mistake(sentence: "A reason has \(longestReason) bytes at most."))
    }
    return .success(.response(.webSocket(.close(WebSocketClose(code: code, reason: answers[1])))))
  }
}
