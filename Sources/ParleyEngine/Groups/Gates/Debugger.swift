/// Stops a run between its nodes, so that somebody can look, change something, and go on.
///
/// ```swift
/// let debugger = Debugger()
/// debugger.add(.before(pay))
/// let run = client.run(checkout, RunOptions(gates: [debugger]))
/// run.start()
/// for await _ in debugger.changes {
///   guard let stop = debugger.focus else { continue }
///   show(stop.node, try await stop.node.request())
///   …
///   debugger.step()
/// }
/// ```
///
/// While it is paused no node begins, wherever it stands; those in flight finish.
public final class Debugger: RunGate {
  /// Where a run stops.
  @nonexhaustive public enum Breakpoint: Sendable, Hashable {
    /// For a node that runs for each element of a list this means before the list is made, and every element.
    case before(NodePath)
    /// Once the node has run.
    case after(NodePath)
    /// Once a request or a local job has failed, wherever it stands, and is not tried again.
    case failure
    /// At the next node once this shared key was written.
    case shared(String)
  }

  /// Whether a breakpoint holds this time; it is asked before it stops anything.
  public typealias Condition = @Sendable (GateContext) async -> Bool

  /// Why a node waits.
  public enum Reason: Sendable, Hashable {
    /// It was reached.
    case breakpoint(Breakpoint)
    /// Somebody paused the run.
    case paused
    /// The step before has been done.
    case step
  }

  /// A node that waits.
  public struct Stop: Sendable {
    /// What waits, and what it is about to do.
    public let node: GateContext
    /// Its result, where it waits after it has run.
    public let result: NodeResult?
    /// Why it waits.
    public let reason: Reason
  }

  struct Waiter {
    let stop: Stop
    let number: Int
    let continuation: CheckedContinuation<GateDecision, Never>
  }

  struct State {
    var breakpoints: [Breakpoint: Condition?] = [:]
    var isPaused = false
    /// Nodes inside these go on though it is paused.
    var free: [NodePath] = []
    /// Nodes that are to run again at a person's word: they are not stopped for it.
    var passing: Set<NodePath> = []
    var written: String?
    /// How those that are held now came to be held.
    var reason = Reason.paused
    var waiters: [Waiter] = []
    /// The node that stopped it.
    var focus: NodePath?
    var lastNumber = 0
  }

  let state: Lock<State>
  let signal = ChangeSignal()

  /// - Parameter isPaused: whether it stops at the first node.
  public init(isPaused: Bool = false) {
    state = Lock(State(isPaused: isPaused))
  }

  /// Says when something is different: it stopped, or goes on.
  public var changes: AsyncStream<Void> { signal.stream() }

  /// Whether no node begins.
  public var isPaused: Bool { state.withLock { $0.isPaused } }

  /// The nodes that wait, in the order of the group.
  public var stops: [Stop] {
    state.withLock { $0.waiters.map(\.stop) }.sorted { $0.node.path < $1.node.path }
  }

  /// The node that stopped the run, or the first that waits now; nil when none does.
  package var focus: Stop? {
    let (stops, focus) = (stops, state.withLock { $0.focus })
    return stops.first { $0.node.path == focus } ?? stops.first
  }

  /// All that are set.
  public var breakpoints: Set<Breakpoint> { state.withLock { Set($0.breakpoints.keys) } }

  /// Stops there from now on, if the condition holds; in the place of the same breakpoint with another.
  public func add(_ breakpoint: Breakpoint, if condition: Condition? = nil) {
    state.withLock { $0.breakpoints[breakpoint] = .some(condition) }
    signal.send()
  }

  /// Stops there no longer; no error where none is set.
  public func remove(_ breakpoint: Breakpoint) {
    state.withLock { $0.breakpoints[breakpoint] = nil }
    signal.send()
  }
}
