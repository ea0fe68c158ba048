import ParleyEngine
import ParleyFiles
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
    case .why(let choice): report.decision(try await decision(for: choice))
    case .refresh(let choices): report.refreshed(try await refresh(choices))
    case .remove(let choices): report.removed(try await remove(choices))
    case .clear(let words): report.removed(try await cache.clear(chosen(by: words)))
    }
  }

  /// A word that is not understood would filter nothing, and `clear` remove too much.
  private func chosen(by words: String) throws -> CacheFilter {
    if let problem = CacheEntryFilter(words).problems.first { throw UsageError(problem) }
    return session.cache.filter(words)
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

  private func decision(for choice: CacheCommand.Choice) async throws -> CacheDecision {
    let rendered =
      switch choice {
      case .request(let name): try await session.sending.render(name, prompter: prompter)
      case .entry(let id): try await request(of: id)
      }
    return try await session.cache.decision(for: rendered)
  }

  private var prompter: ConsolePrompter { ConsolePrompter(console: report.console) }

  private func request(of id: CacheEntryID) async throws -> RenderedRequest {
    guard let (entry, listing) = try await cache.entry(id) else { throw UsageError.noEntry(id) }
    return try await session.cache.request(of: entry, listing, prompter: prompter)
  }

  /// Sends the request of each entry again, one after the other.
  private func refresh(_ choices: [CacheCommand.Choice]) async throws -> [(CacheEntryID, Response)] {
    var refreshed: [(CacheEntryID, Response)] = []
    for choice in choices {
      let found = try await cache.list(filter(choice), limit: .max).listings.map(\.id)
      if found.isEmpty { throw UsageError.noEntry(choice) }
      for id in found {
        let rendered = try await request(of: id)
        try await cache.expire(CacheFilter(ids: [id]))
        refreshed.append((id, try await session.sending.call(rendered).response()))
      }
    }
    return refreshed
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
    var filter = session.cache.filter()
    switch choice {
    case .entry(let id): filter.ids = [id]
    case .request(let name): filter.names = [name]
    }
    return filter
  }
}

extension UsageError {
  fileprivate static func noEntry(_ choice: CacheCommand.Choice) -> UsageError {
    switch choice {
    case .entry(let id): noEntry(id)
    case .request(let name):
      UsageError(
        "The cache has no entry of \(Printable.quoted(name)).",
        advice: "`parley cache list` shows the entries there are, with their numbers.")
    }
  }

  fileprivate static func noEntry(_ id: CacheEntryID) -> UsageError {
    UsageError("The cache has no entry \(id.rawValue).", advice: "`parley cache list` shows the entries there are.")
  }
}
