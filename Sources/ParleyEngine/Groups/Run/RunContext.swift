/// What all nodes of one run have in common.
final class RunContext: Sendable {
  let client: Client
  let options: RunOptions
  let groupID: String
  let overlay = SharedOverlay()
  private let stopping = Lock<(@Sendable () -> Void)?>(nil)

  init(_ client: Client, _ options: RunOptions) {
    self.client = client
    self.options = options
    groupID = ExchangeID().rawValue
  }

  func onStop(_ call: @escaping @Sendable () -> Void) {
    stopping.withLock { $0 = call }
  }

  /// Ends the run at the word of a gate.
  func stop() {
    stopping.withLock { $0 }?()
  }

  /// The gates that are asked about a node.
  func gates(of node: Node) -> [any RunGate] {
    OwnGate.concerns(node) ? [OwnGate(node: node)] + options.gates : options.gates
  }

  /// - Returns: false when the run was stopped meanwhile.
  func sleep(_ duration: Duration) async -> Bool {
    if duration > .zero { try? await client.clock.sleep(for: duration) }
    return !Task.isCancelled
  }
}
