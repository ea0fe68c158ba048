/// Work that is done here and not by a server, as a step of a group or alone. It is told as a custom event with its name.
///
/// ```swift
/// let job = LocalJob("total") { input in .number(JSONNumber(prices(of: input.value).reduce(0, +))) }
/// ```
public struct LocalJob: Sendable {
  /// By which its event and later nodes know it.
  public var name: String
  /// Told with its event, unchanged.
  public var parameters: JSONValue?
  /// Whether the run posts the job's event when it begins. One that is not announced posts its own events.
  package var isAnnounced = true
  /// Whether it posts an event of its own when it fails.
  package var tellsFailures = false
  /// Its task is cancelled when the run is stopped, and nobody waits for it any longer.
  public var work: @Sendable (NodeInput) async throws -> JSONValue?

  /// A job of this name; what it returns is the next node's input.
  public init(
    _ name: String, parameters: JSONValue? = nil,
    _ work: @escaping @Sendable (NodeInput) async throws -> JSONValue?
  ) {
    self.name = name
    self.parameters = parameters
    self.work = work
  }
}

extension Event {
  /// The state of a job of a workspace, in the parameter `job` of its event, when it begins.
  package static let jobStarted = "started"
  /// The same when it has succeeded; the parameter `result` is its result.
  package static let jobCompleted = "completed"
  /// The same when it has failed; the parameter `error` is a sentence.
  package static let jobFailed = "failed"
}
