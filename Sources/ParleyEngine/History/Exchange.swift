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
  /// Whether a secret is in it; then everything of it must be sealed on disk.
  public var isSecret: Bool
  /// The secrets it was sent with, for masking what is shown of it. Never written anywhere.
  public var secrets: Secrets

  public init(
    id: ExchangeID, name: String?, callID: String? = nil, environment: String? = nil, startedAt: Timestamp,
    request: SentRequest,
    outcome: Outcome, isSecret: Bool = false, secrets: Secrets = Secrets()
  ) {
    self.id = id
    self.name = name
    self.callID = callID
    self.environment = environment
    self.startedAt = startedAt
    self.request = request
    self.outcome = outcome
    self.isSecret = isSecret
    self.secrets = secrets
  }

  public enum Outcome: Sendable {
    case response(Response)
    case failure(TransportError)
  }

  public var response: Response? {
    guard case .response(let response) = outcome else { return nil }
    return response
  }
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
