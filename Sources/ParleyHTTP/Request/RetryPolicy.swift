/// Says whether a request that failed is sent again. For uploads and downloads too.
///
/// It is asked when there is no response, when a validator rejects the response, and when it `rejects` the response itself. It
/// may take its time to decide; a request that was cancelled is neither asked for nor sent again.
///
/// ```swift
/// struct AskThePerson: RetryPolicy {
///   func decision(after attempt: FailedAttempt) async -> RetryDecision {
///     await dialog("\(attempt.error.summary) Again?") ? .now : .no
///   }
/// }
/// ```
public protocol RetryPolicy: Sendable {
  /// Whether a response that all validators accept counts as failed all the same. No by default.
  func rejects(_ response: Response) -> Bool

  /// Asked after every failed attempt.
  func decision(after attempt: FailedAttempt) async -> RetryDecision
}

extension RetryPolicy {
  public func rejects(_ response: Response) -> Bool { false }
}

/// The decision of a retry policy.
@nonexhaustive public enum RetryDecision: Sendable, Hashable {
  /// The failure stands.
  case no
  /// Sent again at once.
  case now
  /// Sent again once this time has passed.
  case after(Duration)
}

/// An attempt that failed, as a retry policy is asked about it.
public struct FailedAttempt: Sendable {
  /// The request that was sent.
  public let request: Request
  /// Counts from 1 within its request.
  public let number: Int
  /// The time this attempt was sent.
  public let startedAt: Timestamp
  /// The time it failed.
  public let endedAt: Timestamp
  /// The response, when there was one.
  public let response: Response?
  /// A `TransportError`, or the `ValidationFailure` of the response.
  public let error: any ExplainedError

  /// An attempt, for tests of a control.
  public init(
    request: Request, number: Int, startedAt: Timestamp, endedAt: Timestamp, response: Response?,
    error: any ExplainedError
  ) {
    self.request = request
    self.number = number
    self.startedAt = startedAt
    self.endedAt = endedAt
    self.response = response
    self.error = error
  }
}
