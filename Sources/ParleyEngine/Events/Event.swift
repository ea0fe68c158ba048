/// Something the engine did, told to everyone who listens. Never holds a secret: what is masked here is masked for good.
public struct Event: Sendable, Hashable, Codable {
  /// Counts from 1 within one client; what a listener missed shows as a gap.
  public var sequence: UInt64
  public var time: Timestamp
  public var kind: Kind

  public init(sequence: UInt64, time: Timestamp, kind: Kind) {
    self.sequence = sequence
    self.time = time
    self.kind = kind
  }

  @nonexhaustive public enum Kind: Sendable, Hashable, Codable {
    /// A request has gone onto the wire.
    case sent(Subject)
    /// A redirect was followed.
    case redirected(Subject, Redirect)
    /// An answer came and is what was expected.
    case loadRemote(Subject, Answer)
    /// No answer came, or one that was not expected.
    case failed(Subject, Failure)
    /// Somebody cancelled it.
    case cancelled(Subject)
    /// A shared key was set.
    case updateSharedData(SharedData)
    /// A shared key was removed.
    case removeSharedData(SharedData)
    /// Raised from outside the engine.
    case custom(Custom)
  }

  /// Which request an event is about.
  public struct Subject: Sendable, Hashable, Codable {
    public var exchange: ExchangeID
    public var name: String?
    public var callID: String?
    public var server: String?
    /// The key of the request's route.
    public var route: String?
    public var method: String
    /// Masked.
    public var url: String

    public init(
      exchange: ExchangeID, name: String?, callID: String?, server: String?, route: String? = nil, method: String,
      url: String
    ) {
      self.exchange = exchange
      self.name = name
      self.callID = callID
      self.server = server
      self.route = route
      self.method = method
      self.url = url
    }
  }

  public struct Redirect: Sendable, Hashable, Codable {
    public var status: Int
    /// Masked.
    public var location: String
    public var droppedHeaders: [String]

    public init(status: Int, location: String, droppedHeaders: [String]) {
      self.status = status
      self.location = location
      self.droppedHeaders = droppedHeaders
    }
  }

  public struct Answer: Sendable, Hashable, Codable {
    public var status: Int
    /// Bytes of the body.
    public var count: Int
    public var total: Duration

    public init(status: Int, count: Int, total: Duration) {
      self.status = status
      self.count = count
      self.total = total
    }
  }

  public struct Failure: Sendable, Hashable, Codable {
    public enum Reason: String, Sendable, Hashable, Codable {
      /// No answer.
      case network
      /// 401
      case unauthorized
      /// 503
      case serverUnavailable
      /// Everything else.
      case `internal`
    }

    public var reason: Reason
    /// The stable code of the error.
    public var code: String
    public var summary: String
    public var advice: String?
    /// The answer, when there was one.
    public var answer: Answer?

    public init(reason: Reason, code: String, summary: String, advice: String?, answer: Answer?) {
      self.reason = reason
      self.code = code
      self.summary = summary
      self.advice = advice
      self.answer = answer
    }
  }

  public struct Custom: Sendable, Hashable {
    public var identifier: String
    public var callID: String?
    public var parameters: JSONValue?

    public init(identifier: String, callID: String? = nil, parameters: JSONValue? = nil) {
      self.identifier = identifier
      self.callID = callID
      self.parameters = parameters
    }
  }
}

extension Event {
  /// The request the event is about, if it is about one.
  public var subject: Subject? {
    switch kind {
    case .sent(let subject), .cancelled(let subject): subject
    case .redirected(let subject, _): subject
    case .loadRemote(let subject, _): subject
    case .failed(let subject, _): subject
    case .updateSharedData, .removeSharedData, .custom: nil
    }
  }
}

extension Event.Failure.Reason {
  /// What an unexpected status counts as.
  init(status: Int) {
    switch status {
    case 401: self = .unauthorized
    case 503: self = .serverUnavailable
    default: self = .internal
    }
  }
}
