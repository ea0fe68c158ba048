package import ParleyEngine
package import ParleyModel

/// An exchange from the history, as the response pane shows it.
package struct RecordedExchange: Sendable {
  package var id: ExchangeID
  /// The request it was sent from, if that is known.
  package var request: RequestID?
  package var environment: String?
  /// Whether the request was not sent again since.
  package var isNewest: Bool
  package var sent: SentRequest
  package var startedAt: Timestamp
  package var outcome: Exchange.Outcome
  /// The reason why the response is incomplete; nil if it is not.
  package var interruption: TransportError?
  /// The attempts that failed before.
  package var failedAttempts: [Exchange.FailedAttempt]
  /// The data sent and received, if no response came.
  package var wire: WireLog?
  /// The secrets that are masked in it.
  package var secrets: Secrets
  /// Whether the response came out of the cache, and whether somebody had edited it there.
  package var isCached = false
  package var isEdited = false

  package init(
    id: ExchangeID, request: RequestID?, environment: String? = nil, isNewest: Bool = true, sent: SentRequest,
    startedAt: Timestamp, outcome: Exchange.Outcome, failedAttempts: [Exchange.FailedAttempt] = [],
    wire: WireLog? = nil, secrets: Secrets = Secrets(), interruption: TransportError? = nil
  ) {
    self.interruption = interruption
    self.secrets = secrets
    self.id = id
    self.request = request
    self.environment = environment
    self.isNewest = isNewest
    self.sent = sent
    self.startedAt = startedAt
    self.outcome = outcome
    self.failedAttempts = failedAttempts
    self.wire = wire
  }

  /// The text in place of the bytes on the wire where there are none.
  package var whyNoWire: String {
    if isCached { return Self.unsentWire }
    if case .authorizationFailed = outcome { return "Nothing was sent: the authentication failed." }
    return Self.unrecordedWire
  }

  package static let unsentWire = "Nothing was sent: the response came from the cache."
  package static let nothingSent = "Nothing was sent."
  package static let unrecordedWire = "The wire was not recorded."
}
