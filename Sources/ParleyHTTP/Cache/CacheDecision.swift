import HTTPTypes

/// The cache's decision for a request, with its reason: the one place where this is decided.
///
/// ```swift
/// let decision = try await client.cache.decision(for: .get("/items").caching(for: .seconds(60)))
/// decision.action    // .use
/// decision.summary   // "Fresh for 41 s more: kept 60 s by the request's wish, 19 s old."
/// ```
public struct CacheDecision: Sendable, Hashable {
  /// The cache's action for a request.
  @nonexhaustive public enum Action: String, Sendable, Hashable, CaseIterable {
    /// The entry is the response; nothing is sent.
    case use
    /// The server is asked whether the entry still holds.
    case revalidate
    /// The request is sent as it is.
    case go
    /// Only the cache was asked, and it has no response.
    case nothing
    /// The request says `only-if-cached`, and the cache has no response: it gets 504, and nothing is sent.
    case refuse
  }

  /// A reason why no response of a request can be kept.
  public enum Obstacle: String, Sendable, Hashable, CaseIterable {
    /// Its body goes to a file, it is a range of a whole, or the request's body is read while it is sent.
    case goesToFile, isPart, isStreamed
    /// It opens a WebSocket.
    case isWebSocket
    /// Code gives it its credentials when it is sent, so that nobody can tell whose entry it may get.
    case hasUntoldCredentials
  }

  /// The reason for an action.
  @nonexhaustive public enum Reason: Sendable, Hashable {
    /// The client has no cache.
    case noCache
    /// The request wants no cache.
    case off
    /// No response of the request can be kept.
    case obstacle(Obstacle)
    /// Neither a wish nor a header can make it read.
    case notRead(method: String)
    /// It has conditions of its own.
    case conditional
    /// There is no entry.
    case nothingKept
    /// There are entries, which were fetched with other credentials, or with none.
    case keptForOthers
    /// An earlier program stored it, and did not note with which credentials.
    case keptForUnknown(age: Duration)
    /// By the time the request wishes.
    case wish(time: Duration, age: Duration)
    /// By what the response's headers say.
    case header(lifetime: Duration, age: Duration, header: String)
    /// Somebody edited its body, and wants it to be the response for so long.
    case byHand(for: Duration)
    /// Stale, and the request takes it.
    case takesStale(age: Duration)
    /// Nothing may be sent, so that its age does not count.
    case offline(age: Duration)
    /// Nobody said how long it holds.
    case unlimited(age: Duration)
    /// Somebody let it expire.
    case expired(age: Duration)
    /// It was kept while the clock was ahead by so much, so that nobody knows how old it is.
    case keptLater(by: Duration)
    /// The response wants to be asked about each time.
    case mustAsk(age: Duration)
    /// The request wants the server to be asked.
    case requestAsks
    /// The response was chosen by a header that may be another one now.
    case varies(header: String)
  }

  /// The cache's action.
  public let action: Action
  /// The reason for the action.
  public let reason: Reason
  /// How long the entry is used without asking, from now on.
  public var freshFor: Duration? {
    switch reason {
    case .wish(let limit, let age), .header(let limit, let age, _): limit > age ? limit - age : nil
    case .byHand(let rest): rest
    default: nil
    }
  }

  init(_ action: Action, _ reason: Reason) {
    self.action = action
    self.reason = reason
  }

  /// The same where nothing may be sent, because the request says `only-if-cached`.
  func refusing(_ question: CacheQuestion) -> CacheDecision {
    question.refusesNetwork && action != .use ? CacheDecision(.refuse, reason) : self
  }

  /// Decides about an entry as if the request that brought it were sent again.
  package init(reusing entry: CacheEntry, followingHeaders: Bool = true, at now: Timestamp) {
    self.init(CacheQuestion(like: entry, followsHeaders: followingHeaders), entry, at: now)
  }

  /// Decides, from nothing but what is said here.
  ///
  /// Wishes go before headers. An entry that is not used as it is leads to a conditional request, if it has a validator.
  /// - Parameter areOthers: whether there are entries that were fetched with other credentials.
  init(_ question: CacheQuestion, _ entry: CacheEntry?, areOthers: Bool = false, at now: Timestamp) {
    if let reason = question.refusal {
      self.init(question.asksOnlyCache ? .nothing : .go, reason)
    } else if let entry {
      self = question.verdict(on: entry, at: now)
    } else {
      self.init(question.asksOnlyCache ? .nothing : .go, areOthers ? .keptForOthers : .nothingKept)
    }
  }
}

