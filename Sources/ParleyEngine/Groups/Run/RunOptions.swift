/// How a group is run.
public struct RunOptions: Sendable {
  /// Given by the caller, returned with the result and with every event of the run.
  public var callID: String?
  /// Asked before and after every node, in this order, behind what the node itself says.
  public var gates: [any RunGate] = []
  /// What requests capture into and jobs read from.
  public var shared: SharedData?

  /// Without gates, and without shared data, unless said otherwise.
  public init(callID: String? = nil, gates: [any RunGate] = [], shared: SharedData? = nil) {
    self.callID = callID
    self.gates = gates
    self.shared = shared
  }
}
