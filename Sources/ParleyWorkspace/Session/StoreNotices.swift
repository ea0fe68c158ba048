internal import ParleyEngine
package import ParleyStore

/// The notices of a session's store, for its listeners. A condition that persists is reported once.
package final class StoreNotices: Sendable {
  private struct State {
    var told: [StoreNotice] = []
    var listeners: [@Sendable (StoreNotice) -> Void] = []
  }

  private let state = Lock(State())

  package var all: [StoreNotice] { state.withLock { $0.told } }

  /// Calls a function for every notice, past and future, on any thread.
  package func listen(_ call: @escaping @Sendable (StoreNotice) -> Void) {
    let earlier = state.withLock { state in
      state.listeners.append(call)
      return state.told
    }
    for notice in earlier { call(notice) }
  }

  @Sendable func tell(_ notice: StoreNotice) {
    let listeners = state.withLock { state -> [@Sendable (StoreNotice) -> Void] in
      // Events that are not kept would tell of themselves without end.
      guard !state.told.contains(where: notice.isLike) else { return [] }
      state.told.append(notice)
      return state.listeners
    }
    for call in listeners { call(notice) }
  }
}
