import HTTPTypes
public import ParleyEngine

/// A transport without a wire: it records what it is asked to send and replies what the test says, when the test says.
public final class RecordingTransport: Transport {
  public typealias Handler = @Sendable (TransportEvent) -> Void

  private struct State {
    var requests: [TransportRequest] = []
    /// By the place of the request in `requests`.
    var held: [Int: Handler] = [:]
    var commands: [String] = []
  }

  private let state = Lock(State())
  private let answer: (@Sendable (TransportRequest) -> Result<TransportResponse, TransportError>)?

  /// - Parameter response: given at once; nil holds every request until `finish`.
  public init(answering answer: (@Sendable (TransportRequest) -> Result<TransportResponse, TransportError>)?) {
    self.answer = answer
  }

  /// Replies to everything with this status and body.
  public convenience init(status: Int = 200, body: String = "", contentType: String? = nil) {
    self.init { request in
      var headers = HTTPFields()
      headers[.contentType] = contentType
      let head = ResponseHead(url: request.url, status: .init(code: status), headers: headers)
      return .success(TransportResponse(head: head, body: InMemoryBytes(body)))
    }
  }

  public var requests: [TransportRequest] { state.withLock { $0.requests } }
  /// What the tasks were told: `cancel`, `pause`, `resume`.
  public var commands: [String] { state.withLock { $0.commands } }

  /// Tells an event to every request that is held.
  public func tell(_ event: TransportEvent) {
    for handler in state.withLock({ $0.held.inOrder }) { handler(event) }
  }

  /// Ends every request that is held.
  public func finish(_ result: Result<TransportResponse, TransportError>) {
    let handlers = state.withLock { state in
      defer { state.held = [:] }
      return state.held.inOrder
    }
    for handler in handlers { handler(.finished(result)) }
  }

  public func start(_ request: TransportRequest, handler: @escaping Handler) -> any TransportTask {
    let place = state.withLock { state in
      if answer == nil { state.held[state.requests.count] = handler }
      state.requests.append(request)
      return state.requests.count - 1
    }
    handler(.sent(url: request.url))
    if let answer { handler(.finished(answer(request))) }
    return Task(transport: self, place: place)
  }

  private struct Task: TransportTask {
    let transport: RecordingTransport
    let place: Int

    func cancel() {
      transport.note("cancel")
      transport.cancel(place)
    }

    func pause() { transport.note("pause") }
    func resume() { transport.note("resume") }
  }

  private func cancel(_ place: Int) {
    let handler = state.withLock { $0.held.removeValue(forKey: place) }
    handler?(.finished(.failure(TransportError(.cancelled, "Cancelled."))))
  }

  private func note(_ command: String) {
    state.withLock { $0.commands.append(command) }
  }
}

extension [Int: RecordingTransport.Handler] {
  fileprivate var inOrder: [Value] { sorted { $0.key < $1.key }.map(\.value) }
}
