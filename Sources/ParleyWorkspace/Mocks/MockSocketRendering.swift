internal import HTTPTypes
internal import ParleyEngine
internal import ParleyFiles

/// Fills in what the other side of a mocked WebSocket sends.
struct MockSocketRendering: Sendable {
  private static let longestReason = 123

  let session: Session
  let mock: WorkspaceMock
  let request: SeenRequest

  func reply() async -> MockReply {
    var opening: [MockWebSocket.Act] = []
    for message in mock.definition.messages where message.when == nil { opening += await acts(of: message, request) }
    var reply = MockReply(.switchingProtocols)
    reply.webSocket = MockWebSocket(opening: opening) { await self.acts(after: $0) }
    return reply
  }

  private func acts(after message: WebSocketMessage) async -> [MockWebSocket.Act] {
    var seen = request
    seen.body = message.filterValue
    for reply in mock.definition.messages {
      guard let filter = reply.when?.value else { continue }
      let input = await session.checks.filterInput(seen.body, for: [filter])
      if await session.jq.holds([filter], on: input) { return await acts(of: reply, seen) }
    }
    return []
  }

  /// Returns the acts of a message. If it cannot be filled in, the WebSocket is closed with the reason.
  private func acts(of message: MockMessageDefinition, _ seen: SeenRequest) async -> [MockWebSocket.Act] {
    do {
      let pause = message.delay.map { [MockWebSocket.Act.wait($0.value)] } ?? []
      let sent = try await texts(of: message, seen).flatMap { pause + [.send(.text($0))] }
      guard let code = message.close?.value else { return sent }
      return sent + (sent.isEmpty ? pause : []) + [.close(WebSocketClose(code: code))]
    } catch {
      let reason = (error as? any ExplainedError)?.summary ?? "\(error)"
      return [.close(WebSocketClose(code: 1011, reason: "\(mock.file): \(reason)".cut(to: Self.longestReason)))]
    }
  }

  private func texts(of message: MockMessageDefinition, _ seen: SeenRequest) async throws -> [String] {
    var renderer = session.mocks.renderer(of: seen.document)
    try await renderer.prepare(for: message.texts.map(\.value))
    switch message.content {
    case .json(let text): return [try await renderer.render(json: text.value).text]
    case .text(let text): return [try await renderer.render(text.value).text]
    case .filter(let filter):
      let input = await session.checks.filterInput(seen.document, for: [filter.value])
      return try await session.jq.values(of: filter.value, on: input).map { value in
        value.string ?? JSONPrinter.compact.string(of: value)
      }
    case .file, nil: return []
    }
  }
}

extension String {
  /// As much of it as so many bytes hold.
  fileprivate func cut(to count: Int) -> String {
    var text = self
    while text.utf8.count > count { text.removeLast() }
    return text
  }
}
