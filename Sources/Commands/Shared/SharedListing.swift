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
    try? await task.session.unlockTeamUnasked()
    var entries: [SharedEntry] = []
    for entry in filter.values.isEmpty ? try await listed() : try await found() {
      entries.append(try await task.revealed(entry))
    }
    tellAge()
    tellLocked(entries)
    return entries
  }

  /// Of keys that may be old.
  private func tellAge() {
    guard let trouble = task.session.teamState.trouble else { return }
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

  private func listed() async throws -> [SharedEntry] {
    var query = query
    query.sort = sort
    var entries: [SharedEntry] = []
    while true {
      query.offset = entries.count
      let page = try await task.shared.list(query)
      entries += page.entries
      guard !page.entries.isEmpty, entries.count < page.total else { return entries }
    }
  }

  /// Returns the entries that match. Locked values stay locked: no passphrase is asked for to search.
  private func found() async throws -> [SharedEntry] {
    var query = query
    var entries: [SharedEntry] = []
    var locked = 0
    while true {
      let piece = try await task.shared.find(query, where: filter.accepts)
      entries += piece.entries
      locked += piece.locked
      guard let next = piece.next else { break }
      query.after = next
    }
    if locked > 0 { task.console.note("Not searched: \(locked.counted("value")) of locked ciphers.") }
    return entries.sorted { sort.puts($0, before: $1) }
  }
}
