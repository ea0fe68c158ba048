import ParleyEngine
package import ParleyFiles
import ParleyText

// Requests that open a WebSocket.
extension RequestSending {
  /// Resolves the templates of a message that was typed, to be sent over an open WebSocket.
  package func render(
    message text: String, given: [String: String] = [:], prompter: any Prompter = NoPrompter()
  ) async throws -> RenderedText {
    var renderer = textRenderer(given: given, documents: [:], prompter: prompter)
    let rendered: RenderedText
    do {
      try await renderer.prepare(for: [text])
      rendered = try await renderer.render(message: text)
    } catch RenderError.mistakes(let mistakes) {
      throw WorkspaceError.message(mistakes.first)
    }
    session.client.events.secrets.learn(renderer.secrets)
    return rendered
  }

  /// The channel of the WebSocket that a request opens. The request's messages are sent first.
  /// - Parameters:
  ///   - seen: the input and variables of filters besides the message.
  ///   - staysOpen: whether the session goes on after the messages; otherwise it is closed.
  func channel(for messages: [RenderedMessage], seeing seen: JQInput, staysOpen: Bool) -> WebSocketChannel {
    let conversation = Conversation(messages: messages, seen: seen, jq: session.jq)
    guard !messages.isEmpty || !staysOpen else { return WebSocketChannel(keepsMessages: false) }
    return WebSocketChannel(keepsMessages: true) { channel in
      let failure = await conversation.failure(over: channel)
      channel.stopReceiving()
      if !staysOpen { channel.postClose() }
      return failure
    }
  }
}

extension WorkspaceError {
  /// A message stands in no file.
  fileprivate static func message(_ mistake: Diagnostic?) -> WorkspaceError {
    WorkspaceError(
      "message", "The message was not sent: \(mistake?.sentence ?? "it has a mistake").",
      advice: mistake?.hint ?? "Correct it, and press Enter again.")
  }
}

/// The messages of a request, one after the other.
private struct Conversation: Sendable {
  let messages: [RenderedMessage]
  let seen: JQInput
  let jq: JQEvaluator

  /// - Returns: the failed expectation; nil if the session went as expected.
  func failure(over channel: WebSocketChannel) async -> ValidationFailure? {
    for message in messages {
      switch message {
      case .send(let text): channel.post(text.text)
      case .wait(let filter, let limit):
        if let reason = await reasonNotReceived(filter.value, within: limit, from: channel) {
          return ValidationFailure(expectation: "a message with \(filter.value.quoted)", reason: reason)
        }
      }
    }
    return nil
  }

  private enum Ending: Sendable {
    case came, closed, late
  }

  private func reasonNotReceived(
    _ filter: JQFilter, within limit: Duration, from channel: WebSocketChannel
  ) async -> String? {
    let ending = await withTaskGroup(of: Ending.self) { group in
      group.addTask { await awaitMessage(filter, from: channel) ? .came : .closed }
      group.addTask {
        try? await Task.sleep(for: limit)
        return .late
      }
      let first = await group.next() ?? .closed
      group.cancelAll()
      return first
    }
    switch ending {
    case .came: return nil
    case .closed: return "the WebSocket was closed before one came"
    case .late: return "none came within \(DurationText.text(of: limit))"
    }
  }

  private func awaitMessage(_ filter: JQFilter, from channel: WebSocketChannel) async -> Bool {
    while let message = await channel.receive() {
      var input = seen
      input.value = message.filterValue
      if await jq.holds([filter], on: input) { return true }
    }
    return false
  }
}

extension WebSocketMessage {
  /// JSON as such, other text as a string, bytes as base64.
  var filterValue: JSONValue {
    switch self {
    case .text(let text): (try? JSONValue(parsing: text)) ?? .string(text)
    case .binary(let bytes): .string(Base64.encode(bytes))
    }
  }
}

extension RenderedRequest {
  /// Whether its URL is that of a WebSocket.
  package var opensWebSocket: Bool { URLText.isWebSocket(url.text) }
}
