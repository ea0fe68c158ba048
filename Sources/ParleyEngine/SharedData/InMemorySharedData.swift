/// Shared data that ends with the process.
public final class InMemorySharedData: SharedDataStorage {
  /// How many changes of a key are remembered.
  fileprivate static let longestHistory = 1000

  fileprivate struct State {
    var lastSequence: Int64 = 0
    /// Oldest first.
    var changes: [SharedKey: [SharedRecord]] = [:]
    /// With the number of the last change that each refers to, in the order in which they were taken.
    var snapshots: [(snapshot: SharedSnapshot, sequence: Int64)] = []
    /// The key of each change, oldest first; some changes may be forgotten.
    var order: [(sequence: Int64, key: SharedKey)] = []
    /// One for each that holds it.
    var listeners: [@Sendable () -> Void] = []
  }

  fileprivate let state = Lock(State())

  /// Empty.
  public init() {}

  public func lastSequence() -> Int64 {
    state.withLock { $0.lastSequence }
  }

  public func lastSequencesNow() -> [Int64?]? { [lastSequence()] }

  public func lastChange(of key: SharedKey) -> SharedRecord? {
    state.withLock { $0.changes[key]?.last }
  }

  public func changes(after sequence: Int64, limit: Int) -> [SharedRecord] {
    state.withLock { state in
      state.records(after: sequence, limit: limit)
    }
  }

  public func history(of key: SharedKey, before: Int64?, limit: Int) -> [SharedRecord] {
    let changes = state.withLock { $0.changes[key] ?? [] }
    return changes.reversed().lazy.filter { $0.sequence < before ?? .max }.prefix(limit) + []
  }

  public func list(_ query: SharedQuery) -> SharedRecordPage {
    let found = state.withLock { $0.found(query) }
    let window = found.dropFirst(query.offset).prefix(query.limit)
    return SharedRecordPage(total: found.count, records: Array(window))
  }

  public func level(_ query: SharedQuery, limit: Int) -> SharedLevel {
    var query = query
    query.sort = SharedSort()
    var level = SharedLevel()
    for record in state.withLock({ $0.found(query) }) {
      level.add(record.key.name, behind: query.prefix.utf8.count, limit: limit)
    }
    return level
  }

  public func append(_ edit: SharedEdit) -> SharedAppend {
    changing { $0.append(edit) }
  }

  public func append(all edits: [SharedEdit]) -> SharedBatch {
    changing { $0.append(all: edits) }
  }

  public func append(all edits: [SharedEdit], asPartOf batch: Int64?) -> SharedBatch {
    changing { $0.append(all: edits, asPartOf: batch) }
  }

  public func removeAll(_ query: SharedQuery, edit: @escaping @Sendable (SharedKey) -> SharedEdit) -> Int {
    changing { state in
      let found = state.found(query)
      _ = state.append(all: found.map { edit($0.key) })
      return found.count
    }
  }

  public func rewrite(
    _ names: [KeyPattern], unlessBy cipher: String?,
    content: @escaping @Sendable (SharedRecord) throws(SharedDataError) -> SharedContent?
  ) throws(SharedDataError) {
    // On a copy, so that a failure leaves everything as it was.
    let (patterns, exact) = (names.filter { !$0.isExact }, Set(names: names.filter(\.isExact).map(\.text)))
    let before = state.withLock { state in
      state.changes.filter { key, _ in
        exact.contains(ExactString(key.name)) || patterns.contains { $0.matches(key.name) }
      }
    }
    var after: [SharedKey: [Int64: SharedContent]] = [:]
    for (key, records) in before {
      for record in records where record.content?.cipher != cipher {
        after[key, default: [:]][record.sequence] = try content(record)
      }
    }
    state.withLock { [after] state in
      for (key, contents) in after { state.rewrite(key, contents) }
    }
  }

  /// Nobody else has it.
  public func onForeignChange(_ call: @escaping @Sendable () -> Void) {
    state.withLock { $0.listeners.append(call) }
  }

  /// Whoever changes something knows it; where several hold it, the others have to be told.
  private func changing<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    let (result, listeners) = state.withLock { state in (body(&state), state.listeners) }
    if listeners.count > 1 { for listener in listeners { listener() } }
    return result
  }

}

extension InMemorySharedData.State {
  fileprivate func record(_ sequence: Int64, of key: SharedKey) -> SharedRecord? {
    guard let records = changes[key] else { return nil }
    let index = records.partitioningIndex { $0.sequence >= sequence }
    return index < records.endIndex && records[index].sequence == sequence ? records[index] : nil
  }

  fileprivate func records(after sequence: Int64, limit: Int) -> [SharedRecord] {
    let start = order.partitioningIndex { $0.sequence > sequence }
    return order[start...].lazy.compactMap { record($0.sequence, of: $0.key) }.prefix(limit) + []
  }

  /// - Parameter last: nil for the last change of all.
  fileprivate func found(_ query: SharedQuery, asOf last: Int64? = nil) -> [SharedRecord] {
    changes.values.compactMap { records in last.map { last in records.last { $0.sequence <= last } } ?? records.last }
      .filter { $0.content != nil && query.finds($0) }
      .sorted { query.sort.puts($0, before: $1) }
  }

