internal import JQ
internal import ParleyEngine
internal import ParleyFiles
internal import ParleyText

// Filters and conditions, evaluated again on what the run recorded.
extension RunEvidence {
  /// Of a job's filter, or of that which makes the list of a step.
  func findings(of record: NodeRecord, at path: ValuePath, about row: WhyRow?) async -> [WhyFinding] {
    let step = step(record)
    guard let definition = step.definition else { return [] }
    let isList = record.made.elements != nil
    guard let filter = isList ? definition.each?.filter : definition.job.jq else { return [] }
    let input = await step.input(for: filter.value, values(seenBy: record))
    let sources = step.sources
    let about = row.map { row in { @Sendable (path: JQPath) in isRow(row, at: path, sources) } }
    return await session.jq.findings(of: filter.value, at: path, on: input, about: about).map { finding in
      WhyFinding(finding, at: filter.place?.description, hiding: masking.secrets) { sources.origin(of: $0) }
    }
  }

  /// Whether a place of a filter's input is the row that is asked about.
  private func isRow(_ row: WhyRow, at path: JQPath, _ sources: FilterSources) -> Bool {
    switch row {
    case .input(let text): return path.description == text
    case .step(let step, let place):
      guard case .step(let giver, let start)? = sources.origin(of: .copied(path)) else { return false }
      let exact = recording.exactPlace(of: start, in: giver)
      return exact.node == step && place.segments.starts(with: exact.path.segments)
    }
  }

  func condition(of record: NodeRecord) async -> WhyCondition? {
    let step = step(record)
    guard let filter = step.definition?.when else { return nil }
    return await condition(filter, of: step, on: await step.input(for: filter.value, values(seenBy: record)))
  }

  /// On the output of the last attempt.
  func until(of record: NodeRecord) async -> WhyCondition? {
    let step = step(record)
    guard let filter = step.definition?.until else { return nil }
    var input = await step.input(for: filter.value, values(seenBy: record))
    input.value = await lastOutput(of: record) ?? .null
    input.secrets?.input = SecretParts.none
    let path = record.path
    let parts = await session.jq.reasons(of: filter.value, on: input).map { part in
      var shown = CheckedPart(part, hiding: masking.secrets)
      if shown.path != nil { shown.origin = .step(path, (try? ValuePath(parsing: part.text)) ?? .root) }
      return shown
    }
    return WhyCondition(filter.value.text, place: filter.place?.description, parts: parts)
  }

  /// Whether it succeeded or not.
  private func lastOutput(of record: NodeRecord) async -> JSONValue? {
    if let value = try? await outputs.wholeOutput(of: record) { return value }
    guard let id = record.exchange ?? record.attempts.last?.exchange,
      let bytes = try? await exchange(id)?.response?.textBytes(), let value = try? JSONValue(parsing: Array(bytes))
    else { return nil }
    let root = recording.step(at: record.path)?.root ?? .root
    return try? root.resolve(in: value)
  }

  func condition(_ filter: Located<JQFilter>, of step: RecordedStep, on input: JQInput) async -> WhyCondition {
    let sources = step.sources
    let parts = await session.jq.reasons(of: filter.value, on: input).map { part in
      CheckedPart(part, hiding: masking.secrets) { sources.origin(of: $0) }
    }
    let losses = await losses(of: filter, on: input) { sources.origin(of: $0) }
    return WhyCondition(filter.value.text, place: filter.place?.description, parts: parts, losses: losses)
  }

  /// The rows that a condition itself dropped before it looked at the rest.
  private func losses(
    of filter: Located<JQFilter>, on input: JQInput, origin: @escaping (JQTrace.Source) -> Provenance?
  ) async -> [WhyFinding] {
    let findings = await session.jq.findings(of: filter.value, at: .root, on: input)
    // Its other choices stand among its parts.
    guard findings.contains(where: \.isLoss) else { return [] }
    return findings.filter { $0.isLoss || $0.isOfNothing }.map { finding in
      WhyFinding(finding, at: filter.place?.description, hiding: masking.secrets, origin: origin)
    }
  }

  /// Of the assertion or the expectation that failed.
  func findingsOfFailure(of record: NodeRecord) async -> [WhyFinding] {
    guard let error = record.error, !error.checked.isEmpty else { return [] }
    let step = step(record)
    if record.kind == .job {
      let failed = step.definition?.job.assert.first { $0.place?.exact == error.place || error.names($0.value) }
      guard let failed else { return [] }
      let sources = step.sources
      let input = await step.input(for: failed.value, values(seenBy: record))
      return await losses(of: failed, on: input) { sources.origin(of: $0) }
    }
    guard let id = recording.step(at: record.path)?.request, let request = session.workspace.request(id),
      let exchange = record.exchange, let response = try? await session.history.response(of: exchange)
    else { return [] }
    let effective = session.workspace.effective(request.definition, id: id, environment: environment)
    guard let failed = effective.expect.jq.value.first(where: { error.names($0.value) }),
      var input = try? JQInput(response)
    else { return [] }
    input.secrets = session.checks.secrets(in: response)
    input.vars = .object(values(seenBy: record))
    return await losses(of: failed, on: input) { Self.origin(ofVariable: $0) }
  }

  /// Of a value that no step gave; nil for a part of the response itself.
  private static func origin(ofVariable source: JQTrace.Source) -> Provenance? {
    guard case .copied(let path) = source, path.variable != nil else { return nil }
    return .other("\(path)")
  }

  /// The variables as the run had them, as far as it recorded them; else as they are.
  private func values(seenBy record: NodeRecord) -> JSONObject {
    var values = variables.plainValues
    for source in record.sources where source.place.hasPrefix(Self.ofVariables) {
      let name = String(source.place.dropFirst(Self.ofVariables.count))
      guard let text = source.value, !text.hasSuffix("…"), text != Secrets.mask else { continue }
      let now = values[name].map { $0.string ?? JSONPrinter.compact.string(of: $0) }
      if now != text { values[name] = JSONValue(plain: text) }
    }
    return values
  }

  private static let ofVariables = "$vars."
}

extension JQFinding {
  fileprivate var isLoss: Bool { if case .dropped = self { true } else { false } }
  fileprivate var isOfNothing: Bool { if case .ofNothing = self { true } else { false } }
}

extension RecordedError {
  /// Whether its sentence names the filter as the one that failed.
  fileprivate func names(_ filter: JQFilter) -> Bool { summary.contains(filter.quoted) }
}

extension Located<EachDefinition> {
  fileprivate var filter: Located<JQFilter>? {
    if case .filter(let filter) = value { Located<JQFilter>(filter, at: place) } else { nil }
  }
}
