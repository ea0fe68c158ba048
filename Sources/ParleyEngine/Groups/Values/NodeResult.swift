/// The outcome of a node.
///
/// A cheap value: it shares its response, and reads JSON out of it on demand.
public struct NodeResult: Sendable {
  /// The end of a node, in a word.
  public typealias State = NodeState

  enum Output: Sendable {
    case none
    case value(JSONValue)
    case answer(LazyValue<JSONValue?>)
    case nodes(LazyValue<JSONValue?>)
  }

  /// How it ended.
  public var state: State
  /// The response to its request, accepted or not.
  public var response: Response?
  /// Under which the history has the request as it was sent, and its response.
  public internal(set) var exchange: ExchangeID?
  /// The error that explains how it ended; nil if there is none. Holds no secret.
  public var error: (any ExplainedError)?
  /// Of a group, or of a node that ran for each element: the results in order, whatever finished first.
  public var results: [NodeResult] = []
  /// Whether a secret is in it, or in what it was made from.
  public var isSecret = false
  /// The secret parts of its value; nil if they are unknown.
  var secretParts: SecretParts?
  /// The step of an imported run from which a masked value is in it; nil when all of it is known.
  var masked: MaskedStep?

  /// Whether an event tells of its failure: that of its request, its job, or an earlier one of the run.
  var isTold = false

  var output = Output.none

  init(_ state: State, response: Response? = nil, error: (any ExplainedError)? = nil) {
    self.state = state
    self.response = response
    self.error = error
  }

  /// The value that later nodes get: of a response its model, payload or body, of a job what it returned, of a serial
  /// group the last node's, of a concurrent one an object by the names of its nodes. Nil if there is none, or it is not
  /// JSON.
  public var value: JSONValue? {
    get {
      switch output {
      case .none: nil
      case .value(let value): value
      case .answer(let value), .nodes(let value): value.read()
      }
    }
    set { output = newValue.map(Output.value) ?? .none }
  }

  /// Whether it ran to its end, and well.
  public var succeeded: Bool { state == .succeeded }
  /// Whether something went wrong: it failed, or was stopped in flight.
  public var failed: Bool { state == .failed || state == .cancelled }
  /// Whether it was its turn, and it was not left out.
  package var hasRun: Bool { state != .skipped && state != .neverRan }

  /// The secret parts of its value. If they are unknown: all of it when a secret is in the result or in what it was
  /// made from.
  package var secrets: SecretParts { secretParts ?? (isSecret ? .whole : .none) }

  /// A success with a value of your own.
  public static func value(_ value: JSONValue?) -> NodeResult {
    var result = NodeResult(.succeeded)
    result.value = value
    return result
  }

  /// A failure for a reason of your own.
  public static func failure(_ error: any ExplainedError) -> NodeResult {
    NodeResult(.failed, error: error)
  }

  /// Left out.
  public static let skipped = NodeResult(.skipped)
  /// Stopped in flight.
  public static let cancelled = NodeResult(.cancelled, error: GroupError.cancelled)
  /// Its turn never came.
  public static let neverRan = NodeResult(.neverRan)

  /// As a success with this value: what a person says is handed on, whatever became of the node.
  package func accepted(with value: JSONValue?) -> NodeResult {
    var copy = replacingValue(value)
    (copy.state, copy.error) = (.succeeded, nil)
    return copy
  }

  /// The same with another value.
  package func replacingValue(_ value: JSONValue?) -> NodeResult {
    var copy = self
    copy.value = value
    return copy
  }
}
