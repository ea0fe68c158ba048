internal import ParleyEngine

extension EffectiveCache {
  /// For the engine; nil where nobody wishes anything.
  /// - Parameter group: filled in.
  func policy(group: String?) -> CachePolicy? {
    let policy = CachePolicy(
      use: isOff.value ? .off : nil, updatesCache: update.value, timeToLive: ttl.value,
      group: group, ignoredQuery: ignoreQuery.value?.forEngine, invalidates: invalidates.value?.map(\.value))
    return policy == CachePolicy() ? nil : policy
  }
}

extension IgnoredQueryDefinition {
  fileprivate var forEngine: IgnoredQuery {
    switch self {
    case .all: .all
    case .names(let names): .names(Set(names))
    }
  }
}
