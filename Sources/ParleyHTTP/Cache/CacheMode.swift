/// How a client uses cache and network for all of its requests, whatever they wish.
///
/// ```swift
/// client.configuration.cacheMode = .offline
/// ```
public enum CacheMode: String, Sendable, Hashable, CaseIterable {
  /// As requests wish and headers have it.
  case automatic
  /// The cache is neither read nor written.
  case bypass
  /// Fresh entries are served from the cache; nothing is sent.
  case onlyCache
  /// Entries are served from the cache, however old they are; nothing is sent.
  case offline

  /// Whether nothing may go to a server.
  public var refusesNetwork: Bool { self == .onlyCache || self == .offline }
}

extension CacheDecision {
  /// Returns the decision about an entry while nothing may be sent.
  func offline(_ question: CacheQuestion, _ entry: CacheEntry?, at now: Timestamp) -> CacheDecision {
    guard action != .use, let entry else { return self }
    if case .varies(let header) = reason, !question.isUnknown(header) { return self }
    if case .keptForUnknown = reason { return self }
    return CacheDecision(.use, .offline(age: entry.timeHere(at: now)))
  }
}

/// Sends nothing: every transfer fails at once, and says why.
struct RefusingTransport: Transport {
  let mode: CacheMode

  func start(
    _ request: TransportRequest, handler: @escaping @Sendable (TransportEvent) -> Void
  ) -> any TransportTask {
    let reason =
      mode == .offline
      ? "The cache has no response\(place(of: request)), and this session is offline."
      : "The cache has no fresh response\(place(of: request)), and this session asks nothing but the cache."
    handler(.finished(.failure(TransportError(.offline, reason))))
    return EndedTransfer()
  }
}

extension RefusingTransport {
  /// Without the query, where secrets are most likely; nothing where one may be in the path.
  private func place(of request: TransportRequest) -> String {
    guard !request.isSecret, !request.url.contains("@") else { return "" }
    return " for \(request.url.prefix { $0 != "?" && $0 != "#" })"
  }
}

private struct EndedTransfer: TransportTask {
  func cancel() {}
  func pause() {}
  func resume() {}
}
