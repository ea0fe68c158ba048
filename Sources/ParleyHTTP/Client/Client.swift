public import HTTPTypes

/// The front door of the engine: sends requests, and tells everything it does as events.
///
/// Several clients in one process know nothing of each other.
///
/// ```swift
/// let client = Client(.init(servers: Servers("https://api.example.com")))
/// let response = try await client.send(.get("/items"))
/// let items = try response.decode([Item].self)
/// ```
public final class Client: Sendable {
  private struct State {
    var pipeline: Pipeline
    var isOpen: Bool
    var poolSize = 0
  }

  /// Everything this client does, for any number of listeners.
  public let events: EventBus

  private let state: Lock<State>
  let tools: ClientTools

  /// - Parameters:
  ///   - configuration: the configuration to start with.
  ///   - transport: the transport that carries the requests; libcurl when nil.
  ///   - repository: the storage of exchanges. With one, `open()` comes before the first request.
  ///   - cache: the storage of responses for use again; nil keeps none.
  ///   - events: the bus for its events; one of its own when nil.
  ///   - now: the wall clock.
  ///   - clock: the clock by which it waits before a retry.
  public init(
    _ configuration: ClientConfiguration = .init(), transport: (any Transport)? = nil,
    repository: (any Repository)? = nil, cache: (any CacheStorage)? = InMemoryCache(), events: EventBus? = nil,
    now: @escaping @Sendable () -> Timestamp = Timestamp.now, clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.events = events ?? EventBus(now: now)
    tools = ClientTools(
      transport: transport ?? CurlTransport(bodies: repository?.bodies), repository: repository, cache: cache,
      events: self.events, now: now, clock: clock)
    state = Lock(State(pipeline: Pipeline(configuration, tools: tools), isOpen: repository == nil))
  }

  /// Makes the repository ready. Until it has succeeded every request fails with `RequestError.notOpen`.
  /// - Throws: `RepositoryError`, such as `.unusablePath`; it may be called again.
  public func open() async throws(RepositoryError) {
    try await tools.repository?.open()
    state.withLock { $0.isOpen = true }
  }

  /// Ends what is in flight, as cancelled, and lets go of the transport's threads and connections: for the end of a program, which
  /// must not take libraries apart while a thread works with them. The repository is not closed by it.
  public func close() async {
    await tools.transport.close()
  }

  /// Whether requests may be sent; always true without a repository.
  public var isOpen: Bool {
    state.withLock { $0.isOpen }
  }

  /// Takes effect with the next request.
  public var configuration: ClientConfiguration {
    get { state.withLock { $0.pipeline.configuration } }
    set { change { $0 = newValue } }
  }

  /// Sets one default header alone; nil removes it.
  public func setDefaultHeader(_ name: HTTPField.Name, _ value: String?) {
    change { $0.defaultHeaders[name] = value }
  }

  /// How many requests may be in flight at once; 0, as at the beginning, is no limit. Changed at any moment: those
  /// beyond it wait in line, first come first served, and none that is in flight is cut.
  public var poolSize: Int {
    get { state.withLock { $0.poolSize } }
    set {
      state.withLock { $0.poolSize = max(0, newValue) }
      tools.transport.setPoolSize(max(0, newValue))
    }
  }

  /// A handle for a request that has not been sent yet.
  public func prepare(_ request: Request) -> Call {
    Call(request, through: self)
  }

  /// Sends a request and waits for its response, whatever the response's status.
  ///
  /// Cancelling the task cancels the request.
  public func send(_ request: Request) async throws(RequestError) -> Response {
    try await prepare(request).response()
  }
}

extension Client {
  /// The pipeline of a request, as the client is configured at this moment.
  func pipeline() throws(RequestError) -> Pipeline {
    let pipeline = state.withLock { $0.isOpen ? $0.pipeline : nil }
    guard let pipeline else { throw .notOpen }
    return pipeline
  }

  /// By which is waited.
  package var clock: any Clock<Duration> { tools.clock }

  package var now: @Sendable () -> Timestamp { tools.now }

  private func change(_ change: (inout ClientConfiguration) -> Void) {
    state.withLock { state in
      var configuration = state.pipeline.configuration
      change(&configuration)
      state.pipeline = Pipeline(configuration, tools: tools)
    }
  }
}
