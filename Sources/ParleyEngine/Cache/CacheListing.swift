import HTTPTypes

/// Names an entry within its storage.
public struct CacheEntryID: RawRepresentable, Sendable, Hashable, Codable {
  /// Counts up as entries come.
  public var rawValue: Int64

  /// An identifier as a storage gave it.
  public init(rawValue: Int64) {
    self.rawValue = rawValue
  }
}

/// An entry as a list shows it. Holds no secret.
public struct CacheListing: Sendable, Hashable, Identifiable {
  /// By which the storage finds the entry.
  public var id: CacheEntryID
  /// As `CacheKey.environment`.
  public var environment: String?
  /// The discriminator; nil is the shared group.
  public var group: String?
  /// The credentials it was fetched with, such as `bearer 3f2a91`; nil if there were none, or they were not recorded.
  public var credentials: String? { label.credentials }
  /// The headers of its request that tell it from other entries of the same URL, such as `accept-language: de`; nil if there are none, or
  /// they were not recorded. Masked.
  public var varying: String? { label.varying }
  /// As it stands on the request line.
  public var method: String
  /// The entry's label, masked.
  package var label: CacheLabel
  /// That of the response.
  public var status: Int
  /// Bytes of the body.
  public var size: Int
  /// The time at which it was received, or revalidated last.
  public var receivedAt: Timestamp
  /// Until when it is used without asking; nil where nobody said.
  public var freshUntil: Timestamp?
  /// Whether the server can be asked if it still holds.
  package var hasValidator: Bool
  /// How often it was the response.
  public var hits: Int
  /// How often it was the response, and how often the server was asked.
  package var usage: CacheUsage { CacheUsage(hits: hits, revalidations: revalidations, fetches: fetches) }
  /// How often the server said that it still holds. Each of these is a hit too.
  package var revalidations = 0
  /// How often the server sent it.
  package var fetches = 0
  /// Whether somebody put its body there, and no server.
  package var isEdited = false
  /// The media type of the body, such as `application/json`, without parameters.
  package var mediaType: String?
  /// The time at which it was used last, or received.
  package var lastUsedAt: Timestamp
  /// Whether somebody let it expire by hand.
  public var isExpired: Bool
  /// Whether it stays when room is made for others.
  public var isPinned: Bool
  /// Whether a secret is in it.
  public var isSecret: Bool

  /// One of which nothing else is known yet.
  package init(
    id: CacheEntryID, method: String, label: CacheLabel, status: Int, size: Int,
    receivedAt: Timestamp = Timestamp(microseconds: 0)
  ) {
    self.id = id
    self.method = method
    self.label = label
    self.status = status
    self.size = size
    self.receivedAt = receivedAt
    hasValidator = false
    hits = 0
    lastUsedAt = receivedAt
    isExpired = false
    isPinned = false
    isSecret = false
  }

  /// An entry that has just come.
  package init(_ entry: CacheEntry, id: CacheEntryID) {
    self.id = id
    environment = entry.key.environment
    group = entry.key.group
    method = entry.key.method
    label = entry.label
    status = entry.head.status.code
    size = entry.body.count
    receivedAt = entry.receivedAt
    freshUntil = entry.freshUntil
    hasValidator = entry.hasValidator
    hits = 0
    lastUsedAt = entry.receivedAt
    isExpired = entry.isExpired
    isPinned = false
    isSecret = entry.isSecret
    (revalidations, fetches) = (entry.isRevalidated ? 1 : 0, entry.isByHand || entry.isRevalidated ? 0 : 1)
    isEdited = entry.isByHand
    mediaType = entry.mediaType
  }

  /// How long it has been here.
  public func age(at now: Timestamp) -> Duration {
    max(.zero, receivedAt.duration(to: now))
  }

  /// How fresh it is, by the wish it was kept by or else by its headers.
  public func state(at now: Timestamp) -> State {
    if isExpired { return .expired }
    if ClockLead.of(receivedAt, at: now) != nil { return .stale(for: .zero) }
    guard let freshUntil else { return .unlimited }
    let rest = now.duration(to: freshUntil)
    return rest > .zero ? .fresh(for: rest) : .stale(for: .zero - rest)
  }

  /// How fresh an entry is.
  public enum State: Sendable, Hashable {
    /// It is used without asking, for so long.
    case fresh(for: Duration)
    /// It is not used without asking, since so long.
    case stale(for: Duration)
    /// Nobody said how long it holds.
    case unlimited
    /// Somebody let it expire.
    case expired
  }
}

/// Part of a list, and how much there is of it.
public struct CachePage: Sendable, Hashable {
  /// The entries of this part.
  public var listings: [CacheListing]
  /// How many the filter lets through.
  public var count: Int
  /// Bytes of their bodies.
  public var size: Int

  /// A window of these.
  package init(listings: [CacheListing], count: Int, size: Int) {
    self.listings = listings
    self.count = count
    self.size = size
  }
}

extension CacheEntry {
  /// The media type of the body, without parameters, in lower case.
  package var mediaType: String? {
    guard let type = head.headers[.contentType]?.prefix(while: { $0 != ";" && $0 != " " }), !type.isEmpty else {
      return nil
    }
    return type.lowercased()
  }
}
