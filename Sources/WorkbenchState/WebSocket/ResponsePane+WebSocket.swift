package import ParleyEngine
package import TerminalKit
import WorkbenchServices

/// An action on an open WebSocket.
package enum WebSocketAction: Sendable {
  /// Opens the line in which messages are written.
  case write
  case send
  /// It could not be sent.
  case giveBack(String)
  /// Closes the line; the WebSocket stays open.
  case leave
  case recall(Int)
  case ping
  case close(WebSocketClose)
}

extension KeyContext {
  /// The line below the messages of a WebSocket.
  package static let messageLine: KeyContext = "answer.message"
}

extension ResponsePane {
  /// The channel of the response's WebSocket; nil unless it is open.
  func channel(in context: ViewContext) -> WebSocketChannel? {
    guard let channel = transfer(in: context)?.webSocket, channel.isOpen else { return nil }
    return channel
  }

  mutating func webSocket(_ action: WebSocketAction, in context: ViewContext) -> [Effect] {
    switch action {
    case .write:
      tab = .body
      message.isOpen = channel(in: context) != nil
    case .leave: message.isOpen = false
    case .recall(let step): message.recall(step)
    case .send: return send(in: context)
    case .giveBack(let text): message.giveBack(text)
    case .ping: channel(in: context)?.postPing()
    case .close(let close):
      message.isOpen = false
      channel(in: context)?.postClose(close)
    }
    return []
  }

  private mutating func send(in context: ViewContext) -> [Effect] {
    guard let channel = channel(in: context) else {
      message.isOpen = false
      return [.say(.refused("The WebSocket is closed. F5 opens it again."))]
    }
    return message.take().map { [.perform(WebSocketEffect(message: $0, channel: channel))] } ?? []
  }

  /// Nothing can be written any more.
  mutating func closeMessageLine() { message.isOpen = false }

  func drawMessageLine(into frame: inout Frame, _ row: Rect, _ isFocused: Bool) {
    guard !row.isEmpty else { return }
    let used = frame.put([Span("→ ", .accent)], at: row.origin, maxWidth: row.width)
    message.editor.draw(into: &frame, rect: row.inset(left: used), isFocused: isFocused)
  }
}
