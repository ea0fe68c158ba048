/// One way over the wire, and everyone who waits for its end: one call, or several where duplicates were joined.
///
/// A call that is cancelled leaves; when the last one does, the transport stops.
final class Transfer: Sendable {
  /// One call's share in it.
  struct Seat: Sendable {
    let call: Call
    let follow: @Sendable (TransportEvent) -> Void
    let end: @Sendable (Result<TransportResponse, TransportError>) -> Void
    var isPaused = false
  }

  private struct State {
    var task: (any TransportTask)?
    var seats: [Seat] = []
    var head: TransportEvent?
    /// How far it had come at its end.
    var last: TransferProgress?
    var isPaused = false
    var isOver = false
    /// Nobody joins what has ended, or is about to.
    var isClosed = false

    mutating func balancePause() -> (any TransportTask)? {
      let pauses = !seats.isEmpty && seats.allSatisfy(\.isPaused)
      guard pauses != isPaused else { return nil }
      isPaused = pauses
      return task
    }
  }

  /// The request it was made for.
  let request: Request
  /// The call that began it; it may have left.
  let owner: ExchangeID
  /// The time it began, for the cache.
  let mark: CacheInvalidations.Mark
  private let onClose: @Sendable (Transfer) -> Void
  private let state = Lock(State())

  init(
    for request: Request, by owner: ExchangeID, since mark: CacheInvalidations.Mark,
    onClose: @escaping @Sendable (Transfer) -> Void
  ) {
    self.request = request
    self.owner = owner
    self.mark = mark
    self.onClose = onClose
  }

  /// Everyone who waits, in the order they came.
  var calls: [Call] {
    state.withLock { $0.seats.map(\.call) }
  }

  private var progress: TransferProgress? {
    let (task, last) = state.withLock { ($0.task, $0.last) }
    return task?.progress ?? last
  }

  /// Lets a call wait for the end too; false when it is too late for that.
  func join(_ seat: Seat) -> Bool {
    let (isIn, head) = state.withLock { state in
      if !state.isClosed { state.seats.append(seat) }
      return (!state.isClosed, state.head)
    }
    guard isIn else { return false }
    // Whoever sees what has arrived can pause and cancel the transfer already.
    seat.call.took(Place(call: seat.call, transfer: self))
    if let head { seat.follow(head) }
    return true
  }

  func began(_ task: any TransportTask) {
    let (isAbandoned, isPaused) = state.withLock { state in
      // A transport may have finished before it returned its task.
      guard !state.isOver else { return (false, false) }
      state.task = task
      state.isClosed = state.isClosed || state.seats.isEmpty
      return (state.seats.isEmpty, state.isPaused)
    }
    if isAbandoned { task.cancel() }
    if isPaused { task.pause() }
  }

  /// Hands an event on to all who wait.
  func take(_ event: TransportEvent) {
    if case .finished(let result) = event { return finish(result) }
    let seats = state.withLock { state in
      if case .head = event { state.head = event }
      return state.seats
    }
    for (index, seat) in seats.enumerated() where index == 0 || event.concernsAll { seat.follow(event) }
  }

  private func finish(_ result: Result<TransportResponse, TransportError>) {
    onClose(self)
    let last = progress
    let seats = state.withLock { state in
      state.last = last
      defer { (state.seats, state.isClosed, state.isOver, state.task) = ([], true, true, nil) }
      return state.seats
    }
    for seat in seats { seat.end(result) }
  }
}

extension Transfer {
  /// A call's hold on the transfer.
  private struct Place: TransportTask {
    let call: Call
    let transfer: Transfer

    func cancel() { transfer.leave(call) }
    func pause() { transfer.setPaused(true, for: call) }
    func resume() { transfer.setPaused(false, for: call) }
    var progress: TransferProgress? { transfer.progress }
  }

  /// Nobody joins once the last one leaves. That one stays until the transport has stopped, so that it ends when everything
  /// has; only where the transport has not begun yet it goes at once, and `began` finds nobody there.
  private func leave(_ call: Call) {
    let (left, task, isLast) = state.withLock { state -> (Seat?, (any TransportTask)?, Bool) in
      guard let index = state.seats.firstIndex(where: { $0.call === call }) else { return (nil, nil, false) }
      let isLast = state.seats.count == 1
      state.isClosed = state.isClosed || isLast
      if isLast, let task = state.task { return (nil, task, true) }
      return (state.seats.remove(at: index), state.balancePause(), isLast)
    }
    if isLast { onClose(self) }
    guard let left else { return task?.cancel() ?? () }
    left.end(
      .failure(
        TransportError(.cancelled, isLast ? "Cancelled." : "Cancelled. Others still wait for the same response.")))
    task?.pause()
  }

  private func setPaused(_ isPaused: Bool, for call: Call) {
    let (changed, pauses) = state.withLock { state in
      for index in state.seats.indices where state.seats[index].call === call {
        state.seats[index].isPaused = isPaused
      }
      let changed = state.balancePause()
      return (changed, state.isPaused)
    }
    if pauses { changed?.pause() } else { changed?.resume() }
  }
}

extension TransportEvent {
  /// Whether all who wait are told; what went over the wire is told once.
  fileprivate var concernsAll: Bool {
    switch self {
    case .sent, .redirected: false
    case .head, .progress, .recorded, .finished: true
    }
  }
}
