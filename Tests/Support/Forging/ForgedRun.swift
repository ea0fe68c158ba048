package import ParleyEngine

/// A recording in which every number that one can have is there, to be forged.
package enum ForgedRun {
  private static let start = Timestamp(microseconds: 1_795_270_000_000_000)

  package static var recording: RunRecording {
    var summary = RunRecording.Summary(id: String(repeating: "a", count: 32), group: "g", startedAt: start)
    (summary.endedAt, summary.state) = (start.advanced(by: .milliseconds(412)), .failed)
    summary.imported = RunRecording.Import(workspace: "w", number: 3, at: start, masked: [])
    var list = node(.root.node(1), "list")
    (list.made.elements, list.made.held) = (2, .milliseconds(3))
    return RunRecording(
      summary,
      nodes: [
        node(.root.node(0), "one"), list, node(.root.node(1).element(0), "list"),
        node(.root.node(1).element(1), "list"),
      ])
  }

  private static func node(_ path: NodePath, _ name: String) -> NodeRecord {
    var node = NodeRecord(path: path, name: name, kind: .request, state: .succeeded, startedAt: start)
    (node.endedAt, node.status) = (start.advanced(by: .milliseconds(38)), 200)
    node.nextAttemptAt = start.advanced(by: .seconds(1))
    var attempt = NodeRecord.Attempt(
      startedAt: start, endedAt: start.advanced(by: .milliseconds(30)), state: .succeeded)
    (attempt.status, attempt.phases) = (200, AttemptPhases(queued: .milliseconds(1), connect: .milliseconds(2)))
    node.attempts = [attempt, attempt]
    return node
  }

  /// Every recording that a reader takes of the forged ones, and how many there are.
  package static func read() throws -> (taken: [RunRecording], count: Int) {
    let forged = ForgedNumbers.variants(of: try JSONValue(encoding: recording))
    return (forged.compactMap { try? $0.decode(RunRecording.self) }, forged.count)
  }
}
