/// What one node of a run did.
///
/// An answer is named by its exchange and not copied: the history has it. In the same way an input that is what another
/// node gave names that node.
public struct NodeRecord: Sendable, Hashable, Codable {
  public enum Kind: String, Sendable, Hashable, Codable {
    case request, job, serial, concurrent
  }

  public enum State: String, Sendable, Hashable, Codable, CaseIterable {
    /// Its turn has come; it waits at a gate, or for the next attempt.
    case waiting
    case running
    case succeeded, failed, skipped, cancelled, neverRan
  }

  @nonexhaustive public enum Input: Sendable, Hashable, Codable {
    case none
    /// What this node gave.
    case result(of: NodePath)
    /// An element of a list, or what a gate gave in place of the input.
    case value(JSONValue)
  }

  @nonexhaustive public enum Output: Sendable, Hashable, Codable {
    case none
    /// What the node reads of this answer.
    case answer(ExchangeID)
    case value(JSONValue)
    /// What its own nodes gave.
    case nodes
  }

  public struct Attempt: Sendable, Hashable, Codable {
    public var startedAt: Timestamp
    public var endedAt: Timestamp?
    /// Of a request: the request as it was sent, its timings and its answer.
    public var exchange: ExchangeID?
    public var state: State
    /// Of the answer.
    public var status: Int?
    /// The stable code of its error.
    public var errorCode: String?

    public init(
      startedAt: Timestamp, endedAt: Timestamp? = nil, exchange: ExchangeID? = nil, state: State = .running
    ) {
      self.startedAt = startedAt
      self.endedAt = endedAt
      self.exchange = exchange
      self.state = state
    }
  }

  /// What a gate had changed about it.
  public enum Intervention: String, Sendable, Hashable, Codable {
    case inputReplaced, requestReplaced, resultReplaced, skipped
  }

  public var path: NodePath
  public var name: String
  public var kind: Kind
  public var state = State.waiting
  public var input: Input
  public var attempts: [Attempt] = []
  /// Under which the history has its last request and answer; that of another run, where a replay took its result.
  public var exchange: ExchangeID?
  /// Of the last answer.
  public var status: Int?
  public var output = Output.none
  public var error: RecordedError?
  /// What it was made from: steps, shared data, exact sources.
  public var made = NodeTrace.Notes()
  public var interventions: [Intervention] = []
  /// When its turn came, and when all was done.
  public var startedAt: Timestamp
  public var endedAt: Timestamp?
  /// Whether a secret is in it: then nothing of it is written anywhere unsealed.
  public var isSecret = false

  public var duration: Duration? { endedAt.map { startedAt.duration(to: $0) } }

  public init(path: NodePath, name: String, kind: Kind, state: State, startedAt: Timestamp) {
    self.path = path
    self.name = name
    self.kind = kind
    self.state = state
    self.startedAt = startedAt
    input = .none
  }

  init(_ node: Node, _ input: NodeInput, at time: Timestamp) {
    path = input.path
    name = node.name
    kind = Kind(node.kind)
    self.input = Input(input.source)
    startedAt = time
  }
}

/// An error as a recording keeps it, masked.
public struct RecordedError: ExplainedError, Hashable, Codable {
  public var code: String
  public var summary: String
  public var detail: String?
  public var place: String?
  public var advice: String?

  init(_ error: any ExplainedError, mask: (String) -> String) {
    code = error.code
    summary = mask(error.summary)
    detail = error.detail.map(mask)
    place = error.place.map(mask)
    advice = error.advice
  }
}

extension NodeRecord.Kind {
  fileprivate init(_ kind: Node.Kind) {
    switch kind {
    case .request: self = .request
    case .job: self = .job
    case .group(let group): self = group.order == .serial ? .serial : .concurrent
    }
  }
}

extension NodeRecord.Input {
  init(_ source: NodeInput.Source) {
    switch source {
    case .none: self = .none
    case .result(_, let path): self = .result(of: path)
    case .element(let value): self = .value(value)
    case .given(let value): self = value.map(Self.value) ?? .none
    }
  }
}

extension NodeRecord.State {
  init(_ state: NodeResult.State) {
    switch state {
    case .succeeded: self = .succeeded
    case .failed: self = .failed
    case .skipped: self = .skipped
    case .cancelled: self = .cancelled
    case .neverRan: self = .neverRan
    }
  }

  /// Whether nothing can follow.
  public var isFinal: Bool { self != .waiting && self != .running }
}
