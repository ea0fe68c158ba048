/// The record of what every node of a run did: kept while it runs, read when it is over, replayed, compared.
public struct RunRecording: Sendable, Hashable, Codable {
  /// How far a run is, or how it ended.
  @nonexhaustive public enum State: String, Sendable, Hashable, Codable, CaseIterable {
    /// It is in flight, or every node had its turn, and none or some failed.
    case running, succeeded, failed
    /// Somebody stopped it, or the turn of some node never came.
    case stopped
    /// The program ended before the run did.
    case interrupted
  }

  /// The run that another one repeats, and from which step on.
  package struct Origin: Sendable, Hashable, Codable {
    /// The run whose results stand for the steps before.
    package var run: String
    /// The first step that is run again.
    package var from: NodePath
    /// Whether something was changed there.
    package var isFork: Bool

    /// Another run, from this step on.
    package init(run: String, from: NodePath, isFork: Bool) {
      self.run = run
      self.from = from
      self.isFork = isFork
    }
  }

  /// The facts about a run as a whole.
  public struct Summary: Sendable, Hashable, Codable, Identifiable {
    /// The identifier of the run.
    public var id: String
    /// The group's name, for people.
    public var group: String?
    /// Whether its nodes ran at the same time.
    package var isConcurrent: Bool
    /// As its caller gave it.
    public var callID: String?
    /// The name of the environment it ran in, if its caller has such a thing.
    public var environment: String?
    /// The start of its first step: the time a person took to answer questions before does not count. Until then, the
    /// time at which it was started.
    public var startedAt: Timestamp
    /// Nil while it runs.
    public var endedAt: Timestamp?
    /// How far it is, or how it ended.
    public var state = State.running
    /// The run that it repeats; nil for a run from the beginning.
    package var origin: Origin?
    /// The origin of an imported run; nil for a run of this store's own.
    package var imported: Import?

    /// How long all of it waited for a person: pauses, and questions during the run. Nil while it runs, and where that is not known.
    package var waited: Duration?

    /// From start to end, without the times in which all of it waited for a person; nil while it runs.
    public var duration: Duration? {
      endedAt.map { max(.zero, startedAt.duration(to: $0) - (waited ?? .zero)) }
    }

    /// A run that has begun.
    package init(
      id: String, group: String?, isConcurrent: Bool = false, callID: String? = nil, environment: String? = nil,
      startedAt: Timestamp,
      origin: Origin? = nil
    ) {
      self.id = id
      self.group = group
      self.isConcurrent = isConcurrent
      self.callID = callID
      self.environment = environment
      self.startedAt = startedAt
      self.origin = origin
    }

    /// How long it waited is in its nodes.
    private enum CodingKeys: CodingKey {
      case id, group, isConcurrent, callID, environment, startedAt, endedAt, state, origin, imported
    }
  }

  /// The facts about the run as a whole.
  public var summary: Summary
  /// In the order of the group; those whose turn has come.
  public var nodes: [NodeRecord]
  /// The steps of the group as they were when it ran, in order. None where the recording is older than this.
  package var outline: [StepOutline]

  /// A recording of these nodes, in any order.
  package init(_ summary: Summary, nodes: [NodeRecord], outline: [StepOutline] = []) {
    self.summary = summary
    self.nodes = nodes.sorted { $0.path < $1.path }
    self.outline = outline
  }

  /// Returns the record of the node at that place; nil when its turn never came.
  public subscript(path: NodePath) -> NodeRecord? {
    nodes.element(at: path, by: \.path)
  }

  /// The step at that place as its group had it; of one of the elements of a list, the step that ran for them.
  package func step(at path: NodePath) -> StepOutline? {
    outline.element(at: path.withoutElements, by: \.path)
  }

  /// The steps as far as they are known: of a recording without them, those whose turn came.
  var knownOutline: [StepOutline] {
    guard outline.isEmpty else { return outline }
    let steps = nodes.map { StepOutline($0.path.withoutElements, $0.name, $0.kind) }
    return Dictionary(steps.map { ($0.path, $0) }) { first, _ in first }.values.sorted { $0.path < $1.path }
  }

  /// The first node of that name.
  public func node(named name: String) -> NodeRecord? {
    nodes.first { $0.name.isIdentical(to: name) }
  }

  /// The nodes directly inside one.
  package func children(of path: NodePath) -> [NodeRecord] {
    nodes.filter { $0.path.parent == path }
  }
}

extension RunRecording {
  private enum CodingKeys: CodingKey {
    case summary, nodes, outline
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.decode(Summary.self, forKey: .summary),
      nodes: try container.decode([NodeRecord].self, forKey: .nodes),
      outline: try container.decodeIfPresent([StepOutline].self, forKey: .outline) ?? [])
  }
}
