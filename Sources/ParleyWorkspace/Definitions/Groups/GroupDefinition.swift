/// What one file under `groups/` says: a chain of requests, local jobs and groups.
public struct GroupDefinition: Sendable, Equatable {
  public enum Order: Sendable, Equatable {
    case serial
    /// So many at once; all where nothing is said.
    case concurrent(limit: Int?)
  }

  /// What a node that failed means for those after it.
  public enum OnFailure: String, Sendable, CaseIterable {
    case stop, `continue`
  }

  public var onFailure: Located<OnFailure>?
  public var list: NodeListDefinition
  public var docs: Located<String>?

  public init(
    onFailure: Located<OnFailure>? = nil, list: NodeListDefinition = .init(), docs: Located<String>? = nil
  ) {
    self.onFailure = onFailure
    self.list = list
    self.docs = docs
  }

  /// Every node, those inside others too, in the order of the file.
  public var allNodes: [NodeDefinition] { list.nodes.flatMap(\.withInner) }
}

/// A list of nodes, in turn or at the same time.
public struct NodeListDefinition: Sendable, Equatable {
  public var serial: [NodeDefinition]?
  public var concurrent: [NodeDefinition]?
  /// How many run at once.
  public var limit: Located<Int>?

  public init(serial: [NodeDefinition]? = nil, concurrent: [NodeDefinition]? = nil, limit: Located<Int>? = nil) {
    self.serial = serial
    self.concurrent = concurrent
    self.limit = limit
  }

  public var nodes: [NodeDefinition] { serial ?? concurrent ?? [] }

  public var order: GroupDefinition.Order { serial == nil ? .concurrent(limit: limit?.value) : .serial }
}

/// One step of a group.
public struct NodeDefinition: Sendable, Equatable {
  /// The id of a request.
  public var request: Located<String>?
  /// The name of a local job.
  public var local: Located<String>?
  /// The id of another group.
  public var group: Located<String>?
  public var list = NodeListDefinition()
  public var onFailure: Located<GroupDefinition.OnFailure>?
  public var job = JobDefinition()
  /// Its name, where that of the request, job or group will not do.
  public var name: Located<String>?
  public var when: Located<JQFilter>?
  /// What the request says differently here.
  public var with: WithDefinition?
  public var retry: Located<RetryDefinition>?
  public var until: Located<JQFilter>?
  public var every: Located<Duration>?
  public var attempts: Located<Int>?
  public var each: Located<JQFilter>?
  public var always: Located<Bool>?
  public var disabled: Located<Bool>?
  /// Where it stands.
  public var place: SourcePlace?

  public init() {}

  /// Itself and the nodes inside it.
  public var withInner: [NodeDefinition] { [self] + list.nodes.flatMap(\.withInner) }

  /// The same without what is switched off.
  var thatRun: [NodeDefinition] {
    disabled?.value == true ? [] : [self] + list.nodes.flatMap(\.thatRun)
  }

  /// By which other nodes find its result; nil for a list that is given none. Derived from the id of its request or group
  /// where nobody gave it one: `not_found` from `errors/not-found`.
  public var stepName: String? { name?.value ?? local?.value ?? idOfName?.lastPathPart.asStepName }

  /// The id that its name is derived from; nil where the file says the name itself.
  var idOfName: String? { name == nil && local == nil ? (request ?? group)?.value : nil }

  /// What its name is taken from.
  var namePlace: SourcePlace? { (name ?? request ?? local ?? group)?.place ?? place }

  var filters: [Located<JQFilter>] { [when, until, each].compactMap(\.self) + job.filters }

  /// Every text in which templates may stand.
  var texts: [Located<String>] { (with?.texts ?? []) + job.set.map(\.located) }

  /// Two are equal when they say the same, wherever they stand.
  public static func == (left: NodeDefinition, right: NodeDefinition) -> Bool {
    NodeDefinition.form.written(left) == NodeDefinition.form.written(right)
  }
}

/// What a local job does: one of its kinds.
public struct JobDefinition: Sendable, Equatable {
  public var jq: Located<JQFilter>?
  /// A program with its arguments.
  public var run: Located<[String]>?
  /// For a program.
  public var timeout: Located<Duration>?
  public var wait: Located<Duration>?
  public var assert: [Located<JQFilter>] = []
  /// Shared keys, and what they are set to.
  public var set: [Row] = []

  public init() {}

  var filters: [Located<JQFilter>] { [jq].compactMap(\.self) + assert }

  /// Which of its kinds are said.
  var kinds: [String] {
    [
      jq.map { _ in "jq" }, run.map { _ in "run" }, wait.map { _ in "wait" }, assert.isEmpty ? nil : "assert",
      set.isEmpty ? nil : "set",
    ].compactMap(\.self)
  }
}

/// What a request says differently in a group.
public struct WithDefinition: Sendable, Equatable {
  public var path: [Row] = []
  public var query: [Row] = []
  public var headers: [Row] = []
  public var body: BodyDefinition?

  public init() {}

  var texts: [Located<String>] { (path + query + headers).map(\.located) + (body?.texts ?? []) }

  /// A request with this over it: a name that is said here hides the same name there.
  func over(_ request: RequestDefinition) -> RequestDefinition {
    var result = request
    result.path = path.over(request.path) { $0 == $1 }
    result.query = query.over(request.query) { $0 == $1 }
    result.headers = headers.over(request.headers) { $0.lowercased() == $1.lowercased() }
    if let body { result.body = body }
    return result
  }
}

extension [Row] {
  fileprivate func over(_ others: [Row], isSame: (String, String) -> Bool) -> [Row] {
    others.filter { other in !contains { isSame($0.name, other.name) } } + self
  }
}
