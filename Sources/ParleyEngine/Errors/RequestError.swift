/// Why a request ended without an answer.
///
/// An answer is an answer, whatever its status: one that a validator refused is delivered with its `miss`, not thrown.
@nonexhaustive public enum RequestError: Error, Sendable {
  /// The request cannot be sent as it stands; nothing has gone out.
  case invalid(InvalidRequest)
  /// Something went wrong on the way.
  case transport(TransportError)
  /// Somebody cancelled it.
  case cancelled
  /// The client keeps its work in a repository that does not stand by yet.
  case notStandingBy
}

extension RequestError: ExplainedError {
  public var code: String {
    switch self {
    case .invalid(let error): error.code
    case .transport(let error): error.code
    case .cancelled: "request.cancelled"
    case .notStandingBy: "client.notStandingBy"
    }
  }

  public var summary: String {
    switch self {
    case .invalid(let error): error.summary
    case .transport(let error): error.summary
    case .cancelled: "The request was cancelled."
    case .notStandingBy: "The client has no repository yet."
    }
  }

  public var detail: String? {
    switch self {
    case .transport(let error): error.detail
    default: nil
    }
  }

  public var advice: String? {
    switch self {
    case .invalid(let error): error.advice
    case .transport(let error): error.advice
    case .notStandingBy: "Call standBy() and wait for it before the first request."
    case .cancelled: nil
    }
  }
}
