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
  /// Whether a breakpoint holds this time; it is asked before it stops anything. After a node, ``GateContext/result`` is what
  /// the node gave. A condition that throws stops the run, and its error is the reason.
  public typealias Condition = @Sendable (GateContext) async throws -> Bool

  /// The reason why a node waits.
  @nonexhaustive public enum Reason: Sendable, Hashable {
    /// It was reached.
    case breakpoint(Breakpoint)
    /// Its condition could not be evaluated: why, in a sentence.
    case mistake(Breakpoint, String)
    /// Somebody paused the run.
    case paused
    /// The step before has been done.
    case step
    /// The run was to go on until here.
    case target
  }

  /// A node that waits.
  public struct Stop: Sendable {
    /// The node that waits, and its input or request.
    public let node: GateContext
    /// Its result, where it waits after it has run.
    public let result: NodeResult?
    /// The reason why it waits.
    public let reason: Reason
    /// Another each time a node begins to wait.
    package let number: Int
  }

  struct Waiter {
    let stop: Stop
    let number: Int
    let continuation: CheckedContinuation<GateDecision, Never>
  }

  struct Armed {
    let breakpoint: Breakpoint
    let condition: Condition?
  }

  struct State {
    /// In the order in which they were set.
    var breakpoints: [Armed] = []
    var isPaused = false
    /// Whether a person debugs the run: it began paused, or a node has waited for them.
    var isDebugged = false
    /// Nodes inside these go on though it is paused.
    var free: [NodePath] = []
    /// These, and nodes inside these, go on though it is paused.
    var lanes: [NodePath] = []
    /// These wait for an answer of their own, whatever else goes on.
    var kept: Set<NodePath> = []
    /// The node to pause at next, regardless of breakpoints; nil for none.
    var target: NodePath?
    /// Nodes that are to run again at a person's word: they are not stopped for it.
    var passing: Set<NodePath> = []
    /// Nodes that look again at what is before them, and wait on for the same reason: as they waited until then.
    var renewing: [NodePath: Stop] = [:]
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
    state = Lock(State(isPaused: isPaused, isDebugged: isPaused))
  }

  /// Says when something is different: it stopped, or goes on.
  public var changes: AsyncStream<Void> { signal.stream() }

  /// Whether no node begins.
  public var isPaused: Bool { state.withLock { $0.isPaused } }

  /// The nodes that wait, in the order of the group.
  public var stops: [Stop] {
    state.withLock { $0.waiters.map(\.stop) + $0.renewing.values }.sorted { $0.node.path < $1.node.path }
  }

  /// The node that stopped the run, or the first that waits now; nil when none does.
  package var focus: Stop? {
    let (stops, focus) = (stops, state.withLock { $0.focus })
    return stops.first { $0.node.path == focus } ?? stops.first
  }

  /// All that are set.
  public var breakpoints: Set<Breakpoint> { state.withLock { Set($0.breakpoints.map(\.breakpoint)) } }

  /// Stops there from now on, if the condition holds; in the place of the same breakpoint with another.
  public func add(_ breakpoint: Breakpoint, if condition: Condition? = nil) {
    state.withLock { state in
      state.breakpoints.removeAll { $0.breakpoint == breakpoint }
      state.breakpoints.append(Armed(breakpoint: breakpoint, condition: condition))
    }
    signal.send()
  }

  /// Stops there no longer; no error where none is set.
  public func remove(_ breakpoint: Breakpoint) {
    state.withLock { state in state.breakpoints.removeAll { $0.breakpoint == breakpoint } }
    signal.send()
  }

  /// Whether the bytes of a node's request are kept: once the run is debugged, and where a breakpoint of its own stands.
  func recordsWire(at path: NodePath) -> Bool {
    state.withLock { state in
      state.isDebugged
        || state.breakpoints.contains { armed in
          let isPlaced = armed.breakpoint.moment == .before || armed.breakpoint.moment == .after
          return isPlaced && armed.breakpoint.concerns(path)
        }
    }
  }

  /// Stops at these from now on, and nowhere else.
  package func setBreakpoints(_ breakpoints: [(Breakpoint, Condition?)]) {
    state.withLock { state in
      state.breakpoints = breakpoints.map { Armed(breakpoint: $0, condition: $1) }
    }
    signal.send()
  }
}
