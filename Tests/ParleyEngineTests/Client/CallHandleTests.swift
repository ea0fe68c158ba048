import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("The handle of a request in flight", .timeLimit(.minutes(2)))
struct CallHandleTests {
  private let transport = RecordingTransport(answering: nil)

  private func prepared() -> (call: Call, states: Lock<[String]>) {
    let call = Client(transport: transport).prepare(.get("http://h"))
    let states = Lock<[String]>([])
    call.onChange { state in states.withLock { $0.append(state.word) } }
    return (call, states)
  }

  private var answer: Result<TransportResponse, TransportError> {
    .success(TransportResponse(head: ResponseHead(url: "http://h", status: .ok), body: InMemoryBytes("ok")))
  }

  /// Starts the call and waits until the transport has it.
  private func start(_ call: Call) async {
    call.start()
    while transport.requests.isEmpty { await Task.yield() }
  }

  @Test("A call is idle, runs with its progress, and completes")
  func completes() async throws {
    let (call, states) = prepared()
    #expect(call.state.word == "idle")
    await start(call)
    transport.tell(.progress(TransferProgress(received: 25, expectedToReceive: 100)))
    transport.finish(answer)
    let response = try await call.response()
    #expect(response.status == .ok)
    #expect(states.withLock { $0 } == ["running 0.25", "completed"])
  }

  @Test("Over the wire it runs with its progress, though nobody asked for any")
  func running() async throws {
    let rest = Gate()
    let server = try RawServer.start { connection in
      try connection.readRequest()
      try connection.send(.truncated("a", promising: 4))
      try rest.wait()
      try connection.send("bcd")
    }
    let call = Client().prepare(.get(server.url))
    call.start()
    await eventually { call.state.word == "running 0.25" }
    rest.open()
    #expect(try await call.response().text() == "abcd")
    #expect(call.state.word == "completed")
  }

  @Test("A call that gets no response fails with its error")
  func fails() async {
    let (call, states) = prepared()
    await start(call)
    transport.finish(.failure(TransportError(.refused, "Nobody listens.")))
    await #expect(throws: RequestError.self) { try await call.response() }
    #expect(states.withLock { $0 } == ["failed network.refused"])
  }

  @Test("A cancelled call ends the transfer, and stays cancelled whatever comes in late")
  func cancels() async {
    let (call, states) = prepared()
    await start(call)
    call.cancel()
    transport.finish(answer)
    let error = await #expect(throws: RequestError.self) { try await call.response() }
    #expect(error?.code == "request.cancelled")
    #expect(transport.commands == ["cancel"])
    #expect(states.withLock { $0 } == ["cancelled"])
  }

  @Test("A call that is cancelled while its response is looked at stays cancelled")
  func cancelsLate() async {
    let late = Lock<Call?>(nil)
    let request = Request.get("http://h").completing { result in
      late.withLock(\.self)?.cancel()
      return result
    }
    let call = Client(transport: RecordingTransport()).prepare(request)
    late.withLock { $0 = call }
    let error = await #expect(throws: RequestError.self) { try await call.response() }
    #expect(error?.code == "request.cancelled" && call.state.word == "cancelled")
  }

  @Test("A call that is cancelled before its response is stored is told and kept as cancelled")
  func cancelsBeforeStoring() async throws {
    let late = Lock<Call?>(nil)
    let (client, book, events) = try await keeping()
    let call = client.prepare(
      .get("http://h").validating(
        Validator("a response") { _ in
          late.withLock(\.self)?.cancel()
          return nil
        }))
    late.withLock { $0 = call }
    let error = await #expect(throws: RequestError.self) { try await call.response() }
    #expect(error?.code == "request.cancelled" && call.state.word == "cancelled")
    #expect(book.kept.allSatisfy { $0.outcome.response == nil })
    #expect(ends(events) == ["cancelled"])
  }

  @Test("A call that is cancelled while its response is stored completes, as it is told and kept")
  func cancelsWhileStoring() async throws {
    let (client, book, events) = try await keeping()
    let call = client.prepare(.get("http://h"))
    book.onKeep { call.cancel() }
    let response = try await call.response()
    #expect(response.status == .ok && call.state.word == "completed")
    #expect(book.kept.first?.outcome.response != nil)
    #expect(ends(events) == ["completed"])
  }

  /// A client that keeps what it gets, and its events.
  private func keeping() async throws -> (client: Client, book: Book, events: EventSubscription) {
    let book = Book()
    let client = Client(transport: RecordingTransport(), repository: book)
    try await client.open()
    return (client, book, client.events.subscribe())
  }

  /// How requests ended, by the events.
  private func ends(_ events: EventSubscription) -> [String] {
    events.takeAvailable().compactMap { delivery in
      guard case .event(let event) = delivery else { return nil }
      return switch event.kind {
      case .cancelled: "cancelled"
      case .loadRemote: "completed"
      default: nil
      }
    }
  }

  private final class Book: ParleyEngine.Repository {
    private let state = Lock((kept: [Exchange](), onKeep: (@Sendable () -> Void)?.none))
    var kept: [Exchange] { state.withLock(\.kept) }
    var bodies: (any BodyStorage)? { nil }
    func open() {}
    func onKeep(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.onKeep = body } }

    func keep(_ exchange: Exchange) {
      state.withLock(\.onKeep)?()
      state.withLock { $0.kept.append(exchange) }
    }
  }

  @Test("A call that was cancelled before its start sends nothing")
  func cancelledEarly() async {
    let (call, _) = prepared()
    call.cancel()
    await #expect(throws: RequestError.self) { try await call.response() }
    #expect(transport.requests.isEmpty)
  }

  @Test("Cancelling the task that waits cancels the request")
  func taskCancellation() async {
    let (call, _) = prepared()
    let waiting = Task { try await call.response() }
    while transport.requests.isEmpty { await Task.yield() }
    waiting.cancel()
    await #expect(throws: RequestError.self) { try await waiting.value }
    #expect(transport.commands == ["cancel"])
  }

  @Test("Pausing and resuming reach the transfer, once each")
  func pauses() async throws {
    let (call, states) = prepared()
    await start(call)
    call.pause()
    call.pause()
    call.resume()
    call.resume()
    transport.finish(answer)
    _ = try await call.response()
    #expect(transport.commands == ["pause", "resume"])
    #expect(states.withLock { $0 }.contains("paused"))
    #expect(states.withLock { $0 }.last == "completed")
  }

  @Test("The head and the growing body can be read before the end")
  func arriving() async throws {
    let (call, _) = prepared()
    await start(call)
    #expect(call.arriving == nil)
    transport.tell(.head(ResponseHead(url: "http://h", status: .ok), body: InMemoryBytes("half")))
    #expect(try call.arriving?.body.read(at: 0, count: 9) == Array("half".utf8))
    transport.finish(answer)
    _ = try await call.response()
  }
}

extension Call.State {
  fileprivate var word: String {
    switch self {
    case .idle: "idle"
    case .running(let part): "running \(part)"
    case .paused: "paused"
    case .completed: "completed"
    case .failed(let error): "failed \(error.code)"
    case .cancelled: "cancelled"
    }
  }
}
