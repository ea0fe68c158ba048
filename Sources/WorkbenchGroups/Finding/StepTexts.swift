import ParleyEngine

/// The texts of steps in which words are searched, made when they are needed for the first time: a filter looks through those of all
/// steps at each key.
final class StepTexts: Sendable {
  private let known = Lock<[NodePath: String]>([:])

  func text(of path: NodePath, made: () -> String) -> String {
    if let text = known.withLock({ $0[path] }) { return text }
    let text = made()
    known.withLock { $0[path] = text }
    return text
  }

  /// Makes the text of a step again: more may be known of it now.
  func forget(_ path: NodePath) { known.withLock { $0[path] = nil } }
}
