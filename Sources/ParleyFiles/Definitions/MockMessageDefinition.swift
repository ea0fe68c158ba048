import ParleyModel

/// An action of a mocked WebSocket's other side: when it opens, or when a message arrives that a filter accepts.
package struct MockMessageDefinition: Sendable, Equatable {
  /// The filter that accepts the messages to reply to; nil for an action when the WebSocket opens.
  package var when: Located<JQFilter>?
  /// Of JSON, text or a filter.
  package var content: MockReplyDefinition.Content?
  /// Before each message that is sent.
  package var delay: Located<Duration>?
  /// Closes the WebSocket with this code.
  package var close: Located<Int>?

  package init() {}

  package var texts: [Located<String>] {
    switch content {
    case .json(let text), .text(let text): [text]
    case .file, .filter, nil: []
    }
  }

  var filters: [Located<JQFilter>] { [when, content.filter].compactMap(\.self) }

  /// Two are equal when they say the same.
  package static func == (left: MockMessageDefinition, right: MockMessageDefinition) -> Bool {
    form.written(left) == form.written(right)
  }
}

extension MockMessageDefinition {
  package static let form = Form(
    "a message of a mock", isFlow: true, make: { MockMessageDefinition() },
    keys: [
      .init(
        "when", \.when, .filter, "For a message that comes and for which this jq filter is true; the first that fits.",
        default: .words("once, when it is open")),
      .init(
        "json", \.content.json, .jsonDocument,
        "Sends JSON, as YAML or text. In templates, `request.body` is the message."),
      .init("text", \.content.text, .text, "Sends any text."),
      .init("jq", \.content.filter, .filter, "A jq filter of the request; each of its values is sent."),
      .init("delay", \.delay, .duration, "Delay before each message that is sent.", default: .words("none")),
      .init(
        "close", \.close, .integer(1000...4999), "Closes the WebSocket with this code.",
        default: .words("it stays open")),
    ])

  static let listReader = Reader<[MockMessageDefinition]>(
    "a list of messages: `- json: { type: welcome }`", .list(.object(form.schema)),
    write: { $0.isEmpty ? nil : .list($0.map(form.written)) }
  ) { node, decoding in
    guard let items = node.isAbsent ? [] : node.items else {
      return decoding.mismatch(node, expected: "a list of messages: `- json: { type: welcome }`")
    }
    return items.compactMap { form.read($0, &decoding) }
  }
}
