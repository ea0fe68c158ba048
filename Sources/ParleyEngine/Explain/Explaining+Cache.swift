extension Explaining {
  /// The request's cache policy, and whether headers count. Ask the cache itself what it would do now.
  var cacheLines: [Explanation.Line] {
    let policy = request.cache
    guard policy != CachePolicy() || configuration.updatesCache else { return [] }
    return [
      line("use", policy.use.map(\.rawValue)) { $0.use != nil },
      line("ttl", policy.timeToLive.map { "\($0)" }) { $0.timeToLive != nil },
      line("updates", (policy.updatesCache ?? configuration.updatesCache) ? "yes" : nil) { $0.updatesCache != nil },
      line("ignores", policy.ignoredQuery?.described) { $0.ignoredQuery != nil },
      line("invalidates", policy.invalidates?.joined(separator: ", ")) { $0.invalidates != nil },
    ].compactMap(\.self)
  }

  private func line(_ name: String, _ value: String?, says: (CachePolicy) -> Bool) -> Explanation.Line? {
    guard let value else { return nil }
    let isRoute = route?.cache.map(says) ?? false
    return .init(
      name: name, value: value, origin: origin(isOwn: says(original.cache), isRoute: isRoute, otherwise: .client))
  }
}

extension IgnoredQuery {
  fileprivate var described: String {
    switch self {
    case .all: "all of the query"
    case .names(let names): names.sorted().joined(separator: ", ")
    }
  }
}
