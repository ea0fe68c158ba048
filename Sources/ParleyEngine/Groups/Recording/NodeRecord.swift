/// The record of one node of a run.
///
/// A response is identified by its exchange and not copied: the history has it. Likewise, an input that is another
/// node's value identifies that node.
public struct NodeRecord: Sendable, Hashable, Codable {
  /// The kind of a node.
  package enum Kind: String, Sendable, Hashable, Codable {
    /// As ``Node/Kind`` has it, a group by its order.
    case request, job, serial, concurrent
  }

  /// How far a node is, or how it ended.
  public enum State: String, Sendable, Hashable, Codable, CaseIterable {
    /// Its turn has come; it waits at a gate, or for the next attempt.
    case waiting
    /// It is in flight.
    case running
    /// As ``NodeResult/State`` has it.
    case succeeded, failed, skipped, cancelled, neverRan
  }

  /// The input of a node.
  package enum Input: Sendable, Hashable, Codable {
    /// Nothing.
    case none
    /// The value of this node.
    case result(of: NodePath)
    /// An element of a list, or what a gate gave in place of the input.
    case value(JSONValue)
  }

  /// The output of a node.
  package enum Output: Sendable, Hashable, Codable {
    /// Nothing.
    case none
    /// The value that the node reads from this response.
    case answer(ExchangeID)
    /// The value that a job returned, or that a gate gave in place of a result.
    case value(JSONValue)
    /// The values of its own nodes.
    case nodes
  }

  /// One attempt at a node.
  package struct Attempt: Sendable, Hashable, Codable {
    /// The time at which it began.
    package var startedAt: Timestamp
    /// Nil while it runs.
    package var endedAt: Timestamp?
    /// Of a request: the request as it was sent, its timings and its response.
    package var exchange: ExchangeID?
    /// How far it is, or how it ended.
    package var state: State
    /// Of the response.
    package var status: Int?
    /// The stable code of its error.
    package var errorCode: String?
    /// The phases of the attempt, for a request whose response came over the wire; otherwise nil.
    package var phases: AttemptPhases?

    /// An attempt that has begun.
    package init(
      startedAt: Timestamp, endedAt: Timestamp? = nil, exchange: ExchangeID? = nil, state: State = .running
    ) {
      self.startedAt = startedAt
      self.endedAt = endedAt
      self.exchange = exchange
      self.state = state
    }
  }

  /// A change that a gate made to a node.
  package enum Intervention: String, Sendable, Hashable, Codable {
    /// The node's input, list, request or result was replaced, or the node was skipped.
    case inputReplaced, listReplaced, requestReplaced, resultReplaced, skipped
    /// Another value was put in the place of its own once it had ended.
    case valueReplaced
  }

  /// Behind one reference: a record is handed on from the run to its storage and to whoever looks at it, and far less often changed.
  @CopyOnWrite private var fields: Fields

  fileprivate struct Fields: Sendable, Hashable, Codable {
    var path: NodePath
    var name: String
    var kind: Kind
    var state: State
    var input: Input
    var attempts: [Attempt] = []
    var nextAttemptAt: Timestamp?
    var exchange: ExchangeID?
    var status: Int?
    var output = Output.none
    var error: RecordedError?
    var made = NodeTrace.Notes()
    var interventions: [Intervention] = []
    var startedAt: Timestamp
    var endedAt: Timestamp?
    var isSecret = false
  }

  /// The node's place in its run.
  public var path: NodePath {
    get { fields.path }
    set { fields.path = newValue }
  }

  /// The node's own.
  public var name: String {
    get { fields.name }
    set { fields.name = newValue }
  }

  /// The kind of the node.
  package var kind: Kind {
    get { fields.kind }
    set { fields.kind = newValue }
  }

  /// How far it is, or how it ended.
  public var state: State {
    get { fields.state }
    set { fields.state = newValue }
  }

  /// The input that it worked on.
  package var input: Input {
    get { fields.input }
    set { fields.input = newValue }
  }

  /// First to last.
  package var attempts: [Attempt] {
    get { fields.attempts }
    _modify { yield &fields.attempts }
  }

  /// The time of the next attempt; nil unless it waits for one.
  package var nextAttemptAt: Timestamp? {
    get { fields.nextAttemptAt }
    set { fields.nextAttemptAt = newValue }
  }

  /// Under which the history has its last request and response; that of another run, where a replay took its result.
  public var exchange: ExchangeID? {
    get { fields.exchange }
    set { fields.exchange = newValue }
  }

  /// Of the last response.
  public var status: Int? {
    get { fields.status }
    set { fields.status = newValue }
  }

