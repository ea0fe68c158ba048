import ParleyModel

/// One thing that is done over a WebSocket when it is open: a message is sent, or one is awaited.
package struct MessageDefinition: Sendable, Equatable {
  /// A text with templates.
  package var send: Located<String>?
  /// The condition that the awaited message meets.
  package var wait: Located<JQFilter>?
  /// For `wait`.
  package var timeout: Located<Duration>?

  package init(send: Located<String>? = nil, wait: Located<JQFilter>? = nil, timeout: Located<Duration>? = nil) {
    (self.send, self.wait, self.timeout) = (send, wait, timeout)
  }

  static let standardTimeout = Duration.seconds(10)

  package static func == (left: MessageDefinition, right: MessageDefinition) -> Bool {
    form.written(left) == form.written(right)
  }
}

extension MessageDefinition {
  package static let form = Form(
    "a message", isFlow: true, make: { MessageDefinition() },
    keys: [
      .init("send", \.send, .filled("a text"), "Sends this text. In JSON, values are quoted as in a JSON body."),
      .init(
        "wait", \.wait, .filter,
        "Waits for a message for which this jq filter is true; `.` is the message, JSON or a string."),
      .init("timeout", \.timeout, .duration, "For `wait`: the longest time.", default: "10s"),
    ])

  static let listReader = Reader<[MessageDefinition]>(
    "a list of messages: `- send: hello`", .list(.object(form.schema)),
    write: { $0.isEmpty ? nil : .list($0.map(form.written)) }
  ) { node, decoding in
    guard let items = node.isAbsent ? [] : node.items else {
      return decoding.mismatch(node, expected: "a list of messages: `- send: hello`")
    }
    return items.compactMap { item in
      guard let message = form.read(item, &decoding) else { return nil }
      if (message.send == nil) == (message.wait == nil) {
        if !decoding.hasErrors(in: item.place) {
          decoding.note(Diagnostic(.conflict, at: item.place.front, "a message has either `send` or `wait`"))
        }
        return nil
      }
      if let timeout = message.timeout, message.wait == nil, let place = timeout.place {
        decoding.note(Diagnostic(.conflict, at: place.front, "“timeout” belongs to `wait`"))
      }
      return message
    }
  }
}

extension [MessageDefinition] {
  var texts: [Located<String>] { compactMap(\.send) }
  package var filters: [Located<JQFilter>] { compactMap(\.wait) }
}
