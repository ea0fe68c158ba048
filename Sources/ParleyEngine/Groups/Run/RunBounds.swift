/// How much one run may hold. What is beyond is an error of the step that met it, before memory is gone.
package enum RunBounds {
  /// Elements of one list that a step runs for.
  package static let elements = 100_000
  /// Bytes that the outputs of local jobs may take as JSON: one of them, and all of a run.
  static let output = 64 << 20
  static let outputs = 256 << 20
}

/// The room that the outputs of a run take up together.
final class OutputRoom: Sendable {
  private struct State {
    var total = 0
    /// Of each step's last output, where it is worth counting.
    var sizes: [NodePath: Int] = [:]
  }

  private static let smallest = 4 << 10
  private let state = Lock(State())

  /// Counts a step's output, in place of the one before.
  /// - Throws: if there is no room for it.
  func take(_ value: JSONValue, of path: NodePath) throws(GroupError) {
    let size = value.size(upTo: RunBounds.output)
    guard size <= RunBounds.output else { throw .tooMuchOutput(limit: RunBounds.output, ofRun: false) }
    let fits = state.withLock { state in
      let before = state.sizes[path] ?? 0
      guard size >= Self.smallest || before > 0 else { return true }
      guard state.total - before + size <= RunBounds.outputs else { return false }
      state.total += size - before
      state.sizes[path] = size
      return true
    }
    if !fits { throw .tooMuchOutput(limit: RunBounds.outputs, ofRun: true) }
  }
}

extension JSONValue {
  /// About how many bytes it takes as text. Counting stops beyond the limit: a value of few parts may say each of them many times.
  func size(upTo limit: Int) -> Int {
    var (size, open) = (0, [self])
    while size <= limit, let value = open.popLast() {
      size += 2
      switch value {
      case .null, .bool, .number: size += 2
      case .string(let text): size += text.utf8.count
      case .array(let elements):
        size += elements.count
        if size <= limit { open.append(contentsOf: elements) }
      case .object(let members):
        for key in members.keys { size += key.utf8.count + 4 }
        if size <= limit { open.append(contentsOf: members.values) }
      }
    }
    return size
  }
}
