import HTTPTypes

/// One step of a group: what it does, and when, how often and in which way.
///
/// Each fluent change returns a new value. Those that ask a question get it answered in JSON, and a condition that is
/// answered with anything but true or false fails its node.
public struct Node: Sendable {
  /// The kind of a node, with its work.
  package enum Kind: Sendable {
    /// Sends a request.
    case request(RequestStep)
    /// Does work of the program's own.
    case job(LocalJob)
    /// Runs further nodes.
    case group(RequestGroup)
  }

  /// A question about what is there before the node runs.
  public typealias Question = @Sendable (NodeInput) async throws -> JSONValue
  /// A question about what the node did.
  public typealias Verdict = @Sendable (NodeResult, NodeInput) async throws -> JSONValue
  /// Sees the result first, and may put another in its place; nil keeps it. What it throws is the node's failure.
  public typealias Handler = @Sendable (NodeResult) async throws -> NodeResult?

  /// Asks again and again until the response is what is waited for.
  package struct Until: Sendable {
    /// Asked after every attempt.
    package var holds: Verdict
    /// The wait between one attempt and the next.
    package var interval: Duration
    /// How often it is tried at most; when it does not hold then, the node has failed.
    package var attempts: Int
    /// Whether it is asked about responses that failed their expectations too; otherwise the first of them ends the node.
    package var seesFailures = false

    /// - Parameters:
    ///   - interval: the wait between one attempt and the next.
    ///   - attempts: how often it is tried at most.
    ///   - holds: asked after every attempt.
    package init(every interval: Duration = .zero, attempts: Int, holds: @escaping Verdict) {
      self.holds = holds
      self.interval = interval
      self.attempts = attempts
    }
  }

  /// By which later nodes find its result.
  public var name: String
  /// The node's kind, with its work.
  package var kind: Kind
  /// Whether it is left out.
  package var isDisabled = false
  /// Whether it runs even after a failure that stops its serial group, and when the run is stopped.
  package var runsAlways = false
  /// Asked before it runs; false skips it.
  package var condition: Question?
  /// Answers with a list: the node runs once for each element, and gives the list of what came out, in the order of the list.
  package var elements: Question?
  /// The number of elements in flight at once, if it runs for each element of a list.
  package var elementsAtOnce = 1
  /// The effect of a failed element on the others, if it runs for each element of a list.
  public var onFailure = RequestGroup.OnFailure.stop
  /// Whether it runs again until something holds.
  package var until: Until?
  /// Whether it runs again when it failed: the whole of it, a request with all its own attempts.
  package var retry: CountedRetry?
  /// Sees its result first.
  package var handler: Handler?
  /// The place of its definition, as in `groups/checkout.yaml:14:5`, for errors that do not have one themselves.
  package var place: String?
  /// The details for outlines and recordings.
  package var details: StepDetails?

  /// A node that does this, without condition.
  package init(_ name: String, _ kind: Kind) {
    self.name = name
    self.kind = kind
  }
}

extension Node {
  /// - Parameter request: named after its own name, its route, or its method and endpoint.
  public static func request(_ request: Request) -> Node {
    Node(request.stepName, .request(RequestStep(of: request)))
  }

  /// A request that is made when its turn has come.
  public static func request(
    _ name: String, _ make: @escaping @Sendable (NodeInput) async throws -> Request
  ) -> Node {
    Node(name, .request(RequestStep(make)))
  }

  /// A node that does this job, under the job's name.
  public static func job(_ job: LocalJob) -> Node {
    Node(job.name, .job(job))
  }

  /// - Parameter work: returns the next node's input.
  public static func job(
    _ name: String, _ work: @escaping @Sendable (NodeInput) async throws -> JSONValue?
  ) -> Node {
    job(LocalJob(name, work))
  }

  /// A node that runs this group, under the group's name.
  public static func group(_ group: RequestGroup) -> Node {
    Node(group.name ?? "group", .group(group))
  }
}

extension Request {
  var stepName: String {
    displayName ?? "\(usualMethod.rawValue) \(endpoint)"
  }
}
