internal import ParleyEngine
package import ParleyStore

/// The notices of a session's store, for its listeners. A condition that persists is reported once.
final class StoreNotices: Sendable {
  private struct State {
    var told: [StoreNotice] = []
    var listeners: [@Sendable (StoreNotice) -> Void] = []
  }

  private let state = Lock(State())

  var all: [StoreNotice] { state.withLock { $0.told } }

  /// Calls a function for every notice so far, and for those to come.
  func listen(_ call: @escaping @Sendable (StoreNotice) -> Void) {
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

// What the store tells of itself.
extension Session {
  /// The notices of the store so far, such as a damaged file or something that could not be kept.
  package var storeNotices: [StoreNotice] { notices.all }

  /// Calls a function for every notice of the store, past and future, on any thread.
  package func onStoreNotice(_ call: @escaping @Sendable (StoreNotice) -> Void) {
    notices.listen(call)
  }
}
