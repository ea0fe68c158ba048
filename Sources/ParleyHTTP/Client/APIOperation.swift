/// A request of an API family: prepared, typed by its payload, sent when it is run or awaited.
///
/// ```swift
/// users.profile()
///   .onComplete { profile in show(profile.payload) }
///   .onError { error in … }            // replaces the family's error handler, and only that
///   .onEnd { … }
///   .run()
///
/// let profile = try await users.profile().response()
/// ```
public final class APIOperation<Payload: Decodable & Sendable, Wrapping: Envelope, Failure: Decodable & Sendable>:
  Sendable
{
  /// The result of a successful operation: the payload and its envelope.
  public typealias Opened = Enveloped<Payload, Wrapping>

  private struct Handlers {
    var complete: (@Sendable (Opened) -> Void)?
    var error: (@Sendable (APIError<Failure>) -> Void)?
    var state: (@Sendable (OperationState) -> Void)?
    var end: (@Sendable () -> Void)?
    var isAttached = false
    var hasBegun = false

    mutating func begins() -> Bool {
      defer { hasBegun = true }
      return !hasBegun
    }
  }

  /// The handle of the request, for progress, pausing and cancelling.
  public let call: Call

  private let family: Family<Wrapping, Failure>
  private let own = Lock(Handlers())

  init(_ request: Request, of family: Family<Wrapping, Failure>) {
    var request = request
    request.family = FamilyReading<Payload, Wrapping, Failure>()
    self.family = family
    call = family.client.prepare(request)
  }

  /// Told once, when the response was accepted and opened.
  @discardableResult
  public func onComplete(_ handler: @escaping @Sendable (Opened) -> Void) -> Self {
    own.withLock { $0.complete = handler }
    return self
  }

  /// In place of the family's error handler.
  @discardableResult
  public func onError(_ handler: @escaping @Sendable (APIError<Failure>) -> Void) -> Self {
    own.withLock { $0.error = handler }
    return self
  }

  /// In place of the family's state handler.
  @discardableResult
  public func onState(_ handler: @escaping @Sendable (OperationState) -> Void) -> Self {
    own.withLock { $0.state = handler }
    return self
  }

  /// The last of all, whatever the outcome.
  @discardableResult
  public func onEnd(_ handler: @escaping @Sendable () -> Void) -> Self {
    own.withLock { $0.end = handler }
    return self
  }

  /// Sends the request and tells the handlers. Only the first call counts.
  @discardableResult
  public func run() -> Call {
    attach()
    call.start()
    return call
  }

  /// Sends the request if nobody has, and waits. The handlers are told as well.
  public func response() async throws(APIError<Failure>) -> Opened {
    attach()
    return try Self.opened(CallResult(await call.result())).get()
  }

  /// Sends the request if nobody has, and blocks this thread (see `Call.wait`).
  @available(*, noasync, message: "Await response() instead.")
  public func wait(atMost limit: Duration? = nil) throws(APIError<Failure>) -> Opened {
    attach()
    let result: Result<Response, RequestError>
    do throws(RequestError) {
      result = .success(try call.wait(atMost: limit))
    } catch {
      result = .failure(error)
    }
    return try Self.opened(CallResult(result)).get()
  }
}

extension APIOperation {
  private func attach() {
    let isFirst = own.withLock { own in
      defer { own.isAttached = true }
      return !own.isAttached
    }
    guard isFirst else { return }
    call.handle(on: family.executor, state: { self.noted($0) }, finally: { self.ended(with: $0) })
  }

  private func noted(_ state: Call.State) {
    if case .running(0) = state, own.withLock({ $0.begins() }) { tell(.started) }
  }

  private func ended(with result: CallResult) {
    switch Self.opened(result) {
    case .success(let opened): own.withLock { $0.complete }?(opened)
    case .failure(let error): (own.withLock { $0.error } ?? family.handlers.error)?(error)
    }
    if own.withLock({ $0.hasBegun }) { tell(.ended) }
    own.withLock { $0.end }?()
  }

  private func tell(_ state: OperationState) {
    (own.withLock { $0.state } ?? family.handlers.state)?(state)
  }

  private static func opened(_ result: CallResult) -> Result<Opened, APIError<Failure>> {
    guard let response = result.response else {
      return .failure(.executionError(result.error as? RequestError ?? .cancelled))
    }
    if let opened = response.model as? Opened { return .success(opened) }
    let unread = ReadingError.notDecodable(type: "\(Payload.self)", reason: "it was not read")
    return .failure(result.error as? APIError<Failure> ?? .wrongFormat(response, unread))
  }
}
