import ParleyEngine
import ParleyText
import ParleyWorkspace
import WorkbenchServices

// The keys as they were at a moment of a run.
extension LiveShared {
  func sharedKeys(_ query: SharedKeysQuery, at moment: ShownMoment) async throws -> SharedKeysWindow {
    let entries = try await then(moment).entries(in: session.shared, SharedFilter(query.filter))
    let lines = query.tree.map { SharedLines(entries, query.sort, unfolded: $0).lines } ?? entries.lines(by: query.sort)
    let place = query.around.flatMap { name in lines.firstIndex { $0.row?.key.name.isIdentical(to: name) == true } }
    let offset = place.map { max(0, $0 - query.count / 2) } ?? min(query.offset, lines.count)
    return SharedKeysWindow(
      total: lines.count, keyCount: entries.count, offset: offset, lines: Array(lines[offset...].prefix(query.count)))
  }

  /// All values at once: they have been read.
  func findShared(_ query: SharedValuesQuery, at moment: ShownMoment) async throws -> SharedValuesFound {
    let (session, filter) = (session, SharedFilter(query.filter))
    let entries = try await then(moment).entries(in: session.shared, filter)
    var rows: [SharedRow] = []
    for entry in entries {
      var value = entry.value
      if entry.content == .hidden {
        value = try await session.sharedKeys.change(of: entry.key.name, asOf: moment.time, showsSecrets: true)?.value
      }
      if let value, filter.accepts(value) { rows.append(SharedRow(entry)) }
    }
    return SharedValuesFound(rows: rows, lookedAt: entries.count, locked: entries.count(where: \.isLocked), next: nil)
  }

  func sharedFacts(below prefix: String, matching filter: String, _ moment: ShownMoment) async throws
    -> SharedGroupFacts
  {
    var facts = SharedGroupFacts(prefix: prefix)
    for entry in try await then(moment).entries(in: session.shared, SharedFilter(filter))
    where entry.key.name.utf8.starts(with: prefix.utf8) { facts.add(entry, at: moment.time) }
    return facts
  }

  /// With the changes until then.
  func sharedKey(_ name: String, then moment: ShownMoment) async throws -> SharedKeyDetail? {
    let session = session
    guard let key = try await then(moment)[name], let entry = key.shown(in: session.shared) else { return nil }
    let history = try await key.newest.asyncHistory { try await self.history(of: name, upTo: $0, in: session) }
    let row = history.first { $0.sequence == entry.sequence } ?? SharedRow(entry)
    var detail = SharedKeyDetail(
      row: row, value: row.isSecret ? nil : entry.value, history: history, uses: await places(of: name, in: session))
    detail.decoded = detail.value.flatMap(DecodedValue.init)
    return detail
  }

  private func then(_ moment: ShownMoment) async throws -> SharedThen {
    try await live.sharedThen.current(moment, in: session)
  }
}

extension Int64? {
  fileprivate func asyncHistory(_ read: (Int64) async throws -> [SharedRow]) async throws -> [SharedRow] {
    if let self { try await read(self) } else { [] }
  }
}

extension [SharedEntry] {
  fileprivate func lines(by sort: SharedSort, depth: Int = 0) -> [SharedLine] {
    self.sorted { sort.puts($0, before: $1) }.map { .key(SharedRow($0), depth: depth) }
  }
}

/// The lines of the tree of keys that are all known.
private struct SharedLines {
  private(set) var lines: [SharedLine] = []
  private let sort: SharedSort
  private let unfolded: Set<ExactString>

  /// - Parameter entries: by their names.
  init(_ entries: [SharedEntry], _ sort: SharedSort, unfolded: Set<ExactString>) {
    (self.sort, self.unfolded) = (sort, unfolded)
    add(entries, below: "", depth: 0)
  }

  private mutating func add(_ entries: [SharedEntry], below prefix: String, depth: Int) {
    let length = prefix.utf8.count
    var level = SharedLevel()
    for entry in entries { level.add(entry.key.name, behind: length, limit: .max) }
    for group in level.groups {
      lines.append(.group(prefix: group.prefix, count: group.count, depth: depth))
      guard unfolded.contains(ExactString(group.prefix)) else { continue }
      let inner = entries.filter { $0.key.name.utf8.starts(with: group.prefix.utf8) }
      add(inner, below: group.prefix, depth: depth + 1)
    }
    let direct = entries.filter { !$0.key.name.utf8.dropFirst(length).contains(UInt8(ascii: ".")) }
    lines += direct.lines(by: sort, depth: depth)
  }
}

/// Holds the keys of the moment that was shown last, as long as nothing is written.
final class SharedThenCache: Sendable {
  /// So many of the keys that are there now are looked at.
  private static let mostKeys = 10_000

  private struct State: Sendable {
    let moment: ShownMoment
    let change: Int64
    let keys: SharedQuery
    let then: SharedThen
  }

  private let state = Lock<State?>(nil)

  func current(_ moment: ShownMoment, in session: Session) async throws -> SharedThen {
    let (change, keys) = (try await session.shared.lastChange(), session.shared.query())
    if let known = state.withLock({ $0 }), known.moment == moment, known.change == change, known.keys == keys {
      return known.then
    }
    // Removed keys are known from the log.
    try await session.flushEvents()
    let then = try await session.sharedKeys.then(
      asOf: moment.time, in: moment.environment, knowing: moment.known, limit: Self.mostKeys)
    state.withLock { $0 = State(moment: moment, change: change, keys: keys, then: then) }
    return then
  }
}
