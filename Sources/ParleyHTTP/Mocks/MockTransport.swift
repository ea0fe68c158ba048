import HTTPTypes

/// Carries one request to its mock, or to the server where no mock wants it.
struct MockTransport: Transport {
  let mocks: Mocks
  let request: MockRequest
  /// The transport for requests without a mock.
  let next: any Transport
  let clock: any Clock<Duration>

  func start(
    _ wire: TransportRequest, handler: @escaping @Sendable (TransportEvent) -> Void
  ) -> any TransportTask {
    let transfer = MockTransfer(handler)
    let work = Task {
      switch await mocks.answer(to: request) {
      case .pass: transfer.goOn { next.start(wire, handler: $0) }
      case .nothing: await carry(MockReply(.notFound), wire, for: transfer, validationFailure: .nothingMocked)
      case .reply(let reply):
        if let channel = wire.webSocket, let mock = reply.webSocket, reply.failure == nil {
          await converse(with: mock, reply, wire, over: channel, for: transfer)
        } else {
          await carry(
            reply, wire, for: transfer, validationFailure: wire.webSocket.map { _ in .noWebSocket(reply.status) })
        }
      }
    }
    transfer.began(work)
    return transfer
  }

  private func carry(
    _ reply: MockReply, _ wire: TransportRequest, for transfer: MockTransfer,
    validationFailure: ValidationFailure? = nil
  ) async {
    transfer.tell(.sent(url: wire.url))
    if reply.delay > .zero { try? await clock.sleep(for: reply.delay) }
    if let failure = reply.failure {
      if wire.recordsAnything { transfer.tell(.recorded(WireLog(mocking: wire, nil))) }
      return transfer.finish(.failure(failure))
    }
    let head = ResponseHead(url: wire.url, status: reply.status, version: .mock, headers: reply.headers)
    var answer = TransportResponse(head: head, body: reply.body, bytesOnWire: reply.body.count)
    answer.timings.firstByte = reply.delay
    answer.timings.total = reply.delay
    answer.validationFailure = validationFailure
    if wire.recordsAnything { answer.wire = WireLog(mocking: wire, reply) }
    if wire.destination != .automatic { return await deliver(answer, to: wire, for: transfer) }
    transfer.tell(.head(head, body: answer.body))
    transfer.finish(.success(answer))
  }

  private func converse(
    with mock: MockWebSocket, _ reply: MockReply, _ wire: TransportRequest, over channel: WebSocketChannel,
    for transfer: MockTransfer
  ) async {
    transfer.tell(.sent(url: wire.url))
    if reply.delay > .zero { try? await clock.sleep(for: reply.delay) }
    let head = ResponseHead(
      url: URLText.webSocketForm(of: wire.url), status: .switchingProtocols, version: .mock, headers: reply.headers)
    let conversation = MockConversation(mock, over: channel, clock: clock) { transfer.tell($0) }
    do throws(TransportError) {
      transfer.finish(.success(try await conversation.run(head)))
    } catch {
      transfer.finish(.failure(error))
    }
  }

  /// Puts the body where the request wants it, on a thread that may wait for the disk.
  private func deliver(_ answer: TransportResponse, to wire: TransportRequest, for transfer: MockTransfer) async {
    let result = await withCheckedContinuation { continuation in
      let work = { @Sendable in
        continuation.resume(returning: Result { () throws(TransportError) in try answer.downloaded(as: wire) })
      }
      if !DetachedThread.start(work) { work() }
    }
    if case .success(let answer) = result { transfer.tell(.head(answer.head, body: answer.body)) }
    transfer.finish(result)
  }
}

extension TransportResponse {
  /// With its body in the file that the request names; itself where it is a refusal.
  fileprivate func downloaded(as wire: TransportRequest) throws(TransportError) -> TransportResponse {
    guard let plan = try DownloadPlan(wire, temporaryFolder: "/tmp") else { return self }
    do {
      guard plan.step(after: head) == .write else {
        plan.file.abandon()
        return self
      }
      try plan.file.append(all: body)
      try plan.file.finish()
    } catch {
      plan.file.abandon()
      throw error as? TransportError ?? TransportError(storing: error)
    }
    var answer = self
    answer.body = plan.file
    answer.download = Download(path: plan.file.path, resumption: plan.resumption)
    return answer
  }
}

extension DownloadFile {
  fileprivate func append(all body: any ByteSource) throws {
    var offset = 0
    while offset < body.count {
      let bytes = try body.read(at: offset, count: 1 << 18)
      guard !bytes.isEmpty else { return }
      try bytes.withUnsafeBytes(append)
      offset += bytes.count
    }
  }
}

extension ValidationFailure {
  /// A mock replied to a request for a WebSocket with something else.
  fileprivate static func noWebSocket(_ status: HTTPResponse.Status) -> ValidationFailure {
    ValidationFailure(expectation: "a WebSocket (status 101)", reason: "got \(status.code)")
  }

  /// A mock had nothing for a request.
  fileprivate static let nothingMocked = ValidationFailure(
    expectation: "a reply of the mock", reason: "the mock has none for this request")
}

/// A transfer going to a mock; then to the server, where no mock wanted it.
private final class MockTransfer: TransportTask {
  private struct State {
    var handler: (@Sendable (TransportEvent) -> Void)?
    var work: Task<Void, Never>?
    var onward: (any TransportTask)?
    var isCancelled = false
    var isPaused = false
  }

  private let state: Lock<State>

  init(_ handler: @escaping @Sendable (TransportEvent) -> Void) {
    state = Lock(State(handler: handler))
  }

  func began(_ work: Task<Void, Never>) {
    let isCancelled = state.withLock { state in
      state.work = work
      return state.isCancelled
    }
    if isCancelled { work.cancel() }
  }

  func tell(_ event: TransportEvent) {
    state.withLock { $0.handler }?(event)
  }

  func finish(_ result: Result<TransportResponse, TransportError>) {
    state.withLock { $0.handler.take() }?(.finished(result))
  }

  /// Leaves it to another transport.
  func goOn(by start: (@escaping @Sendable (TransportEvent) -> Void) -> any TransportTask) {
    guard let handler = state.withLock({ $0.handler.take() }) else { return }
    let task = start(handler)
    let (isCancelled, isPaused) = state.withLock { state in
      state.onward = task
      return (state.isCancelled, state.isPaused)
    }
    if isPaused { task.pause() }
    if isCancelled { task.cancel() }
  }

  func cancel() {
    let (work, onward) = state.withLock { state in
      state.isCancelled = true
      return (state.work, state.onward)
    }
    if let onward { return onward.cancel() }
    work?.cancel()
    finish(.failure(TransportError(.cancelled, "Cancelled while the mock was asked.")))
  }

  var progress: TransferProgress? { state.withLock(\.onward)?.progress }

  func pause() { setPaused(true)?.pause() }
  func resume() { setPaused(false)?.resume() }

  private func setPaused(_ isPaused: Bool) -> (any TransportTask)? {
    state.withLock { state in
      state.isPaused = isPaused
      return state.onward
    }
  }
}
