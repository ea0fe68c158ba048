import ParleyEngine

/// The observers to call when another process may have written.
final class ForeignChanges: Sendable {
  private struct State {
    var calls: [@Sendable () -> Void] = []
    /// The numbers of our own last changes, of which the server notifies us, too.
    var own: Set<String> = []
  }

  private let state = Lock(State())

  func add(_ call: @escaping @Sendable () -> Void) {
    state.withLock { $0.calls.append(call) }
  }

  /// Expects the notification of a change of our own, which is not passed on. If it has come already, observers looked
  /// for changes in vain, which does no harm.
  func expect(own sequence: Int64) {
    state.withLock { state in
      if state.own.count > 64 { state.own.removeAll() }
      state.own.insert("\(sequence)")
    }
  }

  /// - Parameter payloads: the payloads of the server's notifications; if all of them are our own, nobody is called.
  func tell(_ payloads: [String] = []) {
    let calls = state.withLock { state in
      let foreign = payloads.filter { state.own.remove($0) == nil }
      return payloads.isEmpty || !foreign.isEmpty ? state.calls : []
    }
    for call in calls { call() }
  }
}
