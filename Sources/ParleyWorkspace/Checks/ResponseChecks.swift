package import JQ
package import ParleyEngine
package import ParleyFiles
internal import ParleyFormats
import ParleyText

/// Whether responses are as requests expect them; the filters of files, and what they see.
package struct ResponseChecks: Sendable {
  let open: OpenFiles
  let jq: JQEvaluator
  let schemas: SchemaFiles
  let shared: SharedData
  let secrets: KnownSecrets
  let sending: RequestSending

  /// A filter's input and variables. Secrets are left out: what a filter makes of a value cannot be tracked.
  /// - Parameter run: the run whose view of shared data the filter gets; nil for the stored values.
  package func filterInput(
    _ value: JSONValue = .null, for filters: [JQFilter], in run: RunSharedData? = nil
  ) async -> JQInput {
    var input = JQInput(value)
    await fill(&input, for: filters, in: run)
    return input
  }

  /// A filter's input and variables for a response whose body is known as a value.
  package func filterInput(_ body: JSONValue, of response: Response, for filters: [JQFilter]) async -> JQInput {
    var input = JQInput(body, of: response)
    input.secrets = secrets(in: response)
    await fill(&input, for: filters, in: nil)
    return input
  }

  /// For errors of filters, which quote nothing of a response that has to do with a secret; nil for another one.
  func secrets(in response: Response?) -> JQSecrets? {
    guard let response, response.isSecret || !response.secrets.isEmpty else { return nil }
    return JQSecrets(input: .whole, known: secrets.all)
  }

  /// Says why a response is not what the schema and the filters of a request expect.
  func examination(
    of effective: EffectiveRequest, in run: RunSharedData? = nil
  ) -> (@Sendable (Response) async -> ValidationFailure?)? {
    let schema = schemaExpectation(of: effective)
    let captured = effective.capturedPaths
    let filters = examination(by: effective.expect.jq.value.map(\.value), capturing: captured, in: run)
    guard let schema else { return filters }
    return { [self] response in
      if let failure = await schemaFailure(of: response, as: schema, capturing: captured) { return failure }
      return await filters?(response)
    }
  }

  /// Says why a response is not what filters expect.
  /// - Parameter captured: the paths from which the request captures values, by their keys.
  func examination(
    by filters: [JQFilter], capturing captured: [CapturedPath] = [], in run: RunSharedData? = nil
  ) -> (@Sendable (Response) async -> ValidationFailure?)? {
    guard !filters.isEmpty else { return nil }
    return { [self] response in
      do throws(JQError) {
        var input = try JQInput(response)
        await fill(&input, for: filters, in: run)
        if await jq.holds(filters, on: input) { return nil }
        // They are looked for only where something is quoted.
        input.secrets = checkedSecrets(of: response, input.value, capturing: captured)
        return await jq.firstFailure(of: filters, on: input)
      } catch {
        return ValidationFailure(expectation: filters[0].quoted, reason: error.clause)
      }
    }
  }

  private func fill(_ input: inout JQInput, for filters: [JQFilter], in run: RunSharedData?) async {
    if filters.contains(where: { $0.uses(.vars) }) { input.vars = .object(sending.scope.plainValues) }
    if filters.contains(where: { $0.uses(.shared) }) {
      input.shared = .object(await sharedValues(in: run))
      if let run { await noteReads(by: filters, in: run) }
    }
  }

  /// Notes the shared keys that filters read as sources of a node. Secrets are left out: filters do not see them.
  private func noteReads(by filters: [JQFilter], in run: RunSharedData) async {
    for name in Set(filters.flatMap(\.sharedNames)).sorted() where await !run.isSecret(name) {
      _ = try? await run.get(name)
    }
  }

  /// More keys are not shown to filters.
  private static let mostShared = 2_000

  private func sharedValues(in run: RunSharedData?) async -> JSONObject {
    let page = try? await shared.list(limit: Self.mostShared)
    var values = JSONObject(
      (page?.entries ?? []).compactMap { entry in
        guard !entry.isSecret, !shared.isExpired(entry), let json = entry.value?.json else { return nil }
        return (entry.key.name, json)
      })
    for use in run?.own ?? [] { values[use.key] = use.isSecret ? nil : use.value?.json }
    return values
  }
}

extension JQEvaluator {
  /// The first filter that gives something untrue, or nothing.
  /// - Parameter origin: the source of a part in the terms of a run; nil where only its path in the input is known.
  package func firstFailure(
    of filters: [JQFilter], on input: JQInput,
    origin: (@Sendable (JQTrace.Source) -> Provenance?)? = nil
  ) async -> ValidationFailure? {
    for filter in filters {
      if let reason = await untruth(of: filter, on: input) {
        var failure = ValidationFailure(expectation: filter.quoted, reason: reason)
        let known = input.secrets?.known ?? Secrets()
        failure.checked = await reasons(of: filter, on: input).map { CheckedPart($0, hiding: known, origin: origin) }
        return failure
      }
    }
    return nil
  }

  /// Whether filters give only what is true. It does not look for the reasons where they do not.
  package func holds(_ filters: [JQFilter], on input: JQInput) async -> Bool {
    for filter in filters where await untruth(of: filter, on: input) != nil { return false }
    return true
  }

  private func untruth(of filter: JQFilter, on input: JQInput) async -> String? {
    do throws(JQError) {
      let values = try await values(of: filter, on: input)
      guard !values.isEmpty else { return "it gave nothing" }
      return values.first { !$0.isTruthy }.map { "it gave \($0)" }
    } catch {
      return error.clause
    }
  }
}

extension JQFilter {
  /// For messages.
  var quoted: String { Printable.quoted(text, limit: 200) }
}

extension TemplateScope {
  /// The values that are known and no secrets, as `$vars` has them.
  var plainValues: JSONObject {
    JSONObject(
      names.compactMap { name in
        guard let value = plainValue(of: name) else { return nil }
        return (name, value)
      })
  }

  private func plainValue(of name: String) -> JSONValue? {
    guard let entry = self[name], !entry.isDeclaredSecret, let text = preview(of: "{{\(name)}}") else { return nil }
    switch entry.content {
    case .text(let written, let isPlain):
      return isPlain && written.templates.isEmpty ? JSONValue(plain: text) : .string(text)
    case .given: return JSONValue(plain: text)
    case .secret: return nil
    }
  }
}
