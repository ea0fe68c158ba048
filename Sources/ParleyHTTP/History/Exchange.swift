public import HTTPTypes

/// One request as it was sent and its outcome: an entry of the history.
public struct Exchange: Sendable {
  /// Unique for good; sorts by time.
  public let id: ExchangeID
  /// The request's name, if it has one.
  public var name: String?
  /// As the caller gave it.
  public var callID: String?
  /// The run of a group it belongs to.
  public var groupID: String?
  /// The key of its route.
  public var route: String?
  /// The environment it was sent in, if its caller has such a thing.
  public var environment: String?
  /// The time it was first sent.
  public var startedAt: Timestamp
  /// As it went to the transport.
  public var request: SentRequest
  /// The outcome of the request.
  public var outcome: Outcome
  /// The reason the response is incomplete: a stream was stopped, or broke off, and the part that had arrived is kept;
  /// nil when it is whole.
  public var interruption: TransportError?
  /// The attempts that failed before this outcome, first to last.
  package var failedAttempts: [FailedAttempt]
  /// The bytes as sent and received where no response came, when its options asked for them; a response has them itself.
  public var wire: WireLog?
  /// Whether a secret is in it; then everything of it must be sealed on disk, and what is taken from it is a secret too.
  public var isSecret: Bool
  /// Whether cookies went along with it. They are sealed with all of it, but make no secret of what else is in it.
  package var holdsCookies: Bool
  /// The secrets it was sent with and those that were captured of its response, for masking what is shown of it. Kept only where
  /// all of it is sealed.
  package var secrets: Secrets

  /// An exchange, for repositories that read one back, and for tests.
  package init(
    id: ExchangeID, name: String?, callID: String? = nil, groupID: String? = nil, route: String? = nil,
    environment: String? = nil, startedAt: Timestamp, request: SentRequest, outcome: Outcome,
    failedAttempts: [FailedAttempt] = [], wire: WireLog? = nil, isSecret: Bool = false, secrets: Secrets = Secrets(),
    holdsCookies: Bool = false, interruption: TransportError? = nil
  ) {
    self.holdsCookies = holdsCookies
    self.interruption = interruption
    self.id = id
    self.name = name
    self.callID = callID
    self.groupID = groupID
    self.route = route
    self.environment = environment
    self.startedAt = startedAt
    self.request = request
    self.outcome = outcome
    self.failedAttempts = failedAttempts
    self.wire = wire
    self.isSecret = isSecret
    self.secrets = secrets
  }

  /// The outcome of a request.
  public enum Outcome: Sendable {
    /// A response, whatever its status.
    case response(Response)
    /// None came.
    case failure(TransportError)
    /// It could not be authorized, and has not been sent.
    case authorizationFailed(AuthorizationError)

    /// The response, when there was one.
    public var response: Response? {
      guard case .response(let response) = self else { return nil }
      return response
    }
  }

  /// An attempt that was followed by another.
  package struct FailedAttempt: Sendable, Hashable, Codable {
    /// The time the attempt was sent.
    package var startedAt: Timestamp
    /// Of the response, when there was one.
    package var status: Int?
    /// The stable code of the error.
    package var code: String
    /// Masked.
    package var summary: String
    /// How long was waited before the next.
    package var wait: Duration
    /// The bytes as sent and received, as far as they were recorded; not written with the rest, because they hold secrets in clear.
    package var wire: WireLog?

    /// An attempt that failed; `summary` masked.
    package init(startedAt: Timestamp, status: Int?, code: String, summary: String, wait: Duration) {
      self.startedAt = startedAt
      self.status = status
      self.code = code
      self.summary = summary
      self.wait = wait
    }

    private enum CodingKeys: CodingKey {
      case startedAt, status, code, summary, wait
    }
  }

  /// The response, when there was one.
  public var response: Response? { outcome.response }

  /// Whether nothing of it may be kept in clear.
  package var mustBeSealed: Bool { isSecret || holdsCookies || !secrets.isEmpty }
}

/// A request exactly as it was handed to the transport.
public struct SentRequest: Sendable, Hashable {
  /// As it was sent, such as `GET`; for history it is a text.
  public var method: String
  /// A whole URL, percent-encoded.
  public var url: String
  /// In the order and casing they were sent with.
  public var headers: HTTPFields
  /// Nil where there was none, or it was read from a file.
  public var body: [UInt8]?

  /// A request as it was handed to a transport.
  package init(method: String, url: String, headers: HTTPFields, body: [UInt8]?) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }
}
