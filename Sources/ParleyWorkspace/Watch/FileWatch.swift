internal import ParleyEngine

/// The watch of a workspace's files, begun before they are read: changes until somebody listens are reported then.
package final class FileWatch: Sendable {
  package enum News: Sendable {
    /// Something is being written; `changed` follows.
    case changing
    case changed
  }

  private struct State {
    var watch: WorkspaceWatch?
    var waiting: [News] = []
    var listener: (@Sendable (News) -> Void)?
  }

  private let state = Lock(State())

  /// - Parameter folder: of the workspace.
  package init(of folder: String) {
    let watch = try? WorkspaceWatch(
      folder, onBeginning: { [weak self] in self?.note(.changing) },
      onChange: { [weak self] _ in self?.note(.changed) })
    state.withLock { $0.watch = watch }
  }

  /// Whether there is one: the system may have none to give.
  package var isThere: Bool { state.withLock { $0.watch } != nil }

  /// From now on, and what has happened before.
  package func tell(_ listener: @escaping @Sendable (News) -> Void) {
    let waiting = state.withLock { state in
      state.listener = listener
      defer { state.waiting = [] }
      return state.waiting
    }
    waiting.forEach(listener)
  }

  private func note(_ news: News) {
    let listener = state.withLock { state in
      if state.listener == nil { state.waiting.append(news) }
      return state.listener
    }
    listener?(news)
  }

  /// - Returns: whether some of these files were not followed before.
  @discardableResult
  package func follow(_ files: Set<String>) -> Bool {
    state.withLock { $0.watch }?.follow(files) ?? false
  }

  package func stop() {
    state.withLock { $0.watch.take() }?.stop()
  }
}
