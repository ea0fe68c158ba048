internal import JQ
internal import ParleyEngine

// Filters.
extension GroupRendering {
  func value(of filter: Located<JQFilter>, _ input: NodeInput) async throws -> JSONValue {
    try await value(of: filter, on: try await self.input(for: [filter.value], input))
  }

  /// What is neither true nor false is told here already, where its place is known.
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
    return trace.value
  }

  func trace(of filter: Located<JQFilter>, _ input: NodeInput) async throws -> JQTrace {
    let seen = try await self.input(for: [filter.value], input)
    do throws(JQError) {
      return try await session.jq.trace(of: filter.value, on: seen)
    } catch {
      throw error.placed(at: filter.place?.exact)
    }
  }

  /// What filters see of a node. Only the steps that they speak of are looked up.
  /// - Parameter value: what they work on; the node's input when nil.
  func input(for filters: [JQFilter], _ input: NodeInput, on value: JSONValue? = nil) async throws -> JQInput {
    if value == nil {
      let usesInput = filters.contains { $0.readsInput || $0.uses(.response) }
      input.trace.noteInput(isUsed: usesInput)
      if usesInput { try input.refuseMasked() }
    }
    var seen = await session.filterInput(value ?? input.value ?? .null, for: filters, in: input.shared)
    if filters.contains(where: \.readsAllSteps) {
      seen.steps = .object(try steps(input.steps.names, input))
    } else {
      seen.steps = .object(try steps(filters.flatMap { $0.stepNames.map(\.name) }, input))
    }
    if filters.contains(where: { $0.uses(.response) }), let response = input.previous?.response {
      seen.response = (try? JQInput(response).response) ?? .null
    }
    return seen
  }

  /// - Throws: `RecordingError.masked`
  func steps(_ names: [String], _ input: NodeInput) throws -> JSONObject {
    JSONObject(
      try Set(names).sorted().compactMap { name in try input.steps.known(name).map { (name, $0.value ?? .null) } })
  }
}

extension JSONValue {
  func asCondition(_ field: String, at place: SourcePlace?) throws -> JSONValue {
    guard kind == .bool else { throw GroupError.notBoolean(field: field, found: kind).placed(at: place?.exact) }
    return self
  }
}
