internal import ParleyEditing
internal import ParleyEngine
internal import ParleyFiles
internal import ParleyText

/// Makes the engine's group of a workspace's group file.
///
/// Nothing is filled in before its turn: a node's request is rendered from what its file says then and from what the steps
/// before it gave.
struct GroupRendering: Sendable {
  let session: Session
  let workspace: Workspace
  let given: [String: String]
  let prompter: any Prompter
  /// The group's name in the history of shared data.
  let writer: String

  package func group(_ id: String) throws -> RequestGroup {
    guard let group = workspace.group(id) else { throw WorkspaceError.unknownGroup(id, in: workspace) }
    let mistakes = workspace.diagnostics.filter { $0.place.file.isIdentical(to: group.file) && $0.severity == .error }
    guard mistakes.isEmpty else { throw RenderError.mistakes(mistakes) }
    let definition = group.definition
    return try self.group(definition.list, onFailure: definition.onFailure?.value).named(id)
  }

  private func group(_ list: NodeListDefinition, onFailure: GroupDefinition.OnFailure?) throws -> RequestGroup {
    let nodes = try list.nodes.enumerated().map { try node($1, number: $0 + 1) }
    switch list.order {
    case .serial: return .serial(onFailure: onFailure?.forEngine ?? .stop, nodes)
    case .concurrent(let limit): return .concurrent(limit: limit, onFailure: onFailure?.forEngine ?? .continue, nodes)
    }
  }

  private func node(_ definition: NodeDefinition, number: Int) throws -> Node {
    let kind = try kind(of: definition)
    var node = Node(definition.shownName(number: number), kind)
    node.details = StepDetails(of: definition, in: workspace, root: root(of: definition))
    node.isDisabled = definition.disabled?.value == true
    node.runsAlways = definition.always?.value == true
    if let filter = definition.when { node.condition = { try await condition("when", filter, $0) } }
    if let each = definition.each { node.elements = { try await elements(each, $0) } }
    node.elementsAtOnce = definition.elementsAtOnce
    node.onFailure = definition.onFailure?.value.forEngine ?? .stop
    node.place = definition.place?.front.exact
    node.until = until(of: definition)
    node.retry = definition.retry?.value.forEngine
    return node
  }

  private func kind(of definition: NodeDefinition) throws -> Node.Kind {
    if definition.request != nil {
      return .request(
        RequestStep(
          { try await request(of: definition, $0) }, reading: RequestStep.reading(at: root(of: definition) ?? .root)))
    }
    if let name = definition.local?.value {
      var job = LocalJob(name, parameters: definition.job.parameters) { input in
        do {
          let result = try await self.job(definition.job, input)
          report(Event.jobCompleted, of: input, "result", result.map { shown($0, of: input) })
          return result
        } catch {
          report(Event.jobFailed, of: input, "error", (error as? any ExplainedError).map { .string($0.summary) })
          throw error
        }
      }
      job.isAnnounced = definition.job.takesTime
      job.tellsFailures = true
      return .job(job)
    }
    if let id = definition.group?.value {
      var group = try group(id)
      group.hasOwnNames = true
      return .group(group)
    }
    return .group(try group(definition.list, onFailure: definition.onFailure?.value))
  }

  private func until(of definition: NodeDefinition) -> Node.Until? {
    guard let filter = definition.until else { return nil }
    var until = Node.Until(
      every: definition.every?.value ?? .zero, attempts: definition.attempts?.value ?? Self.usualAttempts
    ) {
      result, input in
      var seen = try await self.input(for: [filter.value], input, on: result.value ?? .null)
      if let name = definition.stepName, var steps = seen.steps.object {
        steps[name] = seen.value
        seen.steps = .object(steps)
      }
      seen.secrets = session.checks.secrets(in: result.response) ?? seen.secrets
      if let response = result.response { seen.response = (try? JQInput(response).response) ?? .null }
      return try await value(of: filter, on: seen).asCondition("until", at: filter.place)
    }
    until.seesFailures = definition.alsoFailed?.value == true
    return until
  }

  private static let usualAttempts = 10
}

// Requests.
extension GroupRendering {
  private func request(of node: NodeDefinition, _ input: NodeInput) async throws -> Request {
    let id = node.request?.value ?? ""
    guard let known = workspace.request(id) else { throw WorkspaceError.unknownRequest(id, in: workspace) }
    let definition = node.with?.over(known.definition) ?? known.definition
    let documents = try documents(for: definition.texts, input)
    let rendered = try await session.sending.render(
      definition, id: id, given: given, documents: documents, prompter: prompter, in: input.shared)
    for part in rendered.parts { note(part, rendered.body, of: input) }
    for warning in rendered.warnings { input.trace.warn(warning) }
    let filters = definition.messages.filters.map(\.value)
    let seen = rendered.opensWebSocket ? try await self.input(for: filters, input, on: .null) : nil
    var request = session.sending.call(rendered, in: input.shared, seeing: seen).request
    // A stream without an end would hold the run for ever.
    request.options.limitsEventStreams = true
    return request
  }

