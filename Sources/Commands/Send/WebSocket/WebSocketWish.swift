import ParleyText

/// The conditions under which `parley send` closes a WebSocket.
package struct WebSocketWish: Sendable, Hashable {
  /// The number of received messages after which it is closed; nil for no limit.
  package var messages: Int?
  /// The time after which it is closed; nil for no limit.
  package var duration: Duration?

  package init(messages: Int? = nil, duration: Duration? = nil) {
    self.messages = messages
    self.duration = duration
  }

  /// Returns the duration of a text such as `10s`; nil for any other text.
  package static func duration(of text: String) -> Duration? { DurationText.parse(text) }

  /// Whether it is closed when standard input ends.
  var endsWithInput: Bool { messages == nil && duration == nil }
}
