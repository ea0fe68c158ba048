internal import ParleyEngine
internal import ParleyFiles

/// Replies to requests with the mock files of a workspace.
final class MockResolver: Sendable {
  /// The number of replies of each mock so far: its replies come in sequence.
  private let counts = Lock<[ExactString: Int]>([:])

  /// Begins all sequences again.
  func reset() { counts.withLock { $0 = [:] } }

  /// Returns the number of replies of a mock so far.
  package func count(of mock: WorkspaceMock) -> Int { counts.withLock { $0[Self.place(of: mock)] ?? 0 } }

  private static func place(of mock: WorkspaceMock) -> ExactString { ExactString("\(mock.file)#\(mock.index)") }

  private func nextReply(of mock: WorkspaceMock) -> MockReplyDefinition? {
    let place = Self.place(of: mock)
    let count = counts.withLock { counts in
      counts[place, default: 0] += 1
      return counts[place, default: 1]
    }
    let replies = mock.definition.replies
    return replies.isEmpty ? nil : replies[min(count, replies.count) - 1]
  }

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
    guard let reply = nextReply(of: mock) else { return nil }
    return await MockRendering(session: session, mock: mock, request: request).reply(reply)
  }
}
