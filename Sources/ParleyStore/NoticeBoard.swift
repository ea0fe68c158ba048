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

  func onNotice(_ call: (@Sendable (StoreNotice) -> Void)?) {
    state.withLock { $0.onNotice = call }
  }

  @Sendable func post(_ notice: StoreNotice) {
    let call = state.withLock { state in
      state.notices = (state.notices + [notice]).suffix(Self.capacity)
      return state.onNotice
    }
    call?(notice)
  }
}
