public import ParleyEngine

/// What a list shows of an exchange out of the history.
public struct PastExchange: Hashable, Sendable, Identifiable {
  public var id: ExchangeID
  public var startedAt: Timestamp
  /// Nil where no answer came, as is the duration.
  public var status: Int?
  public var duration: Duration?
  /// Bytes of the answer's body.
  public var size: Int
  public var environment: String?
  /// The stable code of what went wrong.
  public var errorCode: String?

  public init(
    _ id: ExchangeID, startedAt: Timestamp, status: Int? = nil, duration: Duration? = nil, size: Int = 0,
    environment: String? = nil, errorCode: String? = nil
  ) {
    self.id = id
    self.startedAt = startedAt
    self.status = status
    self.duration = duration
    self.size = size
    self.environment = environment
    self.errorCode = errorCode
  }
}
