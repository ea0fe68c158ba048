/// The context that all nodes of one run share.
final class RunContext: Sendable {
  let client: Client
  let options: RunOptions
  let groupID: String
  let overlay = SharedOverlay()
  let edits = ValueEdits()
  let ledger: RunRecorder
  /// A replay first, so that nobody else is asked about what is not run again.
  let gates: [any RunGate]
  let stop = RunStop()
  let room = OutputRoom()
  let traffic = TrafficWatch()

  init(_ group: RequestGroup, _ client: Client, _ options: RunOptions) {
    self.client = client
    self.options = options
    groupID = ExchangeID(at: client.now()).rawValue
    gates = (options.replay.map { [$0] } ?? []) + options.gates
    overlay.put(options.replay?.written ?? [])
    overlay.refuse(options.replay?.unknown ?? [])
    let summary = RunRecording.Summary(
      id: groupID, group: group.name, isConcurrent: group.order != .serial, callID: options.callID,
      environment: options.environment, startedAt: client.now(), origin: options.replay?.origin)
    ledger = RunRecorder(
      summary, of: group, repository: options.repository, known: client.events.secrets, now: client.now)
  }

  /// The gates that are asked about a node.
  func gates(of node: Node) -> [any RunGate] {
    NodePolicyGate.concerns(node) ? [NodePolicyGate(node: node, now: client.now)] + gates : gates
  }

  /// Whether a person looks so closely at a node that the bytes of its request are kept.
  func recordsWire(at path: NodePath) -> Bool {
    gates.contains { ($0 as? Debugger)?.recordsWire(at: path) == true }
  }

  func sharedData(for trace: NodeTrace) -> RunSharedData? {
    options.shared.map { stored in
      RunSharedData(stored: stored, overlay: overlay, trace: trace) { [gates] key in
        for gate in gates { gate.sharedKeyWasWritten(key) }
      }
    }
  }

  /// - Returns: false when the run was stopped meanwhile.
  func sleep(_ duration: Duration) async -> Bool {
    if duration > .zero { try? await client.clock.sleep(for: duration) }
    return !Task.isCancelled
  }
}
