import HTTPTypes

/// The facts about a request that decide what the cache does for it.
struct CacheQuestion: Sendable {
  var policy = CachePolicy()
  var method = "GET"
  /// The request's, before it is authorized and adapted; credentials by their digest.
  var headers = HTTPFields()
  /// The headers that are not among these yet, and are the same for all that the key finds: they are in its credentials.
  var settled: Set<HTTPField.Name> = []
  /// Whether it is authorized just before it is sent, so that its header is not known here.
  var isAuthorizedLater = false
  /// Whether it may get cookies just before it is sent.
  var takesCookies = false
  /// Whether headers of responses count (`ClientConfiguration.followsCacheHeaders`).
  var followsHeaders = true
  /// Whether nothing but the cache is asked.
  var asksOnlyCache = false
  /// The reason why its response cannot be kept at all; nil if it can.
  var obstacle: CacheDecision.Obstacle?
}

extension CacheQuestion {
  /// A request like the one that an entry came from, for saying what would become of the entry.
  init(like entry: CacheEntry, followsHeaders: Bool) {
    policy.timeToLive = entry.timeToLive
    method = entry.key.method
    headers = entry.varying
    self.followsHeaders = followsHeaders
  }

  /// Whether headers of responses count for this method (RFC 9111 §3).
  var mayFollowHeaders: Bool {
    followsHeaders && (method == "GET" || method == "HEAD")
  }

  /// Whether it brings conditions of its own, whose response its sender wants to see.
  var isConditional: Bool {
    headers.contains {
      switch $0.name {
      case .ifNoneMatch, .ifModifiedSince, .ifMatch, .ifUnmodifiedSince, .ifRange: true
      default: false
      }
    }
  }

  /// The first header in which the request differs from the one that a response was chosen for.
  func difference(from entry: CacheEntry) -> String? {
    guard let names = entry.head.headers.varyingNames else { return "*" }
    return names.first { name in
      !settled.contains(name) && (isUnknown(name) || headers[values: name] != entry.varying[values: name])
    }?.rawName
  }

  /// The entry that counts: the newest that was chosen for such a request, or may have been.
  func selected(from entries: [CacheEntry]) -> CacheEntry? {
    guard entries.count > 1 else { return entries.first }
    let differences = entries.map(difference)
    let index = differences.firstIndex { $0 == nil } ?? differences.firstIndex { $0.map(isUnknown) == true }
    return entries[index ?? 0]
  }

  /// Whether an entry was surely chosen for another request.
  func isForeign(_ entry: CacheEntry) -> Bool {
    difference(from: entry).map { !isUnknown($0) } ?? false
  }

  /// Whether nothing is to be sent for it (RFC 9111 §5.2.1.7).
  var refusesNetwork: Bool {
    headers.contains(.cacheControl) && policy.use != .off && CacheControl(headers).contains("only-if-cached")
  }

  /// Whether nobody can know whether it differs.
  func isUnknown(_ name: String) -> Bool {
    name == "*" || HTTPField.Name(name).map(isUnknown) ?? false
  }

  private func isUnknown(_ name: HTTPField.Name) -> Bool {
    name == .authorization && isAuthorizedLater || name == .cookie && takesCookies
  }
}
