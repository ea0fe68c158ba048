import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("Ways to wait", .timeLimit(.minutes(2)))
struct WaitingTests {
  private let told = Lock<[String]>([])

  private func note(_ text: String) {
    told.withLock { $0.append(text) }
  }

  private var all: [String] { told.withLock { $0 } }

  private func observed(_ call: Call, on executor: HandlerExecutor = .pool) async -> [String] {
    await withCheckedContinuation { done in
      call.handle(
        on: executor, state: { note("\($0.word)") }, success: { note("success \($0.status.code)") },
        failure: { note("failure \($0.error?.code ?? "")") },
        finally: { result in
          note("finally \(result.isAccepted)")
          done.resume()
        })
      call.start()
    }
    return all
  }

  @Test("Handlers are told of state, success and finally, each once and finally last")
  func success() async {
    let call = Client(transport: RecordingTransport()).prepare(.get("http://h"))
    #expect(await observed(call) == ["running", "completed", "success 200", "finally true"])
  }

  @Test("No response is a failure")
  func failure() async {
    let transport = RecordingTransport { _ in .failure(TransportError(.refused, "No.")) }
    let call = Client(transport: transport).prepare(.get("http://h"))
    #expect(await observed(call) == ["running", "failed", "failure network.refused", "finally false"])
  }

  @Test("A response that a validator rejects is a failure that has the response")
  func refused() async {
    let call = Client(transport: RecordingTransport(status: 500)).prepare(.get("http://h").validating(.status(200)))
    #expect(await observed(call) == ["running", "completed", "failure expectation.missed", "finally false"])
  }

  @Test("One handler for all is told once, whatever the end")
  func one() async {
    let call = Client(transport: RecordingTransport(status: 404)).prepare(.get("http://h"))
    let result = await withCheckedContinuation { done in
      call.then { done.resume(returning: $0) }.start()
    }
    #expect(result.response?.status.code == 404 && result.isAccepted)
  }

  @Test("A handler that comes after the end is told at once, and several are told each")
  func late() async throws {
    let call = Client(transport: RecordingTransport()).prepare(.get("http://h"))
    _ = try await call.response()
    call.then(on: .immediate) { _ in note("first") }
    call.then(on: .immediate) { _ in note("second") }
    #expect(all == ["first", "second"])
  }

  @Test("Handlers run on the executor that was chosen, in order even where it keeps none")
  func executor() async {
    let waiting = Lock<[@Sendable () -> Void]>([])
    let executor = HandlerExecutor { work in waiting.withLock { $0.append(work) } }
    let call = Client(transport: RecordingTransport()).prepare(.get("http://h"))
    call.handle(on: executor, state: { note($0.word) }, finally: { _ in note("finally") })
    _ = try? await call.response()
    #expect(all.isEmpty)
    for work in waiting.withLock({ $0 }).reversed() { work() }
    #expect(all == ["running", "completed", "finally"])
  }

  @Test("Fire and forget")
  func forget() async {
    let transport = RecordingTransport()
    Client(transport: transport).prepare(.get("http://h")).start()
    while transport.requests.isEmpty { await Task.yield() }
    #expect(transport.requests.count == 1)
  }

  @Test("A thread can block until the response is there, also while all of Swift's own threads are busy")
  func blockingCall() async throws {
    let server = try RawServer.answering(.text("slow but sure"))
    defer { server.stop() }
    let client = Client()
    let text = try await blocking { try client.prepare(.get(server.url)).wait(atMost: .seconds(60)).text() }
    #expect(text == "slow but sure")
    // As many as there are threads block, which await could never do.
    let waiting = (0..<8).map { number in
      Task { try Self.wait(for: .get("\(server.url)/\(number)"), through: client) }
    }
    for task in waiting { #expect(try await task.value == 200) }
  }

  /// Blocks whatever thread it is on, as code that knows nothing of `async` would.
  private static func wait(for request: Request, through client: Client) throws -> Int {
    try client.prepare(request).wait().status.code
  }

  @Test("A wait that is over ends with an error of its own, and cancels the request")
  func tooLong() async throws {
    let transport = RecordingTransport(answering: nil)
    let call = Client(transport: transport).prepare(.get("http://h"))
    let error = await #expect(throws: RequestError.self) {
      try await blocking { try call.wait(atMost: .milliseconds(1)) }
    }
    #expect(error?.code == "request.waitedTooLong")
    #expect(!call.state.isRunning)
  }

  @Test("Zero waits forever, and so does no limit", arguments: [Duration.zero, nil])
  func forever(_ limit: Duration?) async throws {
    let transport = RecordingTransport(answering: nil)
    let call = Client(transport: transport).prepare(.get("http://h"))
    let waiting = Task { try await blocking { try call.wait(atMost: limit) } }
    while transport.requests.isEmpty { await Task.yield() }
    let head = ResponseHead(url: "http://h", status: .accepted)
    transport.finish(.success(TransportResponse(head: head, body: InMemoryBytes(""))))
    #expect(try await waiting.value.status == .accepted)
  }

  @Test("What waited too long is let go of")
  func leaks() async throws {
    let call = Forgotten()
    try await blocking {
      let waiting = Client(transport: RecordingTransport(answering: nil)).prepare(.get("http://h"))
      call.set(waiting)
      _ = try? waiting.wait(atMost: .milliseconds(1))
    }
    while call.isThere { await Task.yield() }
  }

  private final class Forgotten: Sendable {
    private struct Reference {
      weak var call: Call?
    }

    private let reference = Lock(Reference())

    var isThere: Bool { reference.withLock { $0.call != nil } }
    func set(_ call: Call) { reference.withLock { $0.call = call } }
  }
}

extension Call.State {
  fileprivate var word: String {
    switch self {
    case .idle: "idle"
    case .running: "running"
    case .paused: "paused"
    case .completed: "completed"
    case .failed: "failed"
    case .cancelled: "cancelled"
    }
  }

  fileprivate var isRunning: Bool {
    if case .running = self { true } else { false }
  }
}
