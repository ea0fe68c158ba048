import ParleyText

/// When a WebSocket of `parley send` is closed.
package struct WebSocketWish: Sendable, Hashable {
  /// After so many messages have come; nil is no number.
  package var messages: Int?
  /// After this time; nil is no time.
  package var duration: Duration?

  package init(messages: Int? = nil, duration: Duration? = nil) {
    self.messages = messages
    self.duration = duration
  }

  /// The time that a text such as `10s` says; nil for any other text.
  package static func duration(of text: String) -> Duration? { DurationText.parse(text) }

  /// Whether it is closed when standard input ends.
  var endsWithInput: Bool { messages == nil && duration == nil }
}
