/// The error of a request that ended without a response.
///
/// A response is a response, whatever its status: one that a validator rejected is delivered with its `validationFailure`, not thrown.
///
/// ```swift
/// do throws(RequestError) {
///   show(try await client.send(.get("/items")))
/// } catch .cancelled {
/// } catch {
///   warn(error.summary, error.advice)
/// }
/// ```
@nonexhaustive public enum RequestError: Error, Sendable {
  /// The request cannot be sent as it stands; nothing has been sent.
  case invalid(InvalidRequest)
  /// It could not be authorized; nothing has been sent.
  case authorization(AuthorizationError)
  /// The client's `willSend` threw; nothing has been sent.
  case adapter(reason: String)
  /// Something went wrong on the way.
  case transport(TransportError)
  /// Somebody cancelled it.
  case cancelled
  /// It took longer than somebody was ready to block a thread for.
  case waitedTooLong(Duration)
  /// The client keeps its work in a repository that is not open yet.
  case notOpen
}

extension RequestError: ExplainedError {
  public var code: String {
    switch self {
    case .invalid(let error): error.code
    case .authorization(let error): error.code
    case .adapter: "request.adapter"
    case .transport(let error): error.code
    case .cancelled: "request.cancelled"
    case .waitedTooLong: "request.waitedTooLong"
    case .notOpen: "client.notOpen"
    }
  }

  public var summary: String {
    switch self {
    case .invalid(let error): error.summary
    case .authorization(let error): error.summary
    case .adapter: "The client's adapter stopped the request."
    case .transport(let error): error.summary
    case .cancelled: "The request was cancelled."
    case .waitedTooLong(let limit): "The request was cancelled because it took longer than \(limit)."
    case .notOpen: "The client is not open yet."
    }
  }

  public var detail: String? {
    switch self {
    case .authorization(let error): error.detail
    case .adapter(let reason): reason
    case .transport(let error): error.detail
    default: nil
    }
  }

  public var advice: String? {
    switch self {
    case .invalid(let error): error.advice
    case .authorization(let error): error.advice
    case .transport(let error): error.advice
    case .notOpen: "Call open() and wait for it before the first request."
    case .waitedTooLong: "Wait longer, or await the request instead of blocking a thread."
    case .adapter, .cancelled: nil
    }
  }
}
