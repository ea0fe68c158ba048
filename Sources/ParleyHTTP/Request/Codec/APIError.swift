public import HTTPTypes

/// An error of an API, whatever its own error model: `APIError<Failure>` is the one there is.
public protocol FamilyError: ExplainedError {
  /// The failed answer with its status, headers and body; nil when there was none.
  var response: Response? { get }
}

/// The error of a failed operation of an API family.
///
/// ```swift
/// do throws(APIError<StandardFailure>) {
///   show(try await shop.prepare(.get("/me"), as: User.self).response().payload)
/// } catch .unauthorized {
///   signIn()
/// } catch {
///   show(error.failure?.message ?? error.summary)
/// }
/// ```
@nonexhaustive public enum APIError<Failure: Sendable>: Error, Sendable {
  /// 401
  case unauthorized(Refusal)
  /// 5xx
  case serverError(Refusal)
  /// The data was refused: 4xx, or a validator's no.
  case processingError(Refusal)
  /// There is no usable response: the request could not be sent, or went astray, or was cancelled.
  case executionError(RequestError)
  /// The response is no JSON, or not what was wanted.
  case wrongFormat(Response, ReadingError)
  /// The response has no body, and is no 204.
  case emptyResponse(Response)
  /// The client's header validation said no.
  case headerValidationFailed(Response)

  /// A refused answer with the API's own error model.
  public struct Refusal: Sendable {
    /// With its status, headers and body.
    public let response: Response
    /// Nil when the body is no such model.
    public let failure: Failure?

    /// A rejected response, for tests of what handles one.
    public init(response: Response, failure: Failure?) {
      self.response = response
      self.failure = failure
    }
  }
}

extension APIError: FamilyError {
  public var response: Response? {
    switch self {
    case .unauthorized(let refusal), .serverError(let refusal), .processingError(let refusal): refusal.response
    case .wrongFormat(let response, _), .emptyResponse(let response), .headerValidationFailed(let response): response
    case .executionError: nil
    }
  }

  /// The API's own error model.
  public var failure: Failure? {
    switch self {
    case .unauthorized(let refusal), .serverError(let refusal), .processingError(let refusal): refusal.failure
    case .wrongFormat, .emptyResponse, .headerValidationFailed, .executionError: nil
    }
  }

  /// That of the failed response; nil when there was none.
  public var status: HTTPResponse.Status? { response?.status }

  public var code: String {
    switch self {
    case .unauthorized: "api.unauthorized"
    case .serverError: "api.server"
    case .processingError: "api.processing"
    case .executionError(let error): error.code
    case .wrongFormat: "api.wrongFormat"
    case .emptyResponse: "api.emptyResponse"
    case .headerValidationFailed: "api.headers"
    }
  }

  public var summary: String {
    switch self {
    case .unauthorized: "The server requires authentication (401)."
    case .serverError(let refusal): "The server failed (\(refusal.response.status.code))."
    case .processingError(let refusal): refusal.summary
    case .executionError(let error): error.summary
    case .wrongFormat(_, let error): error.summary
    case .emptyResponse(let response): "The response has no body, and its status is \(response.status.code), not 204."
    case .headerValidationFailed: "The client does not accept the response's headers."
    }
  }

  public var detail: String? {
    switch self {
    case .executionError(let error): error.detail
    case .wrongFormat(_, let error): error.detail
    default: nil
    }
  }

  public var advice: String? {
    switch self {
    case .unauthorized: "Sign in again, or check the request's authentication."
    case .serverError: "Try again later, or check the server's log."
    case .processingError: "See the body for the server's explanation."
    case .executionError(let error): error.advice
    case .wrongFormat(_, let error): error.advice
    case .emptyResponse, .headerValidationFailed: nil
    }
  }
}

extension APIError.Refusal {
  fileprivate var summary: String {
    response.validationFailure?.summary ?? "The server refused the data (\(response.status.code))."
  }
}

extension APIError where Failure: Decodable {
  /// Classifies a response by its status and validation; nil when it is none of the errors.
  init?(judging response: Response) {
    self.init(judging: response) { try? response.decode(Failure.self) }
  }
}

extension APIError {
  /// - Parameter failure: reads the API's own error model.
  init?(judging response: Response, failure: () -> Failure?) {
    guard response.validationFailure != .headers else {
      self = .headerValidationFailed(response)
      return
    }
    let kind: ((Refusal) -> APIError)? =
      switch response.status.code {
      case 401: APIError.unauthorized
      case 400..<500: APIError.processingError
      case 500..<600: APIError.serverError
      default: response.validationFailure.map { _ in APIError.processingError }
      }
    guard let kind else { return nil }
    self = kind(Refusal(response: response, failure: failure()))
  }
}
