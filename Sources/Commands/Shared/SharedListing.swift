import ParleyEngine
import ParleyTeam
import ParleyText
import ParleyWorkspace

/// The keys that a filter finds, in the order that is asked for.
struct SharedListing {
  private static let pageSize = 500

  private let task: SharedDataTask
  private let filter: SharedFilter
  private let sort: SharedSort

  /// - Throws: for a filter that cannot be understood.
  init(_ task: SharedDataTask, _ filter: String, _ sort: SharedSort) throws {
    self.task = task
    self.filter = SharedFilter(filter)
    self.sort = sort
    if let problem = self.filter.problems.first {
      throw UsageError(problem)
    }
  }

  func entries() async throws -> [SharedEntry] {
    // A server that cannot be reached, and a key that does not open, leave the values locked.
    try? await task.session.team.unlockUnasked()
    let entries = try await revealed(filter.values.isEmpty ? try await listed() : try await found())
    task.hideProgress()
    tellAge()
    tellLocked(entries)
    return entries
  }

  /// Secrets with their values, where these were asked for.
  private func revealed(_ entries: [SharedEntry]) async throws -> [SharedEntry] {
    let secrets = task.report.reveals ? entries.filter(\.isSecret).map(\.key.name) : []
    guard !secrets.isEmpty else { return entries }
    let revealed = try await task.session.sharedKeys.revealAll(secrets, by: task.prompter).map {
      (ExactString($0.key.name), $0)
    }
    let byName = Dictionary(revealed) { $1 }
    return entries.map { byName[ExactString($0.key.name)] ?? $0 }
  }

  /// Of keys that may be old.
  private func tellAge() {
    guard let trouble = task.session.team.state.trouble else { return }
    let age = trouble.copiedAt.map { "The team's keys are as of \($0.iso8601)" } ?? "The team's keys are not known"
    task.console.note("\(age): \(Printable.text(trouble.error.summary))")
  }

  private func tellLocked(_ entries: [SharedEntry]) {
    let locked = entries.count { $0.isTeams && $0.isLocked }
    guard locked > 0 else { return }
    task.console.note("The team's passphrase opens \(locked.counted("value")): `parley shared get NAME` asks for it.")
  }

  private var query: SharedQuery {
    var query = task.shared.query(limit: Self.pageSize)
    query.conditions = filter.conditions(at: .now())
    return query
  }

  /// Page by page along the names, each of which begins behind the one before: an offset would be counted off each time. In another
  /// order they are read at once.
  private func listed() async throws -> [SharedEntry] {
    var query = query
    guard sort.field == .name else {
      (query.sort, query.limit, query.isCounted) = (sort, .max, false)
      return try await task.shared.list(query).entries
    }
    var entries: [SharedEntry] = []
    while true {
      // The first page counts all of them, for the line of progress.
      let page = try await task.shared.list(query)
      if query.isCounted { SharedProgress.begin(page.total) }
      for entry in page.entries {
        try SharedProgress.step()
        entries.append(entry)
      }
      guard page.entries.count == Self.pageSize, let last = page.entries.last else { break }
      (query.after, query.isCounted) = (last.key.name, false)
    }
    return sort.isDescending ? entries.reversed() : entries
  }

  /// Returns the entries that match. Key files are read; what a passphrase locks stays locked, for none is asked for to search.
  private func found() async throws -> [SharedEntry] {
    await task.session.ciphers.unlockKeyFiles()
    var query = query
    var (entries, locked): ([SharedEntry], Int) = ([], 0)
    query.limit = 0
    SharedProgress.begin(try await task.shared.list(query).total)
    query.limit = Self.pageSize
    while true {
      let piece = try await task.shared.find(query, where: filter.accepts)
      for _ in 0..<piece.lookedAt { try SharedProgress.step() }
      entries += piece.entries
      locked += piece.locked
      guard let next = piece.next else { break }
      query.after = next
    }
    if locked > 0 { task.console.note("Not searched: \(locked.counted("value")) of locked ciphers.") }
    return entries.sorted { sort.puts($0, before: $1) }
  }
}
