/// How far something with many keys has got. Whoever waits for it may stop it: then nothing has changed.
///
/// ```swift
/// let progress = SharedProgress()
/// try await SharedProgress.$current.withValue(progress) { try await shared.undo(batch: 12) }
/// ```
package final class SharedProgress: Sendable {
  /// That of the task.
  @TaskLocal package static var current: SharedProgress?

  private struct State {
    var done = 0
    var total = 0
    var isStopped = false
    var isWriting = false
  }

  private let state = Lock(State())
  private let onProgress: (@Sendable (SharedProgress) -> Void)?

  /// - Parameter onProgress: is told after every 500 keys, and when all is being written.
  package init(onProgress: (@Sendable (SharedProgress) -> Void)? = nil) {
    self.onProgress = onProgress
  }

  private static let stride = 500

  /// How many keys have been looked at, and how many there are; the total is 0 before it is known.
  package var count: (done: Int, total: Int) { state.withLock { ($0.done, $0.total) } }
  /// Whether all is looked at, and is being written: all at once, so that nothing can be stopped any more.
  package var isWriting: Bool { state.withLock { $0.isWriting } }
  package var isStopped: Bool { state.withLock { $0.isStopped } }

  /// - Returns: whether it came in time.
  @discardableResult
  package func stop() -> Bool {
    state.withLock { state in
      guard !state.isWriting else { return false }
      state.isStopped = true
      return true
    }
  }

  /// Of the task: begins to look at so many keys.
  package static func begin(_ total: Int) {
    current?.state.withLock { state in (state.done, state.total) = (0, total) }
  }

  /// One more key is looked at.
  /// - Throws: `.stopped`
  package static func step() throws(SharedDataError) {
    try current?.step()
  }

  private func step() throws(SharedDataError) {
    let (done, isStopped) = state.withLock { state in
      state.done += 1
      return (state.done, state.isStopped)
    }
    if isStopped { throw .stopped }
    if done.isMultiple(of: Self.stride) { onProgress?(self) }
  }

  /// Of the task, for keys that are looked at on another thread, in a transaction that a stop rolls back.
  /// - Parameter total: how many keys there are.
  /// - Returns: notes the key that is looked at, once however often it comes in a row, and throws `.stopped`.
  static func stepInside(_ total: Int) -> @Sendable (SharedKey) throws(SharedDataError) -> Void {
    guard let current else { return { _ in } }
    begin(total)
    let last = Lock<SharedKey?>(nil)
    return { key throws(SharedDataError) in
      let isNext = last.withLock { last in
        defer { last = key }
        return last != key
      }
      if isNext { try current.step() }
    }
  }

  /// From now on it is not stopped any more.
  /// - Throws: `.stopped`
  static func write() throws(SharedDataError) {
    guard let current else { return }
    let isStopped = current.state.withLock { state in
      if !state.isStopped { state.isWriting = true }
      return state.isStopped
    }
    if isStopped { throw .stopped }
    current.onProgress?(current)
  }
}

extension SharedDataError {
  fileprivate static var stopped: SharedDataError {
    SharedDataError(.stopped, "Stopped.", advice: "Nothing was changed.")
  }
}
