import ParleyEngine

/// Holds the latest notices and tells of new ones.
final class NoticeBoard: Sendable {
  private static let capacity = 100

  private struct State {
    var notices: [StoreNotice] = []
    var onNotice: (@Sendable (StoreNotice) -> Void)?
  }

  private let state = Lock(State())

  var notices: [StoreNotice] { state.withLock { $0.notices } }

  func onNotice(alsoEarlier: Bool, _ call: (@Sendable (StoreNotice) -> Void)?) {
    let earlier = state.withLock { state in
      state.onNotice = call
      return alsoEarlier ? state.notices : []
    }
    for notice in earlier { call?(notice) }
  }

  @Sendable func post(_ notice: StoreNotice) {
    let call = state.withLock { state in
      state.notices = (state.notices + [notice]).suffix(Self.capacity)
      return state.onNotice
    }
    call?(notice)
  }
}
