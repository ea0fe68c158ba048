extension CacheDecision {
  /// A stable name for programs, such as `fresh.wish`.
  public var code: String {
    switch reason {
    case .noCache: "cache.none"
    case .off: "cache.off"
    case .obstacle(.goesToFile): "request.toFile"
    case .obstacle(.isPart): "request.part"
    case .obstacle(.isStreamed): "request.streamed"
    case .notRead: "request.notRead"
    case .conditional: "request.conditional"
    case .requestAsks: "request.noCache"
    case .nothingKept: "entry.none"
    case .wish: freshFor == nil ? "stale.wish" : "fresh.wish"
    case .header: action == .use ? "fresh.header" : "stale.header"
    case .takesStale: "stale.taken"
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
    case .off: "The request wants no cache"
    case .obstacle(.goesToFile): "Its answer goes to a file"
    case .obstacle(.isPart): "It asks for a part"
    case .obstacle(.isStreamed): "Its body is read while it is sent"
    case .notRead(let method): "\(method) is answered from the cache only by a time to live of its own"
    case .conditional: "The request has conditions of its own"
    case .requestAsks: "The request says no-cache"
    case .nothingKept: "Nothing is kept for it"
    case .wish(let time, let age): time > age ? fresh(time - age, time, age, wish) : stale(time, age, wish)
    case .header(let time, let age, let header):
      action == .use ? fresh(time - age, time, age, "by \(header)") : stale(time, age, "by \(header)")
    case .takesStale(let age): "It is \(age.inRoundWords) old and stale, which the request takes"
    case .unlimited(let age): "Nobody said how long it holds, and it is \(age.inRoundWords) old"
    case .expired(let age): "It was let expire by hand, \(age.inRoundWords) old"
    case .keptLater(let lead):
      "It was kept while the clock was ahead, by \(lead.inRoundWords) at least, so nobody knows how old it is"
    case .mustAsk(let age): "It is \(age.inRoundWords) old, and its no-cache wants each use to be asked about"
    case .varies("*"): "The answer varies by more than headers"
    case .varies(let header): "The answer varies by \(header), which may be another now"
    }
  }

  private var wish: String { "by the request's wish" }

  private func fresh(_ rest: Duration, _ time: Duration, _ age: Duration, _ by: String) -> String {
    "Fresh for \(rest.inRoundWords) more: kept \(time.inRoundWords) \(by), \(age.inRoundWords) old"
  }

  private func stale(_ time: Duration, _ age: Duration, _ by: String) -> String {
    "Stale: kept \(time.inRoundWords) \(by), \(age.inRoundWords) old"
  }

  private var consequence: String {
    switch (action, reason) {
    case (.revalidate, _): "; the server is asked whether it still holds"
    case (.go, .wish), (.go, .header), (.go, .unlimited), (.go, .expired), (.go, .keptLater), (.go, .mustAsk),
      (.go, .varies):
      "; it is fetched anew"
    default: ""
    }
  }
}
