package import HTTPTypes

/// One response that a cache keeps.
public struct CacheEntry: Sendable {
  /// By which it is found.
  public var key: CacheKey
  /// The entry's label, for people.
  package var label: CacheLabel
  /// Status and headers; the headers are the newest that the server said.
  public var head: ResponseHead
  /// Headers that came behind the body.
  package var trailers = HTTPFields()
  /// In memory, or in a file when it is large.
  public var body: any ByteSource
  /// The headers of the request that the response's `Vary` names; credentials by their digest.
  package var varying: HTTPFields
  /// The exchange that brought it; nil when somebody put it there by hand.
  package var exchange: ExchangeID?
  /// The time at which the request was sent that brought it, or revalidated it last.
  package var requestedAt: Timestamp
  /// The time at which it was received, or revalidated last.
  public var receivedAt: Timestamp
  /// The time to live that the request asked for.
  public var timeToLive: Duration?
  /// Whether somebody let it expire by hand.
  public var isExpired = false
  /// Until when it is used whatever its age, because somebody wants its body to be the response; nil where nobody does.
  package var heldUntil: Timestamp?
  /// Whether the server said that it still holds, and sent nothing new. Only storages that count look at it.
  package var isRevalidated = false
  /// Whether a secret is in it; then everything of it must be sealed on disk.
  package var isSecret: Bool
  /// The secrets to mask in it, whoever asks for it. Kept only where all of it is sealed.
  package var secrets = Secrets()

  /// Creates an entry as a storage keeps it under a key.
  package init(
    key: CacheKey, label: CacheLabel, head: ResponseHead, body: any ByteSource, varying: HTTPFields = [:],
    exchange: ExchangeID? = nil, requestedAt: Timestamp, receivedAt: Timestamp, timeToLive: Duration? = nil,
    isSecret: Bool = false
  ) {
    self.key = key
    self.label = label
    self.head = head
    self.body = body
    self.varying = varying
    self.exchange = exchange
    self.requestedAt = requestedAt
    self.receivedAt = receivedAt
    self.timeToLive = timeToLive
    self.isSecret = isSecret
  }

  /// The headers that it was chosen by, with their values: what tells it from the other entries of its key.
  package var variant: String {
    guard let names = head.headers.varyingNames else { return "*" }
    let lines = Set(names.map(\.canonicalName)).sorted().map { name in
      "\(name): \(varying.filter { $0.name.canonicalName == name }.map(\.value))"
    }
    return lines.joined(separator: "\n")
  }

  package func isSameVariant(as other: CacheEntry) -> Bool {
    key == other.key && variant.isIdentical(to: other.variant)
  }

  var freshness: Freshness {
    Freshness(head, requestedAt: requestedAt, receivedAt: receivedAt)
  }

  /// Until when it is used without asking, by its request's wish or else by its headers; nil where nobody said.
  package var freshUntil: Timestamp? {
    if isExpired { return receivedAt }
    if let heldUntil { return heldUntil }
    if let timeToLive, timeToLive > .zero { return receivedAt.advanced(by: timeToLive) }
    let freshness = freshness
    return freshness.mustAsk ? receivedAt : freshness.end
  }

  /// Whether the server can be asked if it still holds.
  package var hasValidator: Bool { head.headers.haveValidator }

  /// Whether somebody put its body there, and no server.
  package var isByHand: Bool { exchange == nil }

  /// For how long it is still used whatever its age; nil where it is not.
  func held(at now: Timestamp) -> Duration? {
    guard let heldUntil, now < heldUntil else { return nil }
    return now.duration(to: heldUntil)
  }

  /// How long it has been here.
  func timeHere(at now: Timestamp) -> Duration {
    max(.zero, receivedAt.duration(to: now))
  }

  /// By how much the clock was ahead when it came; nil where nothing shows that it was.
  func lead(at now: Timestamp) -> Duration? { ClockLead.of(receivedAt, at: now) }
}

/// The label of an entry, for lists and events. Every secret is masked.
package struct CacheLabel: Sendable, Hashable {
  /// The key of the route, or else the name of the request: by this others invalidate it.
  package var name: String?
  /// The key of the server.
  package var server: String?
  /// The path on the server, or the whole URL, with its places filled.
  package var endpoint: String
  /// The name of the codec.
  package var codec: String
  /// The whole URL, with its query.
  package var url: String
  /// The request's model; nil where it has none, or it is nobody's business.
  package var model: JSONValue?
  /// The credentials it was fetched with: `bearer 3f2a91`; nil if there were none, or they were not recorded.
  package var credentials: String?
  /// The headers of its request that tell it from other entries of the same URL, such as `accept-language: de`; nil if there are none, or
  /// they were not recorded.
  package var varying: String?

  /// Creates a label from what people know the entry by.
  package init(
    name: String? = nil, server: String? = nil, endpoint: String, codec: String, url: String, model: JSONValue? = nil
  ) {
    self.name = name
    self.server = server
    self.endpoint = endpoint
    self.codec = codec
    self.url = url
    self.model = model
  }
}
