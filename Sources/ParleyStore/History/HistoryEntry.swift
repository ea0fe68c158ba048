public import ParleyEngine

/// A kept exchange as lists show it. Holds no secret.
public struct HistoryEntry: Sendable, Hashable, Identifiable {
  /// Counts up in the order in which exchanges were kept; what is kept later has a larger one.
  public let sequence: Int64
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
  public let isPinned: Bool
  /// The response's source other than a server; nil if it came from a server.
  package let served: Served?

  package enum Served: String, Sendable, Hashable, CaseIterable {
    /// Out of the cache, whether the server was asked or not.
    case cache
    /// Out of the cache, with a body that somebody edited.
    case edited
  }
}
