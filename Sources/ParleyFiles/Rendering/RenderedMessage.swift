import ParleyText

/// One thing that is done over a WebSocket, filled in.
package enum RenderedMessage: Sendable {
  case send(RenderedText)
  case wait(Located<JQFilter>, within: Duration)
}

extension Filling {
  mutating func fill(_ messages: [MessageDefinition]) async throws -> [RenderedMessage] {
    var filled: [RenderedMessage] = []
    for (index, message) in messages.enumerated() {
      if let text = message.send {
        let rendered = hiding(try await renderer.render(message: text.value), typed: text.value, .body)
        note(rendered, as: Field("message \(index + 1)"))
        filled.append(.send(rendered))
      } else if let filter = message.wait {
        filled.append(.wait(filter, within: message.timeout?.value ?? MessageDefinition.standardTimeout))
      }
    }
    return filled
  }
}

extension TemplateRenderer {
  /// A message as it is typed: JSON as a JSON body is filled in, any other text as it is.
  package mutating func render(message text: String) async throws -> RenderedText {
    let first = text.first { !$0.isWhitespace }
    return first == "{" && !text.isTemplateFirst || first == "[" ? try await render(json: text) : try await render(text)
  }
}

extension String {
  /// Whether it begins with a template, which looks like JSON at first.
  fileprivate var isTemplateFirst: Bool { drop(while: \.isWhitespace).hasPrefix("{{") }
}
