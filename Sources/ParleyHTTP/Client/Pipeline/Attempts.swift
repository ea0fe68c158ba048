import HTTPTypes

/// The attempts of one request: how many failed so far, and whether another follows.
struct Attempts: Sendable {
  private(set) var failed: [Exchange.FailedAttempt] = []
  /// Kept for a request of a run.
  private(set) var log = SendLog()

  /// The journal of a WebSocket while it is open; nil when none is kept.
  let journal: SessionJournal?
  private let prepared: PreparedRequest
  private let call: Call
  private var retries = 0
  private var hasRenewed = false
  private var startedAt = Timestamp(microseconds: 0)

  init(of prepared: PreparedRequest, for call: Call, journal: SessionJournal? = nil) {
    self.journal = journal
    self.prepared = prepared
    self.call = call
  }

  var isFirst: Bool { failed.isEmpty }

  /// Whether another attempt may follow.
  var mayFollow: Bool { prepared.request.retry != nil }

  /// The last attempt's bytes on the wire, when its options asked for them and it got no response.
  var wire: WireLog? { call.wire }

  /// The part of a response that the last attempt has received.
  var arrived: (head: ResponseHead, body: any ByteSource)? { call.arriving }

  mutating func begin(at now: () -> Timestamp) {
    if prepared.request.retry != nil || prepared.request.authorization != nil || isOfRun { startedAt = now() }
  }

  /// Whether a run takes each of them down.
  var isOfRun: Bool { prepared.request.groupID != nil }

  /// Takes down an attempt that has ended.
  mutating func note(_ outcome: Exchange.Outcome, of outgoing: PreparedRequest, at time: Timestamp) {
    log.add(outgoing, outcome, outcome.response?.wire ?? wire, startedAt..<max(startedAt, time))
  }

  /// Whether a token that was refused is renewed for another attempt: once in the life of a request.
  mutating func mayRenew(
    after outcome: Exchange.Outcome, of outgoing: PreparedRequest, at now: () -> Timestamp
  ) -> Bool {
    guard !hasRenewed, !call.isOver else { return false }
    hasRenewed = true
    var attempt = Exchange.FailedAttempt(
      startedAt: startedAt, status: outcome.response?.status.code, code: "authorization.tokenRefused",
      summary: "The server refused the token.", wait: .zero)
    attempt.wire = outcome.response?.wire
    failed.append(attempt)
    if isOfRun { note(outcome, of: outgoing, at: now()) }
    log.goOn(.renewal)
    startedAt = now()
    call.beginsAnew()
    return true
  }

  /// The last that failed, as events tell it.
  var retry: Event.Retry {
    let last = failed.last
    return Event.Retry(
      attempt: failed.count, status: last?.status, code: last?.code ?? "", summary: last?.summary ?? "",
      wait: last?.wait ?? .zero)
  }

  /// How long to wait before the next attempt; nil when this outcome stands.
  mutating func wait(
    after outcome: Exchange.Outcome, of outgoing: PreparedRequest, at now: () -> Timestamp
  ) async -> Duration? {
    guard let control = prepared.request.retry, let error = outcome.failure(for: control), !call.isOver else {
      return nil
    }
    let attempt = FailedAttempt(
      request: prepared.request, number: retries + 1, startedAt: startedAt, endedAt: now(),
      response: outcome.response, error: error)
    guard let wait = await call.unlessCancelled({ await control.decision(after: attempt) })?.wait else { return nil }
    var kept = Exchange.FailedAttempt(attempt, wait: wait)
    kept.wire = outcome.response?.wire ?? self.wire
    failed.append(kept)
    retries += 1
    log.goOn(.retry, after: wait)
    call.beginsAnew()
    return wait
  }
}

extension Exchange.Outcome {
  var isUnauthorized: Bool { response?.status == .unauthorized }

  /// The failure for which a request may be sent again; nil when it may not, such as after it was cancelled.
  fileprivate func failure(for control: any RetryPolicy) -> (any ExplainedError)? {
    switch self {
    case .failure(let error): error.kind == .cancelled || error.kind == .offline ? nil : error
    case .authorizationFailed: nil
    case .response(let response):
      response.error ?? (control.rejects(response) ? ValidationFailure(rejected: response) : nil)
    }
  }
}

extension ValidationFailure {
  fileprivate init(rejected response: Response) {
    self.init(expectation: "a final response", reason: "the status is \(response.status.code)")
  }
}

extension RetryDecision {
  fileprivate var wait: Duration? {
    switch self {
    case .no: nil
    case .now: .zero
    case .after(let wait): max(.zero, wait)
    }
  }
}
