/// One API behind a client: how it wraps its responses, what its errors look like, and who is told of them.
///
/// Several families share a client and know nothing of each other.
///
/// ```swift
/// let shop = Family(StandardEnvelope.self, failure: StandardFailure.self, through: client)
/// shop.onError { error in banner.show(error.failure?.message ?? error.summary) }
/// shop.onState { state in spinner.isShown = state == .started }
///
/// struct Users {
///   let shop: Family<StandardEnvelope, StandardFailure>
///   func profile() -> Operation<User, StandardEnvelope, StandardFailure> { shop.prepare(.get("/user/profile")) }
/// }
/// ```
public final class Family<Wrapping: Envelope, Failure: Decodable & Sendable>: Sendable {
  /// Is told why an operation failed.
  public typealias ErrorHandler = @Sendable (APIError<Failure>) -> Void
  /// Is told when an operation starts and ends.
  public typealias StateHandler = @Sendable (OperationState) -> Void

  struct Handlers {
    var error: ErrorHandler?
    var state: StateHandler?
  }

  let client: Client
  /// The executor of the handlers of the family and of its operations.
  let executor: HandlerExecutor
  private let assigned = Lock(Handlers())

  /// - Parameters:
  ///   - envelope: the type that the API wraps around its payloads.
  ///   - failure: the API's error model.
  ///   - client: sends the requests of the family.
  ///   - executor: the executor of the handlers of the family and of its operations.
  public init(
    _ envelope: Wrapping.Type = Wrapping.self, failure: Failure.Type = Failure.self, through client: Client,
    handlersOn executor: HandlerExecutor = .pool
  ) {
    self.client = client
    self.executor = executor
  }

  var handlers: Handlers { assigned.withLock { $0 } }

  /// Told of every error of an operation that has no error handler of its own; nil tells nobody.
  public func onError(_ handler: ErrorHandler?) {
    assigned.withLock { $0.error = handler }
  }

  /// Told when an operation that has no state handler of its own starts and ends; nil tells nobody.
  public func onState(_ handler: StateHandler?) {
    assigned.withLock { $0.state = handler }
  }

  /// An operation that has not been sent yet, typed by its payload.
  public func prepare<Payload: Decodable & Sendable>(
    _ request: Request, as payload: Payload.Type = Payload.self
  ) -> APIOperation<Payload, Wrapping, Failure> {
    APIOperation(request, of: self)
  }
}

/// The family of an API that answers as ``StandardEnvelope`` and ``StandardFailure`` say.
public typealias StandardFamily = Family<StandardEnvelope, StandardFailure>
/// An operation of a ``StandardFamily``.
public typealias StandardOperation<Payload: Decodable & Sendable> = APIOperation<
  Payload, StandardEnvelope, StandardFailure
>

/// The state of an operation that a family's state handler receives.
public enum OperationState: Sendable, Hashable {
  /// The operation has started, or it has ended with any outcome.
  case started, ended
}
