import ParleyEngine
import ParleyText
import ParleyWorkspace

/// Runs `parley cache` with an open session.
struct CacheTask: Sendable {
  let action: CacheCommand.Action
  let report: CacheReport
  let session: Session

  init(_ command: CacheCommand, _ session: Session, _ console: any Console) {
    action = command.action
    report = CacheReport(printsJSON: command.printsJSON, console: console)
    self.session = session
  }

  private var cache: ClientCache { session.client.cache }

  func run() async throws {
    switch action {
    case .list(let words, let sort, let asTree): try await list(chosen(by: words), sort, asTree: asTree)
    case .show(let id): try await show(id)
    case .why(let request): report.decision(try await decision(for: request))
    case .remove(let choices): report.removed(try await remove(choices))
    case .clear(let words): report.removed(try await cache.clear(chosen(by: words)))
    }
  }

  /// A word that is not understood would filter nothing, and `clear` remove too much.
  private func chosen(by words: String) throws -> CacheFilter {
    if let problem = CacheEntryFilter(words).problems.first { throw UsageError(problem) }
    return session.cached(words)
  }

  private func list(_ filter: CacheFilter, _ sort: CacheSort?, asTree: Bool) async throws {
    let listings = try await cache.list(filter, by: sort ?? CacheSort(), limit: .max).listings
    let largestFirst = CacheSort(.size, isDescending: true)
    asTree ? report.tree(CacheTree(listings), by: sort ?? largestFirst) : report.list(listings)
  }

  private func show(_ id: CacheEntryID) async throws {
    guard let (entry, listing) = try await cache.entry(id) else { throw UsageError.noEntry(id) }
    try report.entry(entry, listing)
  }

  private func decision(for request: String) async throws -> CacheDecision {
    let rendered = try await session.render(request, prompter: ConsolePrompter(console: report.console))
    return try await session.cacheDecision(for: rendered)
  }

  private func remove(_ choices: [CacheCommand.Choice]) async throws -> Int {
    var removed = 0
    for choice in choices {
      let count = try await cache.clear(filter(choice))
      if count == 0, case .entry(let id) = choice { throw UsageError.noEntry(id) }
      removed += count
    }
    return removed
  }

  private func filter(_ choice: CacheCommand.Choice) -> CacheFilter {
    var filter = session.cached()
    switch choice {
    case .entry(let id): filter.ids = [id]
    case .request(let name): filter.names = [name]
    }
    return filter
  }
}

extension UsageError {
  fileprivate static func noEntry(_ id: CacheEntryID) -> UsageError {
    UsageError("The cache has no entry \(id.rawValue).", advice: "`parley cache list` shows the entries there are.")
  }
}
