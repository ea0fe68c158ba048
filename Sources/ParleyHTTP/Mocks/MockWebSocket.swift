/// The other side of a WebSocket, without a server.
///
/// ```swift
/// var reply = MockReply()
/// reply.webSocket = MockWebSocket(opening: [.send(.text("welcome"))]) { message in [.send(message)] }
/// ```
public struct MockWebSocket: Sendable {
  /// An act of the other side.
  public enum Act: Sendable, Hashable {
    /// Sends a message.
    case send(WebSocketMessage)
    /// Closes the WebSocket.
    case close(WebSocketClose)
    /// Does nothing for a time.
    case wait(Duration)
  }

  /// The acts when the WebSocket is open.
  public var opening: [Act]
  /// The acts in reply to a message.
  public var reply: @Sendable (WebSocketMessage) async -> [Act]

  /// - Parameters:
  ///   - opening: the acts when the WebSocket is open.
  ///   - reply: returns the acts in reply to each message, one after the other.
  public init(opening: [Act] = [], reply: @escaping @Sendable (WebSocketMessage) async -> [Act] = { _ in [] }) {
    (self.opening, self.reply) = (opening, reply)
  }
}
