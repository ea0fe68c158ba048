/// How a group is run.
public struct RunOptions: Sendable {
  /// Given by the caller, returned with the result and with every event of the run.
  public var callID: String?
  /// Asked before and after every node, in this order, behind what the node itself says.
  public var gates: [any RunGate] = []
  /// The shared data that requests capture into and jobs read from.
  public var shared: SharedData?
  /// The repository that keeps the run while it runs; nil keeps it in memory, for as long as its handle is held.
  public var repository: (any RunRepository)?
  /// The name of the environment it runs in, if its caller has such a thing.
  public var environment: String?
  /// The replay that decides where the run begins, and gives the results of the steps before; nil runs it from the
  /// beginning.
  public var replay: Replay?
  /// Whether nobody is told of its end.
  var isSilent = false

  /// Without gates, and without shared data, by default.
  public init(
    callID: String? = nil, gates: [any RunGate] = [], shared: SharedData? = nil,
    repository: (any RunRepository)? = nil, environment: String? = nil, replay: Replay? = nil
  ) {
    self.callID = callID
    self.gates = gates
    self.shared = shared
    self.repository = repository
    self.environment = environment
    self.replay = replay
  }
}
