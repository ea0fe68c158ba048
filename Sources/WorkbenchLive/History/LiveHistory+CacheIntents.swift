import ParleyEngine
import ParleyWorkspace
package import WorkbenchServices

// What is done to entries of the cache, one or many.
extension LiveHistory {
  package func perform(_ intent: CacheIntent) async throws -> CacheOutcome {
    let cache = session.client.cache
    switch intent.job {
    case .expire:
      for ids in intent.entries.pieces { try await cache.expire(CacheFilter(ids: ids)) }
    case .remove:
      var removed = 0
      for ids in intent.entries.pieces { removed += try await cache.clear(CacheFilter(ids: ids)) }
      return CacheOutcome(done: removed)
    case .pin(let isPinned):
      for ids in intent.entries.pieces { try await cache.setPinned(isPinned, CacheFilter(ids: ids)) }
    case .askAgain: return try await each(of: intent) { try await self.askAgain($0) }
    case .mock: return try await mock(intent)
    }
    return CacheOutcome(done: intent.entries.count)
  }

  private func mock(_ intent: CacheIntent) async throws -> CacheOutcome {
    let file = Lock<String?>(nil)
    var outcome = try await each(of: intent) { id in
      let written = try await self.keepCachedAsMock(id)
      file.withLock { $0 = written ?? $0 }
    }
    outcome.file = file.withLock { $0 }
    return outcome
  }

  /// Acts on the entries one after the other. If there are several, failures are collected and the others are still
  /// done.
  private func each(
    of intent: CacheIntent, _ act: (CacheEntryID) async throws -> Void
  ) async throws -> CacheOutcome {
    guard intent.entries.count > 1 || intent.isPart else {
      for id in intent.entries { try await act(id) }
      return CacheOutcome(done: intent.entries.count)
    }
    var outcome = CacheOutcome(done: 0)
    for id in intent.entries {
      try Task.checkCancellation()
      do {
        try await act(id)
        outcome.done += 1
      } catch {
        let problem = Problem(error, hiding: secrets)
        outcome.refusals.append(CacheOutcome.Refusal(problem.place ?? "\(id.rawValue)", problem))
      }
    }
    return outcome
  }

  private func askAgain(_ id: CacheEntryID) async throws {
    let session = session
    guard let (entry, listing) = try await session.client.cache.entry(id) else { return }
    let rendered = try await rendered(entry, listing)
    try await session.client.cache.expire(CacheFilter(ids: [id]))
    _ = try await session.sending.call(rendered).response()
  }
}

extension [CacheEntryID] {
  /// So many that a statement may name all of them.
  private static var most: Int { 500 }

  fileprivate var pieces: [ArraySlice<CacheEntryID>] {
    stride(from: 0, to: count, by: Self.most).map { self[$0..<Swift.min(count, $0 + Self.most)] }
  }
}
