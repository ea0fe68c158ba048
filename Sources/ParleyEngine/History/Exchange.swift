public import HTTPTypes

/// One request as it was sent and what became of it: what history keeps.
public struct Exchange: Sendable {
  public let id: ExchangeID
  /// What the request is called, if it has a name.
  public var name: String?
  public var callID: String?
  /// The environment it was sent in, if its caller has such a thing.
  public var environment: String?
  public var startedAt: Timestamp
  public var request: SentRequest
  public var outcome: Outcome
  /// The sendings that came to nothing before this outcome, first to last.
  public var failedAttempts: [FailedAttempt]
  /// Whether a secret is in it; then everything of it must be sealed on disk.
  public var isSecret: Bool
  /// The secrets it was sent with, for masking what is shown of it. Never written anywhere.
  public var secrets: Secrets

  public init(
    id: ExchangeID, name: String?, callID: String? = nil, environment: String? = nil, startedAt: Timestamp,
    request: SentRequest, outcome: Outcome, failedAttempts: [FailedAttempt] = [], isSecret: Bool = false,
    secrets: Secrets = Secrets()
  ) {
    self.id = id
    self.name = name
    self.callID = callID
    self.environment = environment
    self.startedAt = startedAt
    self.request = request
    self.outcome = outcome
    self.failedAttempts = failedAttempts
    self.isSecret = isSecret
    self.secrets = secrets
  }

  public enum Outcome: Sendable {
    case response(Response)
    case failure(TransportError)

    public var response: Response? {
      guard case .response(let response) = self else { return nil }
      return response
    }
  }

  /// A sending that was followed by another.
  public struct FailedAttempt: Sendable, Hashable, Codable {
    public var startedAt: Timestamp
    /// Of the answer, when there was one.
    public var status: Int?
    /// The stable code of the error.
    public var code: String
    /// Masked.
    public var summary: String
    /// How long was waited before the next.
    public var wait: Duration

    public init(startedAt: Timestamp, status: Int?, code: String, summary: String, wait: Duration) {
      self.startedAt = startedAt
      self.status = status
      self.code = code
      self.summary = summary
      self.wait = wait
    }
  }

  public var response: Response? { outcome.response }
}

/// A request exactly as it was handed to the transport.
public struct SentRequest: Sendable, Hashable {
  public var method: String
  public var url: String
  public var headers: HTTPFields
  public var body: [UInt8]?

  public init(method: String, url: String, headers: HTTPFields, body: [UInt8]?) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }
}
