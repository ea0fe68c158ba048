import ParleyEngine

/// A change of the history.
@nonexhaustive public enum HistoryChange: Sendable, Hashable {
  /// So many exchanges were kept.
  case added(Int)
  /// Some were forgotten, or their pin changed.
  case changed
}

/// Stops when it is cancelled, or when nobody holds it any more.
public final class Observation: Sendable {
  private let end: @Sendable () -> Void

  init(end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  deinit {
    end()
  }

  /// Stops observing. Letting go of the observation does the same.
  public func cancel() {
    end()
  }
}

/// Those who want to know of changes in the history.
final class HistoryObservers: Sendable {
  typealias Observer = @Sendable (HistoryChange) -> Void

  private struct State {
    var observers: [Int: Observer] = [:]
    var last = 0
  }

  private let state = Lock(State())

  func add(_ observer: @escaping Observer) -> Observation {
    let number = state.withLock { state in
      state.last += 1
      state.observers[state.last] = observer
      return state.last
    }
    return Observation { [weak self] in
      self?.state.withLock { $0.observers[number] = nil }
    }
  }

  func tell(_ change: HistoryChange) {
    for observer in state.withLock({ Array($0.observers.values) }) { observer(change) }
  }
}
