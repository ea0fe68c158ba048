import ParleyEngine
import WorkbenchServices

/// Sends what was written over an open WebSocket.
struct WebSocketEffect: ServiceEffect {
  let message: String
  let channel: WebSocketChannel

  /// In the order they were written.
  var lane: Lane? { Lane("messages") }

  func perform(with services: Services) async throws -> [Action] {
    do {
      guard await channel.send(try await services.requests.filledIn(message: message)) else {
        throw WebSocketError.closed
      }
      return []
    } catch {
      return [
        .response(.webSocket(.giveBack(message))), .failed(Problem(error, hiding: services.secrets), isAskedFor: true),
      ]
    }
  }
}