extension CacheQuestion {
  /// The reason why no entry may be used, whatever there is; nil if one may.
  var refusal: CacheDecision.Reason? {
    if policy.use == .off { return .off }
    if let obstacle { return .obstacle(obstacle) }
    if asksOnlyCache || policy.wishedTime != nil { return nil }
    guard mayFollowHeaders else { return .notRead(method: method) }
    return isConditional ? .conditional : nil
  }

  fileprivate func verdict(on entry: CacheEntry, at now: Timestamp) -> CacheDecision {
    let age = entry.timeHere(at: now)
    if let header = difference(from: entry) {
      // What vouches for another variant vouches for nothing here: servers give one tag to several.
      guard isUnknown(header) else { return CacheDecision(asksOnlyCache ? .nothing : .go, .varies(header: header)) }
      if policy.wishedTime == nil { return asking(about: entry, .varies(header: header)) }
    }
    if entry.isExpired { return asking(about: entry, .expired(age: age)) }
    if let rest = entry.held(at: now) { return CacheDecision(.use, .byHand(for: rest)) }
    if entry.key.identity == .unknown { return asking(about: entry, .keptForUnknown(age: age)) }
    if let lead = entry.lead(at: now) { return asking(about: entry, .keptLater(by: lead)) }
    let control = CacheControl(headers)
    if !asksOnlyCache, control.contains("no-cache") || saysOldNoCache { return asking(about: entry, .requestAsks) }
    let wished = policy.wishedTime ?? (asksOnlyCache ? entry.timeToLive : nil)
    if let wished, wished > .zero {
      let reason = CacheDecision.Reason.wish(time: wished, age: age)
      return age < wished ? CacheDecision(.use, reason) : asking(about: entry, reason)
    }
    return verdict(byHeadersOf: entry, control, at: now)
  }

  /// RFC 9111 §4.2 and §5.2.1
  private func verdict(
    byHeadersOf entry: CacheEntry, _ control: CacheControl, at now: Timestamp
  ) -> CacheDecision {
    let freshness = entry.freshness
    let age = freshness.age(at: now)
    guard followsHeaders else { return CacheDecision(.use, .unlimited(age: age)) }
    if freshness.mustAsk { return asking(about: entry, .mustAsk(age: age)) }
    guard let lifetime = freshness.lifetime else {
      return asksOnlyCache
        ? CacheDecision(.use, .unlimited(age: age)) : asking(about: entry, .unlimited(age: age))
    }
    let limit = min(lifetime, control.duration("max-age") ?? lifetime)
    let reason = CacheDecision.Reason.header(lifetime: limit, age: age, header: freshness.header)
    if age + (control.duration("min-fresh") ?? .zero) < limit { return CacheDecision(.use, reason) }
    let staleness = age - limit
    let takesStale = control.isBare("max-stale") || staleness < control.duration("max-stale") ?? .zero
    if staleness >= .zero, takesStale, !freshness.mustRevalidate {
      return CacheDecision(.use, .takesStale(age: age))
    }
    return asking(about: entry, reason)
  }

  /// As HTTP/1.0 says it (RFC 9111 §5.4).
  private var saysOldNoCache: Bool {
    guard !headers.contains(.cacheControl) else { return false }
    return headers.contains { $0.name.canonicalName == "pragma" && $0.value.lowercased().contains("no-cache") }
  }

  private func asking(about entry: CacheEntry, _ reason: CacheDecision.Reason) -> CacheDecision {
    if asksOnlyCache { return CacheDecision(.nothing, reason) }
    let mayAsk = mayFollowHeaders && !isConditional && entry.hasValidator
    return CacheDecision(mayAsk ? .revalidate : .go, reason)
  }
}

extension CacheDecision {
  /// How old the entry is; nil where there is none, or nobody knows.
  package var age: Duration? {
    switch reason {
    case .wish(_, let age), .header(_, let age, _), .takesStale(let age), .offline(let age),
      .unlimited(let age), .expired(let age), .mustAsk(let age), .keptForUnknown(let age):
      age
    default: nil
    }
  }
}
