public import ParleyEngine

/// A kept exchange as lists show it. Holds no secret.
public struct HistoryEntry: Sendable, Hashable, Identifiable {
  /// Counts up in the order in which exchanges were kept; what is kept later has a larger one.
  public let sequence: Int64
  /// The identifier of the exchange.
  public let id: ExchangeID
  /// The request's name, if it has one.
  public let name: String?
  /// As the caller gave it.
  public let callID: String?
  /// The run of a group it belongs to.
  public let groupID: String?
  /// The key of its route, if it had one.
  package let route: String?
  /// The environment it was sent in, if its sender named one.
  public let environment: String?
  /// The time it was first sent.
  public let startedAt: Timestamp
  /// From start to end; nil where no response came.
  public let duration: Duration?
  /// As it was sent, such as `GET`.
  public let method: String
  /// With every secret masked.
  public let url: String
  /// Nil where no response came.
  public let status: Int?
  /// The stable code of what went wrong: of the error, or `expectation.missed`.
  public let errorCode: String?
  /// Bytes of the response's body.
  public let size: Int
  /// Whether a secret is in it; then it is sealed on disk.
  public let isSecret: Bool
  /// Whether it stays, however old it gets.
  public package(set) var isPinned: Bool
  /// The source of the response; nil if it came from a server.
  package let served: Served?

  package enum Served: String, Sendable, Hashable, CaseIterable {
    /// Out of the cache, whether the server was asked or not.
    case cache
    /// Out of the cache, with a body that somebody edited.
    case edited
  }

  package init(
    _ id: ExchangeID, sequence: Int64 = 0, name: String? = nil, callID: String? = nil, groupID: String? = nil,
    route: String? = nil, environment: String? = nil, startedAt: Timestamp, duration: Duration? = nil,
    method: String = "", url: String = "", status: Int? = nil, errorCode: String? = nil, size: Int = 0,
    isSecret: Bool = false, isPinned: Bool = false, served: Served? = nil
  ) {
    (self.id, self.sequence, self.name, self.callID, self.groupID) = (id, sequence, name, callID, groupID)
    (self.route, self.environment, self.startedAt, self.duration) = (route, environment, startedAt, duration)
    (self.method, self.url, self.status, self.errorCode, self.size) = (method, url, status, errorCode, size)
    (self.isSecret, self.isPinned, self.served) = (isSecret, isPinned, served)
  }
}

extension HistoryEntry {
  /// The request it was sent from, if that is known.
  package var request: RequestID? { name.map(RequestID.init(rawValue:)) }

  /// Whether the response came out of the cache.
  package var isCached: Bool { served != nil }

  /// Whether it came out of the cache, where somebody had edited it.
  package var isEdited: Bool { served == .edited }

  /// The reason why its response is incomplete, in a word or two; nil if it is not.
  package var interruption: String? {
    guard status != nil, let errorCode, errorCode.hasPrefix("network.") else { return nil }
    return errorCode == "network.cancelled" ? "stopped" : "broken off"
  }
}
