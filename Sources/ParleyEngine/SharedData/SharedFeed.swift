/// Goes along the storage's changes, in their order and each once, whoever made them.
final class SharedFeed: Sendable {
  /// Hears of every change at once, and of those that are told together when all of them have come.
  struct Observer: Sendable {
    let sees: @Sendable (SharedRecord) -> Void
    let tells: @Sendable (SharedChangeGroup) -> Void
  }

  private struct State {
    /// Up to which change everybody has been told; nil before the start.
    var position: SharedPosition?
    var observer: Observer?
    var subscriptions: [ObjectIdentifier: Subscription] = [:]
  }

  /// Lives as long as its reader wants it.
  private struct Subscription {
    weak var changes: SharedChanges?
  }

  private static let pageSize = 256

  private let state = Lock(State())
  private let turn = AsyncTurn()
  private let storage: any SharedDataStorage

  init(storage: any SharedDataStorage) {
    self.storage = storage
  }

  /// Is called for every change before the subscriptions are, and holds up the next. What is told of a large batch comes at its end.
  func onChange(_ observer: Observer) {
    state.withLock { $0.observer = observer }
  }

  /// Starts after the last change: those that exist already are not reported.
  func start() async throws(RepositoryError) {
    guard state.withLock({ $0.position == nil }) else { return }
    try await turn { () async throws(RepositoryError) in
      guard state.withLock({ $0.position == nil }) else { return }
      move(to: SharedPosition(try await storage.lastSequences(waitingFor: nil)))
    }
  }

  /// The same without waiting, for who observes and does nothing else.
  func startNow() {
    guard state.withLock({ $0.position == nil }), let last = storage.lastSequencesNow(), !last.isEmpty else { return }
    let subscriptions = state.withLock { state -> [SharedChanges] in
      // Whoever was faster began earlier, which misses nothing.
      guard state.position == nil else { return [] }
      state.position = SharedPosition(last)
      return state.subscriptions.values.compactMap(\.changes)
    }
    for subscription in subscriptions { subscription.begin(at: SharedPosition(last)) }
  }

  /// The same of the row of numbers that a change will be counted by: it is waited for.
  func start(for key: SharedKey) async throws(RepositoryError) { try await start(lane: storage.lane(of: key)) }

  /// The same of the rows of many changes.
  func start(for keys: some Sequence<SharedKey>) async throws(RepositoryError) {
    for lane in Set(keys.map { storage.lane(of: $0) }) { try await start(lane: lane) }
  }

  private func start(lane: Int) async throws(RepositoryError) {
    try await start()
    guard !position.knows(lane) else { return }
    try await turn { () async throws(RepositoryError) in try await joinLanes(waitingFor: lane) }
  }

  /// Forgets where it was in a row of numbers that begins anew: what is found there is not told.
  func restart(lane: Int) {
    state.withLock { $0.position?.forget(lane) }
    move(to: position)
  }

  /// Tells of everything that is new.
  /// - Parameter own: a change that was just made; where it is the next one the storage need not be asked.
  func advance(past own: SharedRecord? = nil) async throws(RepositoryError) {
    try await start()
    try await turn { () async throws(RepositoryError) in
      if let own, own.content != nil, let lane = state.withLock({ $0.position?.lane(before: own.sequence) }) {
        var open: SharedChangeGroup?
        return await tell([own], in: lane, isLast: true, &open)
      }
      try await joinLanes(waitingFor: nil)
      for lane in position.lanes.indices {
        try await tellAll(of: lane)
      }
    }
  }

  private var position: SharedPosition { state.withLock { $0.position ?? SharedPosition([]) } }

  /// Rows of numbers that were not known when it began.
  private func joinLanes(waitingFor lane: Int?) async throws(RepositoryError) {
    guard position.lanes.contains(nil) || lane.map(position.knows) == false else { return }
    let last = try await storage.lastSequences(waitingFor: lane)
    guard state.withLock({ $0.position?.join(last) }) == true else { return }
    move(to: position)
  }

  func add(_ subscription: SharedChanges) {
    let position = state.withLock { state in
      state.subscriptions[ObjectIdentifier(subscription)] = Subscription(changes: subscription)
      return state.position
    }
    if let position { subscription.begin(at: position) }
  }

