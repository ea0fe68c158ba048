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
    var rows = RowAccount(list: ".items", into: 3, out: 1)
    for fate in [RowAccount.Fate.kept(0), .used, .dropped(by: nil), .dropped(by: "select(.a)")] { rows.add(fate) }
    list.made.rows = rows
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
    let exchange = ExchangeID(rawValue: String(repeating: "e", count: 32))
    node.attempts[1].exchange = exchange
    var send = RecordedSend(
      exchange: exchange, reason: .retry, attempt: 2, hop: 3, startedAt: start, duration: .milliseconds(5),
      method: "GET", url: "http://h/", status: 503)
    (send.wait, send.requestBytes, send.responseBytes) = (.milliseconds(7), 11, 12)
    node.made.sends = [send, send]
    node.made.pauses = [start..<start.advanced(by: .seconds(1))]
    return node
  }

  /// Every recording that a reader takes of a sample of the forged ones, and how many there are.
  package static func read() throws -> (taken: [RunRecording], count: Int) {
    let forged = Sample.of(ForgedNumbers.variants(of: try JSONValue(encoding: recording)), 600)
    return (forged.compactMap { try? $0.decode(RunRecording.self) }, forged.count)
  }
}
