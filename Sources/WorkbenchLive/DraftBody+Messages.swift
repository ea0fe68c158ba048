import ParleyEngine
import ParleyFiles
import ParleyText
import ParleyWorkspace
import WorkbenchServices

// What is done over a WebSocket, as rows.

extension DraftRow {
  init(_ message: MessageDefinition) {
    if let text = message.send {
      self.init("send", text.value)
    } else {
      let limit = message.timeout.map { " " + DurationText.text(of: $0.value) } ?? ""
      self.init("wait" + limit, message.wait?.value.text ?? "")
    }
  }
}

extension DraftBody {
  /// - Parameter file: a body besides messages that a file says is what is shown, so that those stay as they are.
  func messages(over file: RequestDefinition) throws -> [MessageDefinition] {
    guard case .messages(let rows) = self else { return file.body == nil ? [] : file.messages }
    return try rows.map(MessageDefinition.init)
  }
}

extension MessageDefinition {
  fileprivate init(_ row: DraftRow) throws {
    let words = row.name.split(separator: " ")
    switch words.first {
    case "send" where words.count == 1 && !row.value.isEmpty: self.init(send: Located(row.value))
    case "wait" where words.count == 1:
      self.init(wait: Located(try JQFilter(typed: row.value)))
    case "wait" where words.count == 2:
      guard let limit = DurationText.parse(String(words[1])) else { fallthrough }
      self.init(wait: Located(try JQFilter(typed: row.value)), timeout: Located(limit))
    default:
      throw Problem(
        code: "draft.message", "“\(row.name) \(row.value)” is no message.",
        advice: "Write send and a text, or wait (wait 5s) and a filter, such as .type == \"welcome\".")
    }
  }
}
