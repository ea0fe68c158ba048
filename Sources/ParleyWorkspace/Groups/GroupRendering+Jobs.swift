internal import JQ
internal import ParleyEngine
internal import ParleyFiles
import ParleyModel
internal import ParleyText

// Local jobs.
extension GroupRendering {
  func job(_ job: JobDefinition, _ input: NodeInput) async throws -> JSONValue? {
    if let filter = job.jq { return try await tracedValue(of: filter, input) }
    // A program gets its input, and all others pass it on.
    input.trace.noteInput(isUsed: true)
    input.trace.note(secretOutput: input.secretParts)
    switch job.kind {
    case .run: return try await run(job.run?.value ?? [], job, input)
    case .wait: if let duration = job.wait?.value { try await Task.sleep(for: duration) }
    case .assert: try await check(job.assert, input)
    case .set: try await set(job.set, input)
    case .jq, nil: break
    }
    return input.value
  }

  /// Reports the end of a job, with its result or its error.
  func report(_ end: String, of input: NodeInput, _ name: String, _ value: @autoclosure () -> JSONValue?) {
    session.client.events.post(
      .custom(
        Event.Custom(
          identifier: input.name, callID: input.callID, groupID: input.groupID,
          parameters: .object(JSONObject([("job", .string(end))] + (value().map { [(name, $0)] } ?? []))))))
  }

  /// A result as the log has it: without its secrets, and no longer than a line can show.
  func shown(_ result: JSONValue, of input: NodeInput) -> JSONValue {
    session.secrets.all.maskingForeign((input.trace.soFar.secretOutput ?? .none).masked(result)).shortened(to: 20)
  }

  private func check(_ filters: [Located<JQFilter>], _ input: NodeInput) async throws {
    var seen = try await self.input(for: filters.map(\.value), input)
    // A failure is quoted, and a secret may stand where nothing says so.
    let known = session.secrets.all
    if seen.secrets == nil, !known.isEmpty { seen.secrets = JQSecrets(known: known) }
    let sources = FilterSources(input: input.unobserved)
    for filter in filters {
      let failure = await session.jq.firstFailure(of: [filter.value], on: seen) { sources.origin(of: $0) }
      if let failure {
        throw failure.placed(at: filter.place?.exact)
      }
    }
  }

  private func run(_ arguments: [String], _ job: JobDefinition, _ input: NodeInput) async throws -> JSONValue? {
    let files = CommandFiles(of: arguments, root: workspace.root)
    let missing = session.permissions.grant.missing(of: [files.trustItem])
    guard missing.isEmpty else { throw RenderError.notTrusted(missing) }
    var program = ProgramJob(arguments: arguments, directory: workspace.root, files: files)
    program.families = session.families
    let withheld = WithheldVariables(of: workspace)
    program.withheld = withheld.names.subtracting(job.env)
    if let timeout = job.timeout?.value { program.timeout = timeout }
    try input.inputResult?.refuseMasked()
    let given = withheld.values(of: job.env)
    session.secrets.learn(Secrets(given))
    let getsSecret = !given.isEmpty || getsSecret(input)
    input.trace.note(secretOutput: getsSecret ? .whole : .none)
    do throws(ProgramError) {
      let output = try await program.run(on: input.value)
      log(output.log.hiding(given), of: input)
      return output.value
    } catch {
      let error = error.hiding(given)
      log(error.log, of: input)
      throw getsSecret ? error.withoutOutput : error
    }
  }

  /// Nobody knows what a program makes of its input.
  private func getsSecret(_ input: NodeInput) -> Bool {
    guard input.isSecret, let value = input.value else { return false }
    return !input.secretParts.isEmpty || session.secrets.stand(in: value)
  }

  /// The lines that a program wrote to standard error.
  private func log(_ lines: [String], of input: NodeInput) {
    for line in lines {
      session.client.events.post(
        custom: input.name, callID: input.callID, groupID: input.groupID, parameters: ["stderr": .string(line)])
    }
  }

  private func set(_ rows: [Row], _ input: NodeInput) async throws {
    var renderer = session.sending.textRenderer(
      given: given, documents: try provenDocuments(for: rows.map(\.located), input), prompter: prompter,
      in: input.shared)
    try await renderer.prepare(for: rows.map(\.value))
    for row in rows where row.isOn {
      let (value, isSecret, sources) = try await renderer.value(ofText: row.value)
      for source in sources { input.trace.note(self.source(source, at: NodeSource.set(row.name), of: input)) }
      let shared = value.string.map(SharedValue.text) ?? .json(value)
      if let own = input.shared {
        try await own.set(row.name, shared, writer: writer, isSecret: isSecret)
      } else {
        try await session.shared.set(row.name, shared, writer: writer, isSecret: isSecret)
      }
    }
  }
}

extension JobDefinition {
  /// Whether it may be seen at work, so that its beginning is worth an event.
  var takesTime: Bool { run != nil || wait != nil }

  /// Told with its event.
  var parameters: JSONValue? {
    var parameters: JSONValue = ["job": .string(Event.jobStarted)]
    parameters["jq"] = jq.map { .string($0.value.text) }
    parameters["run"] = run.map { .array($0.value.map(JSONValue.string)) }
    parameters["wait"] = wait.map { .string(DurationText.text(of: $0.value)) }
    return parameters
  }
}

extension JSONValue {
  /// As much of the value as a line of the log can show.
  /// - Parameter room: the number of values that are left, those inside of others included.
  fileprivate func shortened(to room: Int) -> JSONValue {
    switch self {
    case .string(let text) where text.utf8.count > 200: .string("\(text.prefix(80))…")
    case .array(let elements):
      .array(
        elements.prefix(room).map { $0.shortened(to: room / max(1, elements.count)) }
          + (elements.count > room ? ["…"] : []))
    case .object(let members):
      .object(
        JSONObject(
          members.prefix(room).map { ($0.key, $0.value.shortened(to: room / max(1, members.count))) }
            + (members.count > room ? [("…", "…")] : [])))
    default: self
    }
  }
}
