public import HTTPTypes

extension Event {
  /// A response, as an event tells it.
  public struct ResponseSummary: Sendable, Hashable, Codable {
    /// The status of the final response.
    public var status: Int
    /// Bytes of the body.
    public var count: Int
    /// From start to end, redirects and waiting for a connection included.
    public var total: Duration
    /// Masked; what sets cookies is masked always.
    public var headers: HTTPFields?
    /// The body as JSON, when it is some and no longer than `modelLimit`.
    public var model: Model?

    /// In bytes. Longer bodies would be kept alive by events that nobody has read yet; the history has them.
    package static let modelLimit = 256 * 1024

    /// A response of this status; `count` in bytes.
    package init(status: Int, count: Int, total: Duration, headers: HTTPFields? = nil, model: Model? = nil) {
      self.status = status
      self.count = count
      self.total = total
      self.headers = headers
      self.model = model
    }
  }

  /// The failure of a request, as an event reports it.
  public struct Failure: Sendable, Hashable, Codable {
    /// The kinds of failure that people tell apart.
    public enum Reason: String, Sendable, Hashable, Codable {
      /// No response.
      case network
      /// 401
      case unauthorized
      /// 503
      case serverUnavailable
      /// Everything else.
      case `internal`
    }

    // As logs have it that were written before.
    private enum CodingKeys: String, CodingKey {
      case reason, code, summary, advice
      case response = "answer"
    }

    /// Of what kind it is.
    public var reason: Reason
    /// The stable code of the error.
    public var code: String
    /// One sentence: what happened. Masked.
    public var summary: String
    /// Advice on how to fix it.
    public var advice: String?
    /// The response, when there was one.
    public var response: ResponseSummary?

    /// A failure of this kind.
    package init(reason: Reason, code: String, summary: String, advice: String?, response: ResponseSummary?) {
      self.reason = reason
      self.code = code
      self.summary = summary
      self.advice = advice
      self.response = response
    }
  }
}

extension Event.Failure.Reason {
  /// The kind of failure for an unexpected status.
  init(status: Int) {
    switch status {
    case 401: self = .unauthorized
    case 503: self = .serverUnavailable
    default: self = .internal
    }
  }
}
