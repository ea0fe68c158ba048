import ParleyModel

/// The conditions on which a request is retried. The definition nearest to the request wins as a whole.
package struct RetryDefinition: Sendable, Equatable {
  package enum Backoff: String, Sendable, CaseIterable {
    /// The same time before each attempt.
    case constant
    /// The delay times the number of the attempt.
    case linear
    /// Twice the time before each further attempt.
    case exponential
  }

  /// How often it is sent again: 3 is at most 4 sends.
  package var retries: Located<Int>
  /// Before the first further attempt.
  package var delay: Located<Duration>?
  package var backoff: Located<Backoff>?
  /// The part of each delay, from 0 to 1, that is left to chance, so that many clients do not come back at once.
  package var jitter: Located<Double>?
  /// Which statuses are retried, and no others. By default those that are not expected.
  package var status: Located<StatusExpectation>?
  /// Waits as long as the response's `Retry-After` says.
  package var retryAfter: Located<Bool>?

  package init(
    retries: Located<Int> = Located(0), delay: Located<Duration>? = nil, backoff: Located<Backoff>? = nil,
    jitter: Located<Double>? = nil, status: Located<StatusExpectation>? = nil, retryAfter: Located<Bool>? = nil
  ) {
    self.retries = retries
    self.delay = delay
    self.backoff = backoff
    self.jitter = jitter
    self.status = status
    self.retryAfter = retryAfter
  }
}

extension RetryDefinition {
  package static let form = Form(
    "retry", isFlow: true, make: { RetryDefinition() },
    keys: [
      .init(.retries, \.retries, .integer(0...100), isRequired: true), .init(.delay, \.delay, .duration),
      .init(.backoff, \.backoff, .choice), .init(.jitter, \.jitter, .fraction),
      .init(.retryStatus, \.status, .status), .init(.retryAfter, \.retryAfter, .boolean),
    ])

  static let reader = form.reader("a map with retries, delay, …")
}

/// The handling of a request while the same one (method, URL, headers and body) is in flight. The default is `keepAll`
/// for safe methods outside of groups, and `sendAll` otherwise.
package enum DuplicatesDefinition: String, Sendable, CaseIterable {
  /// One is sent for all, and all get its response.
  case keepAll
  /// One is sent for all, and only the first gets its response; the others end as cancelled.
  case keepFirst
  /// One is sent for all, and only the latest gets its response; the others end as cancelled.
  case keepLatest
  /// The first ends as cancelled, and the request is sent again.
  case cancelFirst
  /// Each is sent by itself.
  case sendAll

  /// The default outside of groups.
  static func standard(for method: String?) -> DuplicatesDefinition {
    ["GET", "HEAD", "OPTIONS", "TRACE"].contains(method ?? "GET") ? .keepAll : .sendAll
  }
}
