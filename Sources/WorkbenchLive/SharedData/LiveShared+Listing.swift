import ParleyEngine
import ParleyText
import ParleyWorkspace
package import WorkbenchServices

extension LiveShared {
  package func sharedKeys(_ query: SharedKeysQuery) async throws -> SharedKeysWindow {
    if let moment = query.moment { return try await sharedKeys(query, at: moment) }
    let shared = session.shared
    var keys = shared.query()
    keys.sort = query.sort
    keys.conditions = SharedFilter(query.filter).conditions(at: .now())
    if let unfolded = query.tree {
      let levels = try await live.sharedLevels.current(of: shared, keys)
      return try await SharedTreeWalk(shared, keys, levels, unfolded: unfolded).window(query)
    }
    let place = try await query.around.asyncMap { try await Self.place(of: $0, among: keys, in: shared) } ?? nil
    (keys.offset, keys.limit) = (place.map { max(0, $0 - query.count / 2) } ?? query.offset, query.count)
    let page = try await shared.list(keys)
    return SharedKeysWindow(total: page.total, offset: keys.offset, rows: page.entries.map(SharedRow.init))
  }

  /// Which of the keys it is. In another order than that of the names it is looked for among the first only.
  static func place(of name: String, among keys: SharedQuery, in shared: SharedData) async throws -> Int? {
    guard keys.sort.field != .name || keys.sort.isDescending else {
      return try await shared.position(of: name, in: keys)
    }
    var first = keys
    (first.offset, first.limit, first.isCounted) = (0, mostLookedThrough, false)
    return try await shared.list(first).entries.firstIndex { $0.key.name.isIdentical(to: name) }
  }

  private static let mostLookedThrough = 1000

  package func sharedFacts(
    below prefix: String, matching filter: String, at moment: ShownMoment?
  ) async throws -> SharedGroupFacts {
    if let moment { return try await sharedFacts(below: prefix, matching: filter, moment) }
    let (shared, now) = (session.shared, Timestamp.now())
    var facts = SharedGroupFacts(prefix: prefix)
    var keys = shared.query(prefix: prefix, limit: Self.factsStep)
    (keys.conditions, keys.isCounted) = (SharedFilter(filter).conditions(at: now), false)
    while true {
      try Task.checkCancellation()
      let page = try await shared.list(keys).entries
      for entry in page { facts.add(entry, at: now) }
      guard page.count == Self.factsStep, let last = page.last else { break }
      guard facts.count < Self.mostFacts else {
        facts.isCut = true
        break
      }
      keys.after = last.key.name
    }
    return facts
  }

  private static let factsStep = 500
  /// Of more keys the first are enough to know what they are.
  private static let mostFacts = 20_000

  package func findShared(_ query: SharedValuesQuery) async throws -> SharedValuesFound {
    if let moment = query.moment { return try await findShared(query, at: moment) }
    let shared = session.shared
    await session.ciphers.unlockKeyFiles()
    let filter = SharedFilter(query.filter)
    var keys = shared.query(limit: query.count)
    (keys.conditions, keys.after) = (filter.conditions(at: .now()), query.after)
    let found = try await shared.find(keys, where: filter.accepts)
    return SharedValuesFound(
      rows: found.entries.map(SharedRow.init), lookedAt: found.lookedAt, locked: found.locked, next: found.next)
  }
}

extension Optional {
  fileprivate func asyncMap<Result>(_ transform: (Wrapped) async throws -> Result) async rethrows -> Result? {
    if let self { try await transform(self) } else { nil }
  }
}
