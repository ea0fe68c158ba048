import HTTPTypes

/// What has to be known of a request to decide what the cache does for it.
struct CacheQuestion: Sendable {
  var policy = CachePolicy()
  var method = "GET"
  /// The request's, before it is authorized and adapted.
  var headers = HTTPFields()
  /// Whether it is authorized just before it is sent, so that its header is not known here.
  var isAuthorizedLater = false
  /// Whether it may get cookies just before it is sent.
  var takesCookies = false
  /// Whether headers of responses count (`ClientConfiguration.followsCacheHeaders`).
  var followsHeaders = true
  /// Whether nothing but the cache is asked.
  var asksOnlyCache = false
  /// Why its response cannot be kept at all.
  var obstacle: CacheDecision.Obstacle?
}

extension CacheQuestion {
  init(_ prepared: PreparedRequest, in configuration: ClientConfiguration) {
    policy = prepared.request.cache
    method = prepared.methodName
    headers = prepared.forTransport.headers
    followsHeaders = configuration.followsCacheHeaders
    isAuthorizedLater = prepared.request.authorization != nil
    takesCookies = prepared.forTransport.cookies != nil && prepared.forTransport.options.usesCookies
    obstacle = prepared.cacheObstacle
  }

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
    return names.first { isUnknown($0) || headers[values: $0] != entry.varying[values: $0] }?.rawName
  }

  /// Whether nobody can know whether it differs.
  func isUnknown(_ name: String) -> Bool {
    name == "*" || HTTPField.Name(name).map(isUnknown) ?? false
  }

  private func isUnknown(_ name: HTTPField.Name) -> Bool {
    name == .authorization && isAuthorizedLater || name == .cookie && takesCookies
  }
}

extension PreparedRequest {
  var cacheObstacle: CacheDecision.Obstacle? {
    if forTransport.destination != .automatic { return .goesToFile }
    if forTransport.webSocket != nil { return .isWebSocket }
    if forTransport.headers.contains(.range) { return .isPart }
    if case .stream? = forTransport.content { return .isStreamed }
    return nil
  }
}
