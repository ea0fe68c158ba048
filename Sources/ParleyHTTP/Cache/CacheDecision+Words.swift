extension CacheDecision {
  /// A stable name for programs, such as `fresh.wish`.
  public var code: String {
    switch reason {
    case .noCache: "cache.none"
    case .off: "cache.off"
    case .obstacle(.goesToFile): "request.toFile"
    case .obstacle(.isPart): "request.part"
    case .obstacle(.isStreamed): "request.streamed"
    case .obstacle(.isWebSocket): "request.webSocket"
    case .obstacle(.hasUntoldCredentials): "request.untoldCredentials"
    case .notRead: "request.notRead"
    case .conditional: "request.conditional"
    case .requestAsks: "request.noCache"
    case .nothingKept: "entry.none"
    case .keptForOthers: "entry.otherCredentials"
    case .keptForUnknown: "entry.unknownCredentials"
    case .wish: freshFor == nil ? "stale.wish" : "fresh.wish"
    case .header: action == .use ? "fresh.header" : "stale.header"
    case .byHand: "fresh.byHand"
    case .takesStale: "stale.taken"
    case .offline: "stale.offline"
    case .unlimited: "entry.unlimited"
    case .expired: "entry.expired"
    case .keptLater: "entry.keptLater"
    case .mustAsk: "entry.mustAsk"
    case .varies: "entry.varies"
    }
  }

  /// One sentence with the numbers it was decided by.
  public var summary: String {
    "\(cause)\(consequence)."
  }

  private var cause: String {
    switch reason {
    case .noCache: "The client has no cache"
    case .off: "The request turns the cache off"
    case .obstacle(.goesToFile): "Its response goes to a file"
    case .obstacle(.isPart): "It requests a range"
    case .obstacle(.isStreamed): "Its body is streamed"
    case .obstacle(.isWebSocket): "It opens a WebSocket"
    case .obstacle(.hasUntoldCredentials): "Its credentials are not known before it is sent, and it has no cache group"
    case .notRead(let method): "\(method) is cached only with a ttl of its own"
    case .conditional: "The request has its own conditional headers"
    case .requestAsks: "The request says no-cache"
    case .nothingKept: "The cache has no entry for it"
    case .keptForOthers: "The cache has it only as fetched with other credentials"
    case .keptForUnknown(let age):
      "It is \(age.inRoundWords) old, and stored by an earlier version, which did not note the credentials"
    case .wish(let time, let age): time > age ? fresh(time - age, time, age, wish) : stale(time, age, wish)
    case .header(let time, let age, let header):
      action == .use ? fresh(time - age, time, age, "by \(header)") : stale(time, age, "by \(header)")
    case .byHand(let rest): "It is the response for another \(rest.inRoundWords), whatever its age"
    case .takesStale(let age): "It is \(age.inRoundWords) old and stale, which the request accepts"
    case .offline(let age): "It is \(age.inRoundWords) old, and this session is offline"
    case .unlimited(let age): "It has no expiry and is \(age.inRoundWords) old"
    case .expired(let age): "It was expired by hand, \(age.inRoundWords) old"
    case .keptLater(let lead):
      "It was stored while the clock was at least \(lead.inRoundWords) ahead, so its age is unknown"
    case .mustAsk(let age): "It is \(age.inRoundWords) old, and its headers require revalidation for each use"
    case .varies("*"): "The response varies by more than headers"
    case .varies(let header): "The response varies by \(header), which may differ now"
    }
  }

  private var wish: String { "by the request's ttl" }

  private func fresh(_ rest: Duration, _ time: Duration, _ age: Duration, _ by: String) -> String {
    "Fresh for another \(rest.inRoundWords): kept \(time.inRoundWords) \(by), \(age.inRoundWords) old"
  }

  private func stale(_ time: Duration, _ age: Duration, _ by: String) -> String {
    "Stale: kept \(time.inRoundWords) \(by), \(age.inRoundWords) old"
  }

  private var consequence: String {
    switch (action, reason) {
    case (.refuse, _): "; the request says only-if-cached, so it gets 504 and nothing is sent"
    case (.revalidate, _): "; it is revalidated"
    case (.go, .wish), (.go, .header), (.go, .unlimited), (.go, .expired), (.go, .keptLater), (.go, .mustAsk),
      (.go, .varies), (.go, .keptForOthers), (.go, .keptForUnknown):
      "; it is fetched again"
    default: ""
    }
  }
}
