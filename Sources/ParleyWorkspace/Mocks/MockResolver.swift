internal import ParleyEngine
internal import ParleyFiles

/// Replies to requests with the mock files of a workspace.
struct MockResolver: Sendable {
  let turns: MockTurns

  func answer(to request: MockRequest, in session: Session) async -> MockDecision {
    guard let found = await find(request, at: .server, in: session) else { return .pass }
    return await reply(to: found.request, by: found.mock, in: session).map(MockDecision.reply) ?? .nothing
  }

  /// The first mock that is for a request.
  func find(
    _ request: MockRequest, at destination: MockDestination, in session: Session
  ) async -> (mock: WorkspaceMock, request: SeenRequest)? {
    let content = SeenContent(of: request)
    for mock in session.workspace.mocks {
      guard mock.definition.messages.isEmpty || request.isWebSocket,
        let seen = SeenRequest(request, content, at: destination, by: mock, in: session),
        await seen.unmet(of: mock.definition.conditions, session) == nil
      else { continue }
      return (mock, seen)
    }
    return nil
  }

  /// The mock's next reply; nil where it has none.
  func reply(to request: SeenRequest, by mock: WorkspaceMock, in session: Session) async -> MockReply? {
    if !mock.definition.messages.isEmpty {
      return await MockSocketRendering(session: session, mock: mock, request: request).reply()
    }
    let turn = turns.next(of: mock)
    guard let reply = mock.definition.replies.prefix(turn).last else { return nil }
    return await MockRendering(session: session, mock: mock, request: request).reply(reply)
  }
}
