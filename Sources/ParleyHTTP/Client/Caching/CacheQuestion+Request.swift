import HTTPTypes

extension CacheQuestion {
  init(
    _ prepared: PreparedRequest, in configuration: ClientConfiguration, by storage: (any CacheStorage)?
  ) throws(RepositoryError) {
    policy = prepared.request.cache
    method = prepared.methodName
    headers = try storage?.concealing(prepared.forTransport) ?? prepared.forTransport.headers
    if !prepared.isGrouped(in: configuration) { settled = prepared.request.authorization?.exactHeaders ?? [] }
    followsHeaders = configuration.followsCacheHeaders
    isAuthorizedLater = prepared.request.authorization?.makesHeader ?? false
    // Without a group, those that go along are in the key: where there are none, there are none.
    takesCookies =
      prepared.isGrouped(in: configuration)
      ? prepared.forTransport.cookies != nil && prepared.forTransport.options.usesCookies
      : !prepared.sentCookies.isEmpty
    obstacle = prepared.cacheObstacle(in: configuration)
  }
}

extension PreparedRequest {
  func cacheObstacle(in configuration: ClientConfiguration) -> CacheDecision.Obstacle? {
    if forTransport.destination != .automatic { return .goesToFile }
    if forTransport.webSocket != nil { return .isWebSocket }
    if forTransport.headers.contains(.range) { return .isPart }
    if case .stream? = forTransport.content { return .isStreamed }
    if case .custom? = request.authorization, !isGrouped(in: configuration) { return .hasUntoldCredentials }
    return nil
  }
}

extension Authorization {
  /// Whether it may make an `Authorization` header of its own.
  fileprivate var makesHeader: Bool {
    switch self {
    case .off, .apiKey: false
    default: true
    }
  }

  /// The headers that it makes of nothing but what it says.
  fileprivate var exactHeaders: Set<HTTPField.Name> {
    switch self {
    case .basic, .bearer: [.authorization]
    case .apiKey(let name, _, .header): Set([HTTPField.Name(name)].compactMap(\.self))
    default: []
    }
  }
}
