import ParleyEngine
import ParleyTeam

/// Holds the state of a server, reports its changes, and lets callers wait for the first one.
final class StateBoard: Sendable {
  private struct Content {
    var state: TeamServerState = .connecting
    /// The number of states that were reported to it.
    var words = 0
    var calls: [@Sendable (TeamServerState) -> Void] = []
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let content = Lock(Content())

  var state: TeamServerState { content.withLock { $0.state } }

  /// The number of states that were reported to it.
  var words: Int { content.withLock { $0.words } }

  /// Calls with the state now, too.
  func onChange(_ call: @escaping @Sendable (TeamServerState) -> Void) {
    let state = content.withLock { content in
      content.calls.append(call)
      return content.state
    }
    call(state)
  }

  /// A server that is gone stays gone since when it was first missed. What was closed stays closed.
  /// - Parameter words: the number of reports after which nothing else may have been reported; nil for any.
  func become(_ new: TeamServerState, ifStill words: Int? = nil) {
    let (state, calls, waiting) = content.withLock { content in
      let before = content.state
      guard before != .closed, words ?? content.words == content.words else { return (before, [], []) as Told }
      content.words += 1
      content.state = new.since(before)
      defer { content.waiting = [] }
      return (content.state, content.state == before ? [] : content.calls, content.waiting)
    }
    for call in calls { call(state) }
    for caller in waiting { caller.resume() }
  }

  private typealias Told = (TeamServerState, [@Sendable (TeamServerState) -> Void], [CheckedContinuation<Void, Never>])

  /// Waits until something is known, and gives it.
  func settled() async -> TeamServerState {
    await withCheckedContinuation { caller in
      let isKnown = content.withLock { content in
        guard content.state == .connecting else { return true }
        content.waiting.append(caller)
        return false
      }
      if isKnown { caller.resume() }
    }
    return state
  }
}

extension TeamServerState {
  fileprivate func since(_ before: TeamServerState) -> TeamServerState {
    guard let first = before.trouble?.since else { return self }
    switch self {
    case .offline(var offline):
      offline.since = first
      return .offline(offline)
    case .refused(var offline):
      offline.since = first
      return .refused(offline)
    default: return self
    }
  }
}
