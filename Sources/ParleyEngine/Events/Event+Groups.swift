import HTTPTypes

extension Event {
  /// A group has run.
  public struct GroupDone: Sendable, Hashable, Codable {
    /// The result of one node. One that was not run has nothing but its name.
    public struct Result: Sendable, Hashable, Codable {
      /// The node's own.
      public var name: String
      /// How it ended.
      public var state: NodeState
      /// Of the response.
      public var status: Int?
      /// Under which the history has its last request and response.
      public var exchange: ExchangeID?
      /// The stable code of its error.
      public var code: String?
      /// Masked.
      public var summary: String?
      /// The value that later nodes get from it, masked.
      public var model: Model?

      /// The result of a node of this name.
      package init(
        name: String, state: NodeState, status: Int? = nil, exchange: ExchangeID? = nil, code: String? = nil,
        summary: String? = nil, model: Model? = nil
      ) {
        self.name = name
        self.state = state
        self.status = status
        self.exchange = exchange
        self.code = code
        self.summary = summary
        self.model = model
      }
    }

    /// How many steps a run had, those in groups and for elements of lists among them.
    public struct StepCount: Sendable, Hashable, Codable {
      /// Those that succeeded.
      public var succeeded: Int
      /// All of them: requests, local jobs, and groups that failed for a reason of their own.
      public var total: Int

      /// So many of so many.
      package init(succeeded: Int, total: Int) {
        self.succeeded = succeeded
        self.total = total
      }
    }

    /// The group's name, for people.
    public var name: String?
    /// As its caller gave it.
    public var callID: String?
    /// The identifier of the run, which no other has.
    public var groupID: String
    /// In the order of the nodes, whatever finished first.
    public var results: [Result]
    /// Whether the turn of some node never came.
    public var stopped: Bool
    /// How many steps succeeded; nil in an event that an earlier version kept.
    public var steps: StepCount?

    /// Whether any node failed.
    public var failed: Bool { results.contains { $0.state == .failed || $0.state == .cancelled } }

    /// A group that has run.
    package init(
      name: String?, callID: String?, groupID: String, results: [Result], stopped: Bool, steps: StepCount? = nil
    ) {
      self.name = name
      self.callID = callID
      self.groupID = groupID
      self.results = results
      self.stopped = stopped
      self.steps = steps
    }
  }
}
