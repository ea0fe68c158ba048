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
