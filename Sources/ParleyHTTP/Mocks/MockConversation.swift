import HTTPTypes

/// A WebSocket whose other side is a mock, from its opening to its end. Its transcript is that of any other.
struct MockConversation {
  let mock: MockWebSocket
  let channel: WebSocketChannel
  let clock: any Clock<Duration>
  /// Tells what has come to pass.
  let tell: @Sendable (TransportEvent) -> Void

  private let body = BodyBuffer(storage: nil, memoryLimit: .max, sealed: true)
  private let startedAt = Monotonic.now

  init(
    _ mock: MockWebSocket, over channel: WebSocketChannel, clock: any Clock<Duration>,
    tell: @escaping @Sendable (TransportEvent) -> Void
  ) {
    (self.mock, self.channel, self.clock, self.tell) = (mock, channel, clock, tell)
  }

  /// - Returns: the response when the session is over.
  func run(_ head: ResponseHead) async throws(TransportError) -> TransportResponse {
    let (events, teller) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: .unbounded)
    channel.begin { teller.yield(.posted) }
    // What was posted before waits already.
    teller.yield(.posted)
    tell(.head(head, body: body))
    channel.open()
    defer { channel.end() }
    let end: WebSocketClose
    do {
      end = try await converse(events, teller)
      try body.finish()
    } catch {
      throw TransportError(storing: error)
    }
    channel.end()
    var response = TransportResponse(head: head, body: body, bytesOnWire: body.count)
    response.timings.total = startedAt.duration(to: .now)
    response.validationFailure = await failureAtEnd() ?? end.failure
    return response
  }

  /// An event of the conversation, in its order.
  private enum Event {
    /// Somebody has something to send.
    case posted
    /// The mock does something after a time.
    case late(MockWebSocket.Act)
  }

  /// - Returns: how it ended.
  private func converse(_ events: AsyncStream<Event>, _ tell: AsyncStream<Event>.Continuation) async throws
    -> WebSocketClose
  {
    var waiting: [Task<Void, Never>] = []
    defer { for task in waiting { task.cancel() } }
    var end = try perform(mock.opening, &waiting, tell)
    var iterator = events.makeAsyncIterator()
    while end == nil, let event = await iterator.next() {
      switch event {
      case .late(let act): end = try perform([act], &waiting, tell)
      case .posted:
        while end == nil, let next = channel.next() { end = try await take(next, &waiting, tell) }
      }
    }
    if let end { return end }
    let cancelled = WebSocketClose(code: WebSocketClose.abnormal, reason: "It was cancelled here.")
    try note { try $0.note(cancelled, from: nil) }
    return cancelled
  }

  private func take(
    _ next: WebSocketChannel.Outgoing, _ waiting: inout [Task<Void, Never>], _ tell: AsyncStream<Event>.Continuation
  ) async throws -> WebSocketClose? {
    defer { next.done(.success(.zero)) }
    switch next.command {
    case .message(let message):
      try note { try $0.note(message, from: .client) }
      return try perform(await mock.reply(message), &waiting, tell)
    case .ping:
      try note { try $0.note(control: .ping, [], from: .client) }
      try note { try $0.note(control: .pong, [], from: .server, roundTrip: .zero) }
      return nil
    case .close(let close):
      try note { try $0.note(close, from: .client) }
      try note { try $0.note(close, from: .server) }
      return close
    }
  }

  /// Performs acts one after the other. Those after a wait are performed when it is over; messages are received
  /// meanwhile.
  private func perform(
    _ acts: [MockWebSocket.Act], _ waiting: inout [Task<Void, Never>], _ tell: AsyncStream<Event>.Continuation
  ) throws -> WebSocketClose? {
    for (index, act) in acts.enumerated() {
      switch act {
      case .wait:
        waiting.append(Task { [clock] in await Self.perform(acts[index...], by: clock, tell) })
        return nil
      case .send(let message):
        try note { try $0.note(message, from: .server) }
        channel.deliver(message)
      case .close(let close):
        try note { try $0.note(close, from: .server) }
        return close
      }
    }
    return nil
  }

  private static func perform(
    _ acts: ArraySlice<MockWebSocket.Act>, by clock: any Clock<Duration>, _ tell: AsyncStream<Event>.Continuation
  ) async {
    for act in acts {
      guard case .wait(let duration) = act else {
        tell.yield(.late(act))
        continue
      }
      do { try await clock.sleep(for: duration) } catch { return }
    }
  }

  private func note(_ entry: (WebSocketTranscript) throws -> Void) throws {
    try entry(WebSocketTranscript(body))
    tellProgress()
  }

  private func tellProgress() { tell(.progress(TransferProgress(sent: 0, received: body.count))) }

  /// On a thread that may wait: for what is done with the messages, which ends now.
  private func failureAtEnd() async -> ValidationFailure? {
    await withCheckedContinuation { continuation in
      let work = { @Sendable in continuation.resume(returning: channel.failureAtEnd()) }
      if !DetachedThread.start(work) { work() }
    }
  }
}
