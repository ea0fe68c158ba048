package import ParleyEngine

/// What a list shows of an exchange out of the history.
package struct PastExchange: Hashable, Sendable, Identifiable {
  package var id: ExchangeID
  package var startedAt: Timestamp
  /// Nil where no response came, as is the duration.
  package var status: Int?
  package var duration: Duration?
  /// Bytes of the response's body.
  package var size: Int
  package var environment: String?
  /// The stable code of what went wrong.
  package var errorCode: String?
  /// In the order in which exchanges were kept.
  package var sequence: Int64 = 0
  /// The request it was sent from, if that is known.
  package var request: RequestID?
  package var method = ""
  /// With every secret masked.
  package var url = ""
  /// The run of a group it belongs to.
  package var run: String?
  package var isPinned = false
  /// Whether the response came out of the cache, and whether somebody had edited it there.
  package var isCached = false
  package var isEdited = false
  /// Whether a secret is in it, so that it is encrypted on disk.
  package var isSealed = false

  /// Why its response is not whole, in a word or two.
  package var interruption: String? {
    guard status != nil, let errorCode, errorCode.hasPrefix("network.") else { return nil }
    return errorCode == "network.cancelled" ? "stopped" : "broken off"
  }

  package init(
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
