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
    var configuration: ClientConfiguration
    var isStandingBy: Bool
  }

  /// Everything this client does, for any number of listeners.
  public let events: EventBus

  private let state: Lock<State>
  private let transport: any Transport
  private let repository: any Repository
  private let now: @Sendable () -> Timestamp

  /// - Parameters:
  ///   - repository: where exchanges are kept. With one, `standBy()` comes before the first request.
  ///   - events: the bus it tells everything on; one of its own when nil.
  ///   - now: the wall clock.
  public init(
    _ configuration: ClientConfiguration = .init(), transport: (any Transport)? = nil,
    repository: (any Repository)? = nil, events: EventBus? = nil,
    now: @escaping @Sendable () -> Timestamp = Timestamp.now
  ) {
    state = Lock(State(configuration: configuration, isStandingBy: repository == nil))
    self.repository = repository ?? NoRepository()
    self.transport = transport ?? CurlTransport(bodies: self.repository.bodies)
    self.now = now
    self.events = events ?? EventBus(now: now)
  }

  /// Makes the repository ready. Until it has succeeded every request fails with `RequestError.notStandingBy`.
  /// - Throws: `RepositoryError`, such as `.unusablePath`; it may be called again.
  public func standBy() async throws(RepositoryError) {
    try await repository.standBy()
    state.withLock { $0.isStandingBy = true }
  }

  public var isStandingBy: Bool {
    state.withLock { $0.isStandingBy }
  }

  /// Takes effect with the next request.
  public var configuration: ClientConfiguration {
    get { state.withLock { $0.configuration } }
    set { state.withLock { $0.configuration = newValue } }
  }

  /// Sets one default header alone; nil removes it.
  public func setDefaultHeader(_ name: HTTPField.Name, _ value: String?) {
    state.withLock { $0.configuration.defaultHeaders[name] = value }
  }

  /// A handle for a request that has not been sent yet.
  public func prepare(_ request: Request) -> Call {
    Call(request, through: self)
  }

  /// Sends a request and waits for its answer, whatever the answer's status.
  ///
  /// Cancelling the task cancels the request.
  public func send(_ request: Request) async throws(RequestError) -> Response {
    try await prepare(request).response()
  }
}

extension Client {
  /// The parts a request needs on its way, as they are at this moment.
  func pipeline() throws(RequestError) -> Pipeline {
    let state = state.withLock { $0 }
    guard state.isStandingBy else { throw .notStandingBy }
    return Pipeline(
      configuration: state.configuration, transport: transport, repository: repository, events: events, now: now)
  }
}
