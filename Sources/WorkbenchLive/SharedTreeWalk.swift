import ParleyEngine
import ParleyWorkspace
import WorkbenchServices

/// Goes through the lines of the tree of keys, from the top, and keeps those of a window.
struct SharedTreeWalk {
  private let shared: SharedData
  private let keys: SharedQuery
  private let levels: SharedLevels
  private let unfolded: Set<ExactString>

  private var window = 0..<0
  private var line = 0
  private var lines: [SharedLine] = []
  /// A key whose line is wanted, and that line once it is known.
  private var wanted: String?
  private var place: Int?

  init(_ shared: SharedData, _ keys: SharedQuery, _ levels: SharedLevels, unfolded: Set<ExactString>) {
    self.shared = shared
    self.keys = keys
    self.levels = levels
    self.unfolded = unfolded
  }

  func window(_ query: SharedKeysQuery) async throws -> SharedKeysWindow {
    var offset = query.offset
    if let name = query.around {
      var search = self
      search.wanted = name
      try await search.walk(below: "", depth: 0)
      if let place = search.place { offset = max(0, place - query.count / 2) }
    }
    var walk = self
    walk.window = offset..<offset + query.count
    try await walk.walk(below: "", depth: 0)
    let root = try await levels.level(below: "")
    return SharedKeysWindow(total: walk.line, keyCount: root.keyCount, offset: offset, lines: walk.lines)
  }

  private mutating func walk(below prefix: String, depth: Int) async throws {
    let level = try await levels.level(below: prefix)
    for group in level.groups {
      put(.group(prefix: group.prefix, count: group.count, depth: depth))
      if unfolded.contains(ExactString(group.prefix)) { try await walk(below: group.prefix, depth: depth + 1) }
    }
    let rest = level.groupCount - level.groups.count
    if rest > 0 { put(.moreGroups(rest, depth: depth)) }
    try await walkKeys(level.directCount, below: prefix, depth: depth)
  }

  private mutating func walkKeys(_ count: Int, below prefix: String, depth: Int) async throws {
    var direct = keys
    (direct.prefix, direct.isDirect) = (prefix, true)
    if let wanted, wanted.parentPrefix.isIdentical(to: prefix) {
      place = try await LiveShared.place(of: wanted, among: direct, in: shared).map { $0 + line }
    }
    let shown = window.clamped(to: line..<line + count)
    if !shown.isEmpty {
      (direct.offset, direct.limit, direct.isCounted) = (shown.lowerBound - line, shown.count, false)
      lines += try await shared.list(direct).entries.map { .key(SharedRow($0), depth: depth) }
    }
    line += count
  }

  private mutating func put(_ new: SharedLine) {
    if window.contains(line) { lines.append(new) }
    line += 1
  }
}

/// The levels of the tree of keys that have been counted, as long as nothing is written.
final class SharedLevels: Sendable {
  private let known = Lock<[ExactString: SharedLevel]>([:])
  private let shared: SharedData?
  private let keys: SharedQuery?

  init(_ shared: SharedData? = nil, _ keys: SharedQuery? = nil) {
    self.shared = shared
    self.keys = keys
  }

  func level(below prefix: String) async throws -> SharedLevel {
    if let level = known.withLock({ $0[ExactString(prefix)] }) { return level }
    guard let shared, var query = keys else { return SharedLevel() }
    query.prefix = prefix
    let level = try await shared.level(query)
    known.withLock { $0[ExactString(prefix)] = level }
    return level
  }
}

/// Holds what was counted last.
final class SharedLevelsCache: Sendable {
  private struct State: Sendable {
    var change: Int64 = -1
    var keys: SharedQuery?
    var levels = SharedLevels()
  }

  private let state = Lock(State())

  /// - Parameter keys: its order does not count, and the ages in its conditions move: then all is counted again.
  func current(of shared: SharedData, _ keys: SharedQuery) async throws -> SharedLevels {
    var keys = keys
    keys.sort = SharedSort()
    let change = try await shared.lastChange()
    return state.withLock { [keys] state in
      if state.change != change || state.keys != keys {
        state = State(change: change, keys: keys, levels: SharedLevels(shared, keys))
      }
      return state.levels
    }
  }
}

extension String {
  /// The part of a key's name before the last component, with its dot; empty if there is none.
  fileprivate var parentPrefix: String {
    lastIndex(of: ".").map { String(self[...$0]) } ?? ""
  }
}
