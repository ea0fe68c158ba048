/// The outcome of a call: a response, an error, or both.
///
/// ```swift
/// call.then { result in
///   if result.isAccepted { show(result.response) } else { warn(result.error) }
/// }
/// ```
public struct CallResult: Sendable {
  /// The response, accepted or not; nil if there was none.
  public let response: Response?
  /// The call's error: a `RequestError`, or the error of a response that is not accepted; nil on success.
  public let error: (any ExplainedError)?

  /// Whether there is a response and nothing is wrong with it (see ``Response/isAccepted``).
  public var isAccepted: Bool { error == nil }
  /// Whether there is no response, or something is wrong with it.
  public var failed: Bool { error != nil }

  /// Of a response, accepted or not.
  public init(_ response: Response) {
    self.init(.success(response))
  }

  /// Of a request without a response.
  public init(_ error: RequestError) {
    self.init(.failure(error))
  }

  package init(_ result: Result<Response, RequestError>) {
    switch result {
    case .success(let response): (self.response, error) = (response, response.error)
    case .failure(let error): (response, self.error) = (nil, error)
    }
  }
}