  fileprivate mutating func append(all edits: [SharedEdit], asPartOf outer: Int64? = nil) -> SharedBatch {
    let before = self
    let batch = outer ?? lastSequence + 1
    var made: [SharedRecord] = []
    for edit in edits {
      switch append(edit, batch: batch) {
      case .made(let record): made.append(record)
      case .nothingToRemove: continue
      case .conflict:
        self = before
        return .conflict(edit.key)
      }
    }
    return .made(made)
  }

  fileprivate mutating func append(_ edit: SharedEdit, batch: Int64? = nil) -> SharedAppend {
    let last = changes[edit.key]?.last
    if case .lastChange(let expected) = edit.expectation, expected != last?.sequence ?? 0 { return .conflict }
    guard edit.content != nil || last?.content != nil else { return .nothingToRemove }
    lastSequence += 1
    let record = SharedRecord(edit, sequence: lastSequence, batch: batch)
    changes[edit.key, default: []].append(record)
    order.append((lastSequence, edit.key))
    trim(edit.key)
    return .made(record)
  }

  /// The changes of a key that snapshots refer to.
  private func needed(of key: SharedKey) -> Set<Int64> {
    let taken = snapshots.filter { key.environment == nil || $0.snapshot.environment == key.environment }
    return Set(taken.compactMap { taken in changes[key]?.last { $0.sequence <= taken.sequence }?.sequence })
  }

  /// Only now and then, so that it costs little.
  private mutating func trim(_ key: SharedKey) {
    let longest = InMemorySharedData.longestHistory
    guard let count = changes[key]?.count, count > 2 * longest else { return }
    let needed = needed(of: key)
    let old = changes[key]?.prefix(count - longest).filter { needed.contains($0.sequence) } ?? []
    changes[key]?.replaceSubrange(..<(count - longest), with: old)
    order = order.filter { record($0.sequence, of: $0.key) != nil }
  }

  fileprivate mutating func rewrite(_ key: SharedKey, _ contents: [Int64: SharedContent]) {
    changes[key] = changes[key]?.map { record in
      contents[record.sequence].map { SharedRecord(record, content: $0) } ?? record
    }
  }
}

extension InMemorySharedData: SharedSnapshotStorage {
  public var snapshots: (any SharedSnapshotStorage)? { self }

  public func snapshots(of environment: String?) -> [SharedSnapshot] {
    state.withLock { $0.snapshots.map(\.snapshot).filter { $0.environment == environment }.reversed() }
  }

  public func takeSnapshot(
    _ name: String, of query: SharedQuery, writer: String?, at time: Timestamp
  ) -> SharedSnapshot? {
    state.withLock { state in
      guard state.snapshot(name, of: query.environment) == nil else { return nil }
      let snapshot = SharedSnapshot(
        name: name, environment: query.environment, count: state.found(query).count, writer: writer, at: time)
      state.snapshots.append((snapshot, state.lastSequence))
      return snapshot
    }
  }

  public func removeSnapshot(_ name: String, of environment: String?) -> Bool {
    state.withLock { state in
      guard let place = state.snapshot(name, of: environment) else { return false }
      state.snapshots.remove(at: place)
      return true
    }
  }

  public func list(_ query: SharedQuery, inSnapshot name: String) -> SharedRecordPage? {
    state.withLock { state in
      guard let place = state.snapshot(name, of: query.environment) else { return nil }
      let found = state.found(query, asOf: state.snapshots[place].sequence)
      return SharedRecordPage(
        total: found.count, records: Array(found.dropFirst(query.offset).prefix(query.limit)))
    }
  }
}

extension InMemorySharedData.State {
  fileprivate func snapshot(_ name: String, of environment: String?) -> Int? {
    snapshots.firstIndex { $0.snapshot.name.isIdentical(to: name) && $0.snapshot.environment == environment }
  }
}

extension SharedRecord {
  /// The change that an edit makes, once it has its number.
  package init(_ edit: SharedEdit, sequence: Int64, batch: Int64? = nil) {
    self.init(
      sequence: sequence, key: edit.key, content: edit.content, writer: edit.writer, at: edit.at, origin: edit.origin,
      restored: edit.restored, batch: batch)
  }

  fileprivate init(_ record: SharedRecord, content: SharedContent) {
    self.init(
      sequence: record.sequence, key: record.key, content: content, writer: record.writer, at: record.at,
      origin: record.origin, restored: record.restored, batch: record.batch)
  }
}

extension RandomAccessCollection {
  /// Returns the index of the first element for which the condition holds; it must hold for all that follow.
  fileprivate func partitioningIndex(where holds: (Element) -> Bool) -> Index {
    var (low, count) = (startIndex, count)
    while count > 0 {
      let half = count / 2
      let middle = index(low, offsetBy: half)
      if holds(self[middle]) { count = half } else { (low, count) = (index(after: middle), count - half - 1) }
    }
    return low
  }
}
