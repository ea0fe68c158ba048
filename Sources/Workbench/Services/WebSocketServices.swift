/// What is sent over an open WebSocket.
package protocol WebSocketServices: Sendable {
  /// A message as it is typed, with its templates filled in.
  func filledIn(message: String) async throws -> String
}
