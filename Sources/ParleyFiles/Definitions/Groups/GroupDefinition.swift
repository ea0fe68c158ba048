package import ParleyEngine

/// The content of one file under `groups/`: a chain of requests, local jobs and groups.
package struct GroupDefinition: Sendable, Equatable {
  package enum Order: Sendable, Equatable {
    case serial
    /// So many at once; all where nothing is said.
    case concurrent(limit: Int?)
  }

  /// The effect of a failed node on the others.
  package enum OnFailure: String, Sendable, CaseIterable {
    case stop, `continue`, cancel
  }

  package var onFailure: Located<OnFailure>?
  package var list: NodeListDefinition
  /// Words by which several groups are run together.
  package var tags: [String]
  package var docs: Located<String>?

  package init(
    onFailure: Located<OnFailure>? = nil, list: NodeListDefinition = .init(), tags: [String] = [],
    docs: Located<String>? = nil
  ) {
    self.onFailure = onFailure
    self.list = list
    self.tags = tags
    self.docs = docs
  }

  /// Every node, those inside others too, in the order of the file.
  package var allNodes: [NodeDefinition] { list.nodes.flatMap(\.withInner) }
}

/// A list of nodes, in turn or at the same time.
package struct NodeListDefinition: Sendable, Equatable {
  package var serial: [NodeDefinition]?
  package var concurrent: [NodeDefinition]?
  /// How many run at once: of its nodes, or of the elements that its node runs for.
  package var limit: Located<Int>?

  package init(serial: [NodeDefinition]? = nil, concurrent: [NodeDefinition]? = nil, limit: Located<Int>? = nil) {
    self.serial = serial
    self.concurrent = concurrent
    self.limit = limit
  }

  package var nodes: [NodeDefinition] { serial ?? concurrent ?? [] }

  /// Visits every node, those inside others too, in the order of the file.
  func visit(_ body: (NodeDefinition) -> Void) {
    for node in nodes {
      body(node)
      node.list.visit(body)
    }
  }

  package var order: GroupDefinition.Order { serial == nil ? .concurrent(limit: limit?.value) : .serial }
}

/// One step of a group.
package struct NodeDefinition: Sendable, Equatable {
  /// The id of a request.
  @Sparse package var request: Located<String>?
  /// The name of a local job.
  @Sparse package var local: Located<String>?
  /// The id of another group.
  @Sparse package var group: Located<String>?
  package var list = NodeListDefinition()
  @Sparse package var onFailure: Located<GroupDefinition.OnFailure>?
  package var job = JobDefinition()
  /// Its name, where that of the request, job or group will not do.
  @Sparse package var name: Located<String>?
  @Sparse package var when: Located<JQFilter>?
  /// The overrides of the request in this step.
  @Sparse package var with: WithDefinition?
  @Sparse package var retry: Located<RetryDefinition>?
  @Sparse package var until: Located<JQFilter>?
  @Sparse package var every: Located<Duration>?
  @Sparse package var attempts: Located<Int>?
  @Sparse package var alsoFailed: Located<Bool>?
  @Sparse package var each: Located<EachDefinition>?
  @Sparse package var always: Located<Bool>?
  @Sparse package var disabled: Located<Bool>?
  /// The node's location in the file.
  @Sparse package var place: SourcePlace?

  package init() {}

  /// Itself and the nodes inside it.
  package var withInner: [NodeDefinition] { [self] + list.nodes.flatMap(\.withInner) }

  /// The same without what is turned off.
  var thatRun: [NodeDefinition] {
    disabled?.value == true ? [] : [self] + list.nodes.flatMap(\.thatRun)
  }

  /// By which other nodes find its result; nil for a list that is given none. Derived from the id of its request or group
  /// where nobody gave it one: `not_found` from `errors/not-found`.
  package var stepName: String? { name?.value ?? local?.value ?? idOfName?.lastPathPart.asStepName }

  /// The id that its name is derived from; nil where the file says the name itself.
  var idOfName: String? { name == nil && local == nil ? (request ?? group)?.value : nil }

  /// The location of the key that its name is taken from.
  package var namePlace: SourcePlace? { (name ?? request ?? local ?? group)?.place ?? place }

  package var filters: [Located<JQFilter>] {
    var filters: [Located<JQFilter>] = []
    for filter in [when, until, eachFilter] { if let filter { filters.append(filter) } }
    filters += job.filters
    if let with { filters += with.messages.filters }
    return filters
  }

  /// The filter that gives its list, if it is a filter.
  private var eachFilter: Located<JQFilter>? {
    guard let each, case .filter(let filter) = each.value else { return nil }
    return Located(filter, at: each.place)
  }

  /// The file that holds its list, if it is a file.
  var elementFile: ElementFile? {
    if case .file(let file) = each?.value { file } else { nil }
  }

  /// How many of the elements that it runs for at once.
  package var elementsAtOnce: Int { list.concurrent == nil ? list.limit?.value ?? 1 : 1 }

  /// Every text in which templates may stand.
  package var texts: [Located<String>] {
    (with?.texts ?? []) + job.texts.map(\.text) + [elementFile?.path].compactMap(\.self)
  }

  /// Two are equal when they say the same, wherever they stand.
  package static func == (left: NodeDefinition, right: NodeDefinition) -> Bool {
    NodeDefinition.form.written(left) == NodeDefinition.form.written(right)
  }
}

/// The overrides of a request in a group.
package struct WithDefinition: Sendable, Equatable {
  package var path: [Row] = []
  package var query: [Row] = []
  package var headers: [Row] = []
  package var body: BodyDefinition?
  package var messages: [MessageDefinition] = []

  package init() {}

  var texts: [Located<String>] { (path + query + headers).map(\.located) + (body?.texts ?? []) + messages.texts }

  /// A request with this over it: a name that is said here hides the same name there.
  package func over(_ request: RequestDefinition) -> RequestDefinition {
    var result = request
    result.path = path.over(request.path) { $0 == $1 }
    result.query = query.over(request.query) { $0 == $1 }
    result.headers = headers.over(request.headers) { $0.lowercased() == $1.lowercased() }
    if let body { result.body = body }
    if !messages.isEmpty { result.messages = messages }
    return result
  }
}

extension [Row] {
  fileprivate func over(_ others: [Row], isSame: (String, String) -> Bool) -> [Row] {
    others.filter { other in !contains { isSame($0.name, other.name) } } + self
  }
}