  func remove(_ subscription: SharedChanges) {
    state.withLock { $0.subscriptions[ObjectIdentifier(subscription)] = nil }
  }

  private func nextPage(of lane: Int) async throws(RepositoryError) -> [SharedRecord] {
    guard let position = position.lanes[lane] else { return [] }
    return try await storage.changes(after: position, limit: Self.pageSize)
  }

  private func tellAll(of lane: Int) async throws(RepositoryError) {
    var open: SharedChangeGroup?
    defer { tell(&open) }
    while case let page = try await nextPage(of: lane), !page.isEmpty {
      await tell(page, in: lane, isLast: page.count < Self.pageSize, &open)
    }
  }

  /// - Parameters:
  ///   - isLast: whether nothing follows that may be part of the same batch.
  ///   - open: the changes to report as soon as they are complete.
  private func tell(
    _ records: [SharedRecord], in lane: Int, isLast: Bool, _ open: inout SharedChangeGroup?
  ) async {
    let observer = state.withLock { $0.observer }
    for (index, record) in records.enumerated() {
      observer?.sees(record)
      if open?.takes(record) != true { tell(&open) }
      let removed = open?.isLarge == true ? nil : await removed(by: record)
      // In its place: a copy for each change would cost as much as the batch is long.
      if open == nil { open = SharedChangeGroup(record) }
      open?.add(record, removed: removed)
      let next = index + 1 < records.count ? records[index + 1] : nil
      if next.map({ open?.takes($0) != true }) ?? isLast { tell(&open) }
      move(to: position.with(record.sequence, in: lane))
    }
  }

  private func tell(_ open: inout SharedChangeGroup?) {
    guard let group = open else { return }
    open = nil
    state.withLock { $0.observer }?.tells(group)
  }

  /// The change that had set a removed key.
  func removed(by record: SharedRecord) async -> SharedRecord? {
    guard record.content == nil else { return nil }
    return try? await storage.history(of: record.key, before: record.sequence, limit: 1).first
  }

  private func move(to position: SharedPosition) {
    guard !position.lanes.isEmpty else { return }
    let subscriptions = state.withLock { state in
      state.position = position
      return state.subscriptions.values.compactMap(\.changes)
    }
    for subscription in subscriptions { subscription.advance(to: position) }
  }
}

/// How far somebody is along the changes of a storage: the number of the last one in each of its rows of numbers, nil for a row that
/// is not known yet.
struct SharedPosition: Sendable, Hashable {
  var lanes: [Int64?]

  init(_ lanes: [Int64?]) {
    self.lanes = lanes
  }

  /// The row in which a change is the next one.
  func lane(before sequence: Int64) -> Int? {
    lanes.firstIndex { $0.map { $0 + 1 } == sequence }
  }

  func with(_ sequence: Int64, in lane: Int) -> SharedPosition {
    var copy = self
    copy.lanes[lane] = sequence
    return copy
  }

  /// It is not known any more, or not yet.
  mutating func forget(_ lane: Int) {
    pad(to: lane + 1)
    lanes[lane] = nil
  }

  /// Rows that another one has besides are not known.
  mutating func pad(to count: Int) {
    lanes += Array(repeating: nil, count: max(0, count - lanes.count))
  }

  func knows(_ lane: Int) -> Bool { lanes.indices.contains(lane) && lanes[lane] != nil }

  /// Begins in the rows that have become known.
  /// - Returns: whether there are any.
  mutating func join(_ other: [Int64?]) -> Bool {
    let before = self
    pad(to: other.count)
    for (lane, sequence) in other.enumerated() where lanes.indices.contains(lane) && lanes[lane] == nil {
      lanes[lane] = sequence
    }
    return self.lanes.compactMap(\.self) != before.lanes.compactMap(\.self)
  }

  /// A row in which another position is further.
  func lane(behind other: SharedPosition) -> Int? {
    zip(lanes, other.lanes).enumerated().first { _, pair in
      if case (let own?, let other?) = pair { own < other } else { false }
    }?.offset
  }
}