  /// The documents that the templates of these texts read from.
  func documents(for texts: [Located<String>], _ input: NodeInput) throws -> [TemplateDocument: ProvidedDocument] {
    let expressions = texts.flatMap { TemplateText($0.value).templates.flatMap(\.expression.all) }
    let usesInput = expressions.contains { if case .document(.input, _) = $0 { true } else { false } }
    input.trace.noteInput(isUsed: usesInput)
    var (names, secrets) = ([String](), SecretParts())
    for expression in expressions {
      if case .document(.input, let path) = expression { try input.inputResult?.refuseMasked(at: path) }
      guard case .document(.steps, let path) = expression, case .key(let name)? = path.segments.first else { continue }
      try input.steps[name]?.refuseMasked(at: ValuePath(Array(path.segments.dropFirst())))
      secrets.insert(input.steps.secrets(of: name), at: ValuePath([.key(name)]))
      names.append(name)
    }
    return [
      .steps: ProvidedDocument(.object(steps(names, input)), secrets: secrets),
      .input: ProvidedDocument(input.value ?? .null, secrets: input.secretParts),
    ]
  }

  /// The same where it counts whether a step, or what it was made from, had to do with a secret: for what outlives the run.
  func provenDocuments(
    for texts: [Located<String>], _ input: NodeInput
  ) throws -> [TemplateDocument: ProvidedDocument] {
    var documents = try documents(for: texts, input)
    documents[.steps]?.secretKeys.formUnion(input.steps.names.filter(input.steps.isSecret))
    documents[.input]?.isSecret = input.isSecret
    return documents
  }

  private func note(_ part: RenderedRequest.Part, _ body: RenderedRequest.Body?, of input: NodeInput) {
    let places = places(of: part, in: body)
    for (index, fill) in part.fills.enumerated() {
      var source = source(fill.source, at: places?[index] ?? part.name, of: input)
      if case .other = source.origin { source.value = fill.value(in: part) }
      input.trace.note(source)
    }
  }

  /// The source of a template's value at a place of what a node makes.
  func source(_ value: ValueSource, at place: String, of input: NodeInput) -> NodeSource {
    var source = NodeSource(place: place, origin: origin(of: value, input))
    if case .file(let place) = value { source.variable = variable(at: place) }
    return source
  }

  /// The variable whose value stands there. A line may hold several.
  private func variable(at place: SourcePlace) -> String? {
    func name(in variables: [Variable]) -> String? { variables.first { $0.content.place == place }?.name.value }
    return name(in: session.environment?.definition.vars ?? []) ?? name(in: workspace.definition.vars)
  }

  /// In a JSON body each value has a place of its own: `body.item`.
  private func places(of part: RenderedRequest.Part, in body: RenderedRequest.Body?) -> [String]? {
    guard part.name == "body", case .json(let text)? = body, text.fills.count == part.fills.count else { return nil }
    return JSONPlaces.places(of: text.fills.map(\.range.lowerBound), in: text.text).map { NodeSource.body($0) }
  }

  private func origin(of source: ValueSource, _ input: NodeInput) -> Provenance {
    switch source {
    case .shared(let key, _): return .shared(key)
    case .document(.steps, let path):
      guard case .key(let name)? = path.segments.first, let step = input.steps.path(of: name) else {
        return .other("\(source)")
      }
      return .step(step, ValuePath(Array(path.segments.dropFirst())))
    case .document(.input, let path): return input.origin(of: path) ?? .other("\(source)")
    case .response(let request, let path, let exchange?):
      return origin(at: path, inResponseOf: request, exchange, input) ?? .other("\(source)")
    default: return .other("\(source)")
    }
  }

  /// Of a response that an earlier step of the run got.
  private func origin(
    at path: ValuePath, inResponseOf request: String, _ exchange: ExchangeID, _ input: NodeInput
  ) -> Provenance? {
    guard let step = input.steps.path(of: exchange) else { return nil }
    input.trace.noteRead(step: step)
    let root = root(ofRequest: request).segments
    guard path.segments.starts(with: root) else { return .made(from: [step]) }
    return .step(step, ValuePath(Array(path.segments.dropFirst(root.count))))
  }

  /// The path in a node's response to the result, which later steps and captures read. Nil for a node that sends no
  /// request.
  private func root(of node: NodeDefinition) -> ValuePath? { node.request.map { root(ofRequest: $0.value) } }

  private func root(ofRequest id: String) -> ValuePath {
    workspace.request(id)?.root(in: workspace, session.environment) ?? .root
  }
}

extension RenderedText.Fill {
  /// More of a value is in the request.
  private static let longest = 200

  /// The value that stands in a part of a request, masked; nil where it is empty, or where a secret in the part has moved it.
  fileprivate func value(in part: RenderedRequest.Part) -> String? {
    if isSecret { return Secrets.mask }
    guard !part.fills.contains(where: \.isSecret) else { return nil }
    let bytes = Array(part.value.utf8)
    guard !range.isEmpty, range.upperBound <= bytes.count else { return nil }
    let value = String(decoding: bytes[range], as: UTF8.self)
    return value.count > Self.longest ? value.prefix(Self.longest) + "…" : value
  }
}

extension GroupDefinition.OnFailure {
  fileprivate var forEngine: RequestGroup.OnFailure {
    switch self {
    case .stop: .stop
    case .continue: .continue
    case .cancel: .cancel
    }
  }
}
