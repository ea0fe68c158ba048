internal import ParleyEngine

extension String {
  /// Whether it is a URL of a WebSocket, as far as that is written and does not come out of a template.
  package var namesWebSocket: Bool { URLText.isWebSocket(self) || hasPrefix("ws+{{") }
}
