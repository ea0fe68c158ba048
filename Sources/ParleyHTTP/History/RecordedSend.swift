/// One time that a step's request was sent: an attempt of the request's own retry, or a hop of a redirect.
///
/// Recorded where an attempt of the step sent its request more than once. The heads as sent and received are in the exchange
/// (``WireLog/rounds``).
package struct RecordedSend: Sendable, Hashable, Codable {
  /// The reason why a request was sent.
  package enum Reason: String, Sendable, Hashable, Codable {
    /// The step sends its request.
    case first
    /// The request's own `retry` sends it again.
    case retry
    /// The server refused the token: a new one goes along.
    case renewal
    /// A redirect is followed.
    case redirect
    /// The server asked for credentials, which go along now.
    case challenge
    /// The connection was gone, or the server wants it to be sent otherwise.
    case resent
  }

  /// The exchange it belongs to: the history has one for all sends of an attempt of the step.
  package var exchange: ExchangeID
  /// The reason for it.
  package var reason: Reason
  /// Which attempt of the request's own it belongs to, counted from 1.
  package var attempt: Int
  /// Which send of that attempt it is, counted from 1.
  package var hop: Int
  /// How long was waited before it.
  package var wait = Duration.zero
  /// The time at which it began.
  package var startedAt: Timestamp
  /// To the last byte of its response.
  package var duration: Duration
  /// The method that was sent.
  package var method: String
  /// The address it was sent to, masked.
  package var url: String
  /// Of its response; nil where none came.
  package var status: Int?
  /// The stable code of its error.
  package var errorCode: String?
  /// Bytes of the bodies; nil where nobody counted them.
  package var requestBytes: Int?
  package var responseBytes: Int?
  /// The target of the redirect that was followed after it, masked.
  package var location: String?
  /// The headers that the redirect lost: they were sent here, and not to the next origin.
  package var droppedHeaders: [String] = []
  /// Its phases, if they are known.
  package var phases: AttemptPhases?

  /// A send of a request.
  package init(
    exchange: ExchangeID, reason: Reason, attempt: Int = 1, hop: Int = 1, startedAt: Timestamp, duration: Duration,
    method: String, url: String, status: Int? = nil
  ) {
    (self.exchange, self.reason, self.attempt, self.hop) = (exchange, reason, attempt, hop)
    (self.startedAt, self.duration, self.method, self.url) = (startedAt, duration, method, url)
    self.status = status
  }

  /// Its end.
  package var endedAt: Timestamp { startedAt.advanced(by: duration) }
}