  /// The output that later nodes get.
  package var output: Output {
    get { fields.output }
    set { fields.output = newValue }
  }

  /// The error that explains how it ended, masked; nil if there is none.
  public var error: RecordedError? {
    get { fields.error }
    _modify { yield &fields.error }
  }

  /// The notes on what it was made from: steps, shared data, exact sources.
  package var made: NodeTrace.Notes {
    get { fields.made }
    _modify { yield &fields.made }
  }

  /// In the order in which they were made.
  package var interventions: [Intervention] {
    get { fields.interventions }
    _modify { yield &fields.interventions }
  }

  /// The time at which its turn came.
  public var startedAt: Timestamp {
    get { fields.startedAt }
    set { fields.startedAt = newValue }
  }

  /// The time at which all was done; nil while it runs.
  public var endedAt: Timestamp? {
    get { fields.endedAt }
    set { fields.endedAt = newValue }
  }

  /// Whether a secret is in it: then nothing of it is written anywhere unsealed.
  public var isSecret: Bool {
    get { fields.isSecret }
    set { fields.isSecret = newValue }
  }

  /// Whether it was made from its input, where somebody has said it; of a group, whether the group itself was, and not the steps
  /// in it.
  package var usesInput: Bool { made.usesInput ?? true }

  /// The time that it took, wherever a time is shown: from its first attempt to the end of its last, without the times in which it
  /// waited for a person. Of a group, and of a step that runs for each element of a list, from its begin to the end of the last step
  /// in it, without the times in which all of them that were in flight waited for a person. Nil while it runs.
  public var duration: Duration? { endedAt.map { _ in timeTaken } }

  /// A node whose turn has come.
  package init(path: NodePath, name: String, kind: Kind, state: State, startedAt: Timestamp) {
    fields = Fields(path: path, name: name, kind: kind, state: state, input: .none, startedAt: startedAt)
  }

  fileprivate init(_ fields: Fields) {
    self.fields = fields
  }

  public init(from decoder: any Decoder) throws {
    fields = try Fields(from: decoder)
  }

  public func encode(to encoder: any Encoder) throws {
    try fields.encode(to: encoder)
  }
}

extension NodeInput {
  /// The record of the node whose turn has come with this input.
  func record(of node: Node, at time: Timestamp) -> NodeRecord {
    NodeRecord(
      NodeRecord.Fields(
        path: path, name: node.name, kind: NodeRecord.Kind(node.kind), state: .waiting,
        input: NodeRecord.Input(source), startedAt: time))
  }
}

extension NodeRecord {
  /// The exchanges of its attempts, and the one that its result came with.
  package var exchanges: [ExchangeID] { attempts.compactMap(\.exchange) + [exchange].compactMap(\.self) }

  /// Whether one of these secrets stands in what is recorded of it.
  func holds(_ secrets: Secrets) -> Bool {
    guard !secrets.isEmpty else { return false }
    return values.contains { secrets.maskingForeign($0) != $0 }
  }

  private var values: [JSONValue] {
    let uses = (made.sharedReads + made.sharedWrites).compactMap { $0.value?.json }
    return [input.value, output.value].compactMap(\.self) + uses
      + made.edits.flatMap { [$0.was, $0.became].compactMap(\.self) }
  }
}

extension NodeRecord.Input {
  fileprivate var value: JSONValue? { if case .value(let value) = self { value } else { nil } }
}

extension NodeRecord.Output {
  /// Nil where it is kept elsewhere.
  package var value: JSONValue? { if case .value(let value) = self { value } else { nil } }
}

/// An error as a recording keeps it, masked.
public struct RecordedError: ExplainedError, Hashable, Codable {
  /// The stable code of the error.
  public var code: String
  /// One sentence, masked.
  public var summary: String
  /// Further details, masked.
  public var detail: String?
  /// The place of the error, masked.
  public var place: String?
  /// Advice on what the person can do.
  public var advice: String?
  /// Nil where there are none, as in an older recording.
  private var checkedParts: [CheckedPart]?

  /// The parts of a failed expectation with their values, masked.
  public var checked: [CheckedPart] {
    get { checkedParts ?? [] }
    set { checkedParts = newValue.isEmpty ? nil : newValue }
  }

  init(_ error: any ExplainedError, mask: (String) -> String) {
    code = error.code
    summary = mask(error.summary)
    detail = error.detail.map(mask)
    place = error.place.map(mask)
    advice = error.advice
    checked = error.checked.map { $0.mapped(mask) }
  }
}

extension NodeRecord.Kind {
  init(_ kind: Node.Kind) {
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
    case .element(let value, _): self = .value(value)
    case .given(let value, _): self = value.map(Self.value) ?? .none
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
