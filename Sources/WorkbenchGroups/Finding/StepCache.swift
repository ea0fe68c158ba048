import ParleyEngine

/// Facts of steps, made when they are needed for the first time: a filter looks through the texts of all steps at each key, and every
/// frame draws the gists of those in view.
final class StepCache<Value: Sendable>: Sendable {
  private let known = Lock<[NodePath: Value]>([:])

  func value(of path: NodePath, made: () -> Value) -> Value {
    if let value = known.withLock({ $0[path] }) { return value }
    let value = made()
    known.withLock { $0[path] = value }
    return value
  }

  /// Makes that of a step again: more may be known of it now.
  func forget(_ path: NodePath) { known.withLock { $0[path] = nil } }
}
