/// Goes along the storage's changes, in their order and each once, whoever made them.
final class SharedFeed: Sendable {
  /// - Parameter removed: of a removal, the change that had set the key.
  typealias Observer = @Sendable (_ record: SharedRecord, _ removed: SharedRecord?) -> Void

  private struct State {
    /// Up to which change everybody has been told; nil before the start.
    var position: Int64?
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

  /// Is called for every change before the subscriptions are, and holds up the next.
  func onChange(_ observer: @escaping Observer) {
    state.withLock { $0.observer = observer }
  }

  /// What is there already is not told.
  func start() async throws(RepositoryError) {
    guard state.withLock({ $0.position == nil }) else { return }
    try await turn { () async throws(RepositoryError) in
      guard state.withLock({ $0.position == nil }) else { return }
      move(to: try await storage.lastSequence())
    }
  }

  /// Tells of everything that is new.
  /// - Parameter own: a change that was just made; where it is the next one the storage need not be asked.
  func advance(past own: SharedRecord? = nil) async throws(RepositoryError) {
    try await start()
    try await turn { () async throws(RepositoryError) in
      if let own, own.content != nil, own.sequence == state.withLock({ $0.position }).map({ $0 + 1 }) {
        return await tell([own])
      }
      while case let page = try await nextPage(), !page.isEmpty { await tell(page) }
    }
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

  private func nextPage() async throws(RepositoryError) -> [SharedRecord] {
    try await storage.changes(after: state.withLock { $0.position ?? 0 }, limit: Self.pageSize)
  }

  private func tell(_ records: [SharedRecord]) async {
    let observer = state.withLock { $0.observer }
    for record in records {
      observer?(record, await removed(by: record))
      move(to: record.sequence)
    }
  }

  /// The change that had set a removed key.
  func removed(by record: SharedRecord) async -> SharedRecord? {
    guard record.content == nil else { return nil }
    return try? await storage.history(of: record.key, before: record.sequence, limit: 1).first
  }

  private func move(to position: Int64) {
    let subscriptions = state.withLock { state in
      state.position = position
      return state.subscriptions.values.compactMap(\.changes)
    }
    for subscription in subscriptions { subscription.advance(to: position) }
  }
}
