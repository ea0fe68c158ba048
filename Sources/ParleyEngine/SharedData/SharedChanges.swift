internal import DequeModule

/// Which changes of shared data somebody wants to hear of.
@nonexhaustive public enum SharedSubject: Sendable, Hashable {
  /// Of the key with this name, as it is seen from the active environment.
  case key(String)
  /// Of the keys whose names begin so.
  case prefix(String)
  /// Of all keys that are seen from the active environment.
  case all
}

/// The changes of shared data from now on, an async sequence for one reader.
///
/// Every set, an equal one too, and every removal comes once and in order, those of other processes included. Nothing
/// waits in memory for a slow reader: it reads on in the storage where it stopped.
///
/// ```swift
/// for await change in shared.changes(of: .prefix("user.")) {
///   show(change.key.name, change.entry.value)
/// }
/// ```
public final class SharedChanges: AsyncSequence, Sendable {
  public typealias Element = SharedChange
  public typealias Failure = Never

  private static let pageSize = 64

  private struct State {
    /// Up to which change the reader has them; nil before it is known where to begin.
    var position: SharedPosition?
    /// Up to which change they may be read.
    var announced = SharedPosition([])
    var ready: Deque<SharedChange> = []
    var reader: CheckedContinuation<Void, Never>?
    var isCancelled = false

    var hasMore: Bool { position?.lane(behind: announced) != nil }

    mutating func begin(at position: SharedPosition) {
      for lane in position.lanes.indices where position.lanes[lane] == nil { self.position?.forget(lane) }
      if self.position?.join(position.lanes) == nil { self.position = position }
      announced = position
    }
  }

  private let state = Lock(State())
  private let subject: SharedSubject
  private let shared: SharedData

  init(_ subject: SharedSubject, of shared: SharedData) {
    self.subject = subject
    self.shared = shared
  }

  deinit {
    shared.feed.remove(self)
  }

  /// Stops observing; a waiting reader ends.
  public func cancel() {
    shared.feed.remove(self)
    let reader = state.withLock { state in
      state.isCancelled = true
      return state.reader.take()
    }
    reader?.resume()
  }

  public func makeAsyncIterator() -> Iterator {
    Iterator(changes: self)
  }

  /// Reads the changes. Two of one sequence share them.
  public struct Iterator: AsyncIteratorProtocol {
    let changes: SharedChanges

    public mutating func next() async -> SharedChange? {
      await changes.next()
    }

    public mutating func next(isolation actor: isolated (any Actor)?) async -> SharedChange? {
      await changes.next()
    }
  }
}

extension SharedChanges {
  func begin(at position: SharedPosition) {
    state.withLock { $0.begin(at: position) }
  }

  /// Before the first call the reader does not know where to begin: there.
  func advance(to announced: SharedPosition) {
    let reader = state.withLock { state in
      state.begin(at: announced)
      return state.hasMore ? state.reader.take() : nil
    }
    reader?.resume()
  }

  private func next() async -> SharedChange? {
    while true {
      let (change, hasMore, isCancelled) = state.withLock { ($0.ready.popFirst(), $0.hasMore, $0.isCancelled) }
      if let change { return change }
      if isCancelled { return nil }
      if hasMore { await read() } else { await wait() }
    }
  }

  private func wait() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { reader in
        let mustWait = state.withLock { state in
          guard !state.hasMore, !state.isCancelled else { return false }
          state.reader = reader
          return true
        }
        if !mustWait { reader.resume() }
      }
    } onCancel: {
      cancel()
    }
  }

  /// A storage that is closed, or fails, ends the sequence.
  private func read() async {
    let (position, announced) = state.withLock { ($0.position ?? SharedPosition([]), $0.announced) }
    guard let lane = position.lane(behind: announced), let start = position.lanes[lane], let end = announced.lanes[lane]
    else { return }
    guard let page = try? await shared.storage.changes(after: start, limit: Self.pageSize) else { return cancel() }
    let records = page.prefix { $0.sequence <= end }
    var changes: [SharedChange] = []
    for record in records where shared.isSeen(record.key, as: subject) { changes.append(await shared.change(record)) }
    state.withLock { [changes] state in
      state.ready += changes
      state.position = position.with(records.last?.sequence ?? end, in: lane)
    }
  }
}
