internal import HTTPTypes
internal import JQ
internal import ParleyEngine
internal import ParleyFiles
internal import ParleyText

// Filters.
extension GroupRendering {
  func value(of filter: Located<JQFilter>, _ input: NodeInput) async throws -> JSONValue {
    try await value(of: filter, on: try await self.input(for: [filter.value], input))
  }

  /// Evaluates a condition. A value that is neither true nor false fails here already, where the filter's place is
  /// known.
  func condition(
    _ field: String, _ filter: Located<JQFilter>, _ input: NodeInput
  ) async throws -> JSONValue {
    try await value(of: filter, input).asCondition(field, at: filter.place)
  }

  func value(of filter: Located<JQFilter>, on input: JQInput) async throws -> JSONValue {
    do throws(JQError) {
      return try await session.jq.value(of: filter.value, on: input)
    } catch {
      throw error.placed(at: filter.place?.exact)
    }
  }

  /// The same, and where its parts came from is written down.
  func tracedValue(of filter: Located<JQFilter>, _ input: NodeInput) async throws -> JSONValue {
    let trace = try await trace(of: filter, input)
    for source in FilterSources(input: input).sources(of: trace) { input.trace.note(source) }
    input.trace.note(secretOutput: trace.secretParts, names: trace.secretNames)
    return trace.value
  }

  /// The rows of a list that went through the filter are written down too.
  func trace(of filter: Located<JQFilter>, _ input: NodeInput) async throws -> JQTrace {
    let seen = try await self.input(for: [filter.value], input)
    let trace: JQTrace
    do throws(JQError) {
      trace = try await session.jq.trace(of: filter.value, on: seen)
    } catch {
      throw error.placed(at: filter.place?.exact)
    }
    // What was made of a secret is looked for from now on, wherever it turns up.
    if !trace.derivedSecrets.isEmpty { session.secrets.learn(Secrets(trace.derivedSecrets)) }
    for result in results(seenBy: [filter.value], input) {
      try result.refuseMasked(in: trace.value, of: trace.secretParts)
    }
    input.trace.note(trace.rows(seen.rowCount(at:)))
    return trace
  }

  /// The results that filters take values from.
  private func results(seenBy filters: [JQFilter], _ input: NodeInput) -> [NodeResult] {
    let isInputSeen = filters.contains { $0.readsInput || $0.uses(.response) }
    return names(of: filters, input).compactMap { input.steps[$0] }
      + (isInputSeen ? [input.inputResult].compactMap(\.self) : [])
  }

  /// The steps that filters speak of.
  private func names(of filters: [JQFilter], _ input: NodeInput) -> [String] {
    filters.contains(where: \.readsAllSteps)
      ? input.steps.names : filters.flatMap { $0.stepNames.map(\.name) }
  }

  /// The variables and the input that filters see at a node. Only the steps that the filters name are looked up.
  /// - Parameter value: the filters' input; the node's input when nil.
  package func input(for filters: [JQFilter], _ input: NodeInput, on value: JSONValue? = nil) async throws -> JQInput {
    if value == nil {
      let usesInput = filters.contains { $0.readsInput || $0.uses(.response) }
      input.trace.noteInput(isUsed: usesInput)
    }
    var seen = await session.checks.filterInput(value ?? input.value ?? .null, for: filters, in: input.shared)
    fillVariables(of: &seen, for: filters, input)
    let names = names(of: filters, input)
    let steps = steps(names, input)
    seen.steps = .object(steps)
    for filter in filters where !steps.isEmpty {
      noteMissing(MissingMember(filter.certainStepPaths, in: steps), input)
    }
    if filters.contains(where: { $0.uses(.response) }), let response = input.previous?.response {
      seen.response = (try? JQInput(response).response) ?? .null
    }
    seen.secrets = secrets(seenIn: names, input, isInputSeen: value == nil)
    return seen
  }

  /// Of a step that had to do with a secret, the names that it has are not told.
  private func noteMissing(_ missing: MissingMember?, _ input: NodeInput) {
    guard let missing else { return }
    let sentence = input.steps.isSecret(missing.place[0]) ? "\(missing.words)." : missing.sentence
    input.trace.warn(session.secrets.all.maskingForeign(sentence))
  }

  /// The variables, with the values that the run was given; those that the filters name are sources of the node.
  private func fillVariables(of seen: inout JQInput, for filters: [JQFilter], _ input: NodeInput) {
    guard filters.contains(where: { $0.uses(.vars) }) else { return }
    let scope = given.isEmpty ? session.sending.scope : session.sending.scope(giving: given)
    if !given.isEmpty { seen.vars = .object(scope.plainValues) }
    let known = Set(input.trace.soFar.sources.map(\.place))
    for name in Set(filters.flatMap { $0.variableNames.map(\.name) }).sorted() where !known.contains("$vars.\(name)") {
      let origin = scope[name].map { $0.place?.description ?? "--set" } ?? "not set"
      var source = NodeSource(place: "$vars.\(name)", origin: .other(origin))
      source.value = seen.vars[name].map(shown)
      input.trace.note(source)
    }
  }

  /// Texts as they are, without secrets; the beginning of a long one.
  private func shown(_ value: JSONValue) -> String {
    let text = if case .string(let text) = value { text } else { JSONPrinter.compact.string(of: value) }
    return text.shortText(Self.longest, hiding: session.secrets.all)
  }

  private static let longest = 200

  func steps(_ names: [String], _ input: NodeInput) -> JSONObject {
    JSONObject(Set(names).sorted().compactMap { name in input.steps[name].map { (name, $0.value ?? .null) } })
  }

  /// The secret parts of what a filter sees; nil if nothing that it sees involves a secret.
  private func secrets(seenIn names: [String], _ input: NodeInput, isInputSeen: Bool) -> JQSecrets? {
    let secretSteps = names.filter(input.steps.isSecret)
    guard input.isSecret || input.previous?.isSecret == true || !secretSteps.isEmpty else { return nil }
    var secrets = JQSecrets(input: isInputSeen ? input.secretParts : .none, known: session.secrets.all)
    var steps = SecretParts()
    for name in secretSteps { steps.insert(input.steps.secrets(of: name), at: ValuePath([.key(name)])) }
    secrets.variables[JQVariable.steps.rawValue] = steps
    secrets.variables[JQVariable.response.rawValue] = input.previous?.response.map {
      SecretParts(credentialHeadersOf: $0)
    }
    return secrets
  }

}

extension JSONValue {
  func asCondition(_ field: String, at place: SourcePlace?) throws -> JSONValue {
    guard kind == .bool else { throw GroupError.notBoolean(field: field, found: kind).placed(at: place?.exact) }
    return self
  }
}
