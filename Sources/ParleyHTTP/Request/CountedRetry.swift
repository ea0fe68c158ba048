import HTTPTypes

/// Sends again until a maximum is reached, with waits in between.
///
/// ```swift
/// Request.get("/report").retrying(.attempts(3))                      // at most four sends, one behind the other
/// Request.get("/report").retrying(
///   .attempts(5, delay: .milliseconds(200), backoff: .exponential, jitter: 0.2, statuses: [429...429, 500...599]))
/// ```
public struct CountedRetry: RetryPolicy {
  /// How the wait grows from one retry to the next.
  public enum Backoff: String, Sendable, Hashable, CaseIterable {
    /// Always the delay.
    case constant
    /// The delay times the number of the retry.
    case linear
    /// Doubled from retry to retry.
    case exponential
  }

  /// How often a request is sent again; each request counts for itself.
  public var maximum: Int
  /// The wait before the first retry.
  public var delay: Duration
  /// How the wait grows.
  public var backoff: Backoff
  /// The part of a wait, from 0 to 1, that is left to chance, so that many clients do not come back at once.
  public var jitter: Double
  /// Responses with these statuses are retried, accepted or not, and no others. Nil retries what a validator rejects.
  public var statuses: [ClosedRange<Int>]?
  /// Whether `Retry-After` (RFC 9110 §10.2.3) replaces the delay where the response has one.
  public var honoursRetryAfter: Bool
  /// No wait is longer than this. A server that asks for more is not asked again.
  public var longestWait: Duration

  private let random: @Sendable () -> Double

  /// - Parameters:
  ///   - maximum: retries, so that 3 makes four sends at most.
  ///   - delay: the wait before the first retry.
  ///   - backoff: how the wait grows.
  ///   - jitter: the part of a wait, from 0 to 1, that is left to chance.
  ///   - statuses: responses with these are retried, and no others; nil retries what a validator rejects.
  ///   - honoursRetryAfter: whether `Retry-After` replaces the delay.
  ///   - longestWait: no wait is longer.
  ///   - random: a number from 0 up to 1, for the jitter.
  public init(
    maximum: Int, delay: Duration = .zero, backoff: Backoff = .constant, jitter: Double = 0,
    statuses: [ClosedRange<Int>]? = nil, honoursRetryAfter: Bool = true, longestWait: Duration = .seconds(300),
    random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
  ) {
    self.maximum = maximum
    self.delay = delay
    self.backoff = backoff
    self.jitter = jitter
    self.statuses = statuses
    self.honoursRetryAfter = honoursRetryAfter
    self.longestWait = longestWait
    self.random = random
  }

  public func rejects(_ response: Response) -> Bool {
    statuses?.contains { $0.contains(response.status.code) } ?? false
  }

  public func decision(after attempt: FailedAttempt) -> RetryDecision {
    decision(afterFailure: attempt.number, of: attempt.response, at: attempt.endedAt)
  }

  /// - Parameters:
  ///   - failure: counts from 1.
  ///   - response: nil when there was none.
  package func decision(afterFailure failure: Int, of response: Response?, at time: Timestamp) -> RetryDecision {
    guard failure <= maximum, concerns(response) else { return .no }
    if honoursRetryAfter, let asked = response?.retryAfter(at: time) {
      return asked <= longestWait ? .after(asked) : .no
    }
    let wait = wait(before: failure)
    return wait > .zero ? .after(wait) : .now
  }

  private func concerns(_ response: Response?) -> Bool {
    guard let response, statuses != nil else { return true }
    return rejects(response)
  }

  private func wait(before retry: Int) -> Duration {
    let grown = min(longestWait, delay * growth(at: retry))
    return grown * (1 - min(max(0, jitter), 1) * random())
  }

  private func growth(at retry: Int) -> Int {
    switch backoff {
    case .constant: 1
    case .linear: retry
    // Enough to make anything longer than the longest wait, and far from an overflow.
    case .exponential: 1 << min(retry - 1, 20)
    }
  }
}

extension RetryPolicy where Self == CountedRetry {
  /// Sends again at most `maximum` times: 3 makes four sends at most.
  public static func attempts(
    _ maximum: Int, delay: Duration = .zero, backoff: CountedRetry.Backoff = .constant, jitter: Double = 0,
    statuses: [ClosedRange<Int>]? = nil, honoursRetryAfter: Bool = true
  ) -> CountedRetry {
    CountedRetry(
      maximum: maximum, delay: delay, backoff: backoff, jitter: jitter, statuses: statuses,
      honoursRetryAfter: honoursRetryAfter)
  }
}
