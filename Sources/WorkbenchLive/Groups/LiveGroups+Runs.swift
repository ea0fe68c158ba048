import HTTPTypes
package import ParleyEngine
internal import ParleyFiles
internal import ParleyFormats
package import ParleyModel
import ParleyStore
import ParleyText
import ParleyWorkspace
package import WorkbenchServices

extension LiveGroups {
  package func runs(of group: String, limit: Int, before: Int64?) async throws -> [KeptRun] {
    let session = session
    // What a run in progress has told so far.
    try await session.flushEvents()
    var runs = try await session.store.runs.recent(limit, before: before, group: group)
    for index in runs.indices { runs[index].from = try await session.store.runs.originStep(of: runs[index]) }
    return runs
  }

  package func runs(matching text: String, limit: Int) async throws -> [KeptRun] {
    let filter = RunFilter(text)
    if let problem = filter.problems.first { throw Problem(code: "runs.filter", problem) }
    let session = session
    try await session.flushEvents()
    return try await session.runs.matching(filter, limit: limit)
  }

  package func recording(of run: KeptRun.ID) async throws -> RunRecording {
    let session = session
    try await session.flushEvents()
    return try await session.runs.recording(of: session.runs.kept(run))
  }

  package func prepare(_ intent: RunIntent) async throws -> RunOutcome {
    let session = session
    // What runs is what the files say now, even where nobody has heard of a change yet.
    try await session.reload()
    let workspace = intent.workspace(of: session)
    let missing = try session.groups.missingPermissions(of: intent.group, in: workspace)
    guard missing.isEmpty else { return .wantsTrust(missing) }
    if !intent.isConfirmed, let environment = session.environment, environment.definition.confirm?.value == true {
      return .wantsConfirmation("It sends requests in \(environment.name).")
    }
    let debugger = Debugger(isPaused: intent.isPaused)
    if let fork = intent.replay, fork.isFork { debugger.resume(until: fork.from) }
    let questions = RunQuestions()
    do {
      let run = try await run(intent, in: session, workspace, RunOptions(gates: [debugger]), questions)
      let warning = await warning(of: intent, run, in: session)
      let live = LiveRun(intent.group, run, debugger: debugger, questions: questions, warning: warning) { [self] in
        condition($0, in: session)
      }
      live.arm(try intent.breakpoints ?? breakpoints(of: intent.group))
      return .prepared(live)
    } catch RenderError.nobodyToAsk(let asked) {
      return .asks([Question](asked, for: intent.group, in: session))
    }
  }

  private func warning(of intent: RunIntent, _ run: Run, in session: Session) async -> String? {
    let unsaved = try? await unsavedRequests(of: run.group, in: session)
    guard let replay = intent.replay else { return unsaved ?? nil }
    return await session.runs.replayWarning(intent.group, from: "\(replay.from.withoutElements)", of: replay.run)
      ?? unsaved ?? nil
  }

  /// A run sends what the files say, as every other program does that runs the group.
  private func unsavedRequests(of group: RequestGroup, in session: Session) async throws -> String? {
    let drafts = Set(try await session.store.drafts.all().map(\.request))
    guard !drafts.isEmpty else { return nil }
    let edited = Set(group.outline.filter { !$0.isDisabled }.compactMap(\.request)).intersection(drafts).sorted()
    guard let first = edited.first else { return nil }
    return edited.count == 1
      ? "\(first) has unsaved edits: the run sends what its file says. Ctrl-S saves them."
      : "\(first) and \(edited.count - 1) more have unsaved edits: the run sends what their files say."
  }

  private func run(
    _ intent: RunIntent, in session: Session, _ workspace: Workspace, _ options: RunOptions, _ questions: RunQuestions
  ) async throws -> Run {
    let prompter = RunPrompter(questions: questions, group: intent.group, session: session)
    guard let replay = intent.replay else {
      return try session.groups.run(intent.group, in: workspace, prompter: prompter, options)
    }
    try await session.flushEvents()
    return try await session.groups.replay(
      intent.group, from: "\(replay.from)", of: replay.run, isFork: replay.isFork, in: workspace,
      given: replay.variables, prompter: prompter, before: FormAnswers(answers: intent.answers), options)
  }

  package func delete(run: KeptRun.ID) async throws {
    try await session.store.runs.delete([run])
  }

  package func pin(run: KeptRun.ID, _ isPinned: Bool) async throws {
    try await session.store.runs.setPinned(isPinned, run)
  }
}

extension RunIntent {
  /// With the draft in place of the group's file, where one runs.
  fileprivate func workspace(of session: Session) -> Workspace {
    let workspace = session.workspace
    return text.map { workspace.replacing(group: group, by: GroupText($0, ofGroup: group)) } ?? workspace
  }
}

// What a step holds.
extension LiveGroups {
  package func content(
    _ part: StepPart, of path: NodePath, in recording: RunRecording, with edit: EditedStep?
  ) async throws -> StepContent? {
    if case .shared(let time) = part {
      return try await SharedDataThen(recording, at: time, in: session).content()
    }
    if case .watch(let expressions, let time) = part {
      return try await watched(expressions, at: path, in: recording, asOf: time)
    }
    guard let record = recording[path] else { return nil }
    let values = RecordedValues(recording, in: session)
    switch part {
    case .shared, .watch: return nil
    case .input:
      if case .input(let input)? = edit { return try await values.content(input, of: path) }
      return try await values.content(values.input(of: record), of: path, as: .input)
    case .output: return try await values.content(values.output(of: record), of: path, as: .output)
    case .request:
      guard !record.isUnsent, let exchange = try await exchange(of: record) else { return nil }
      return StepContent(exchange, sent: exchange.sendHeads.count - 1, record)
    case .headers:
      guard record.hasResponse, let exchange = try await exchange(of: record) else { return nil }
      return StepContent(exchange, headersOf: exchange.sendHeads.count - 1)
    case .response:
      guard record.hasResponse else { return nil }
      return try await exchange(of: record).flatMap { StepContent($0) }
    case .send(let id, let place, let part):
      guard let exchange = try await exchange(id, of: record) else { return nil }
      return StepContent(exchange, part, place, record)
    }
  }

  private func exchange(_ id: ExchangeID, of record: NodeRecord) async throws -> Exchange? {
    var copy = record
    copy.exchange = id
    return try await exchange(of: copy)
  }

  private func exchange(of record: NodeRecord) async throws -> Exchange? {
    guard let id = record.exchange else { return nil }
    guard let kept = try await session.history.recorded(id) else {
      // What is in flight is not in the history yet.
      guard record.attempts.last?.endedAt != nil || record.state.isFinal else { return nil }
      throw Problem(code: "history.gone", "This exchange is no longer in the history.", place: record.name)
    }
    return kept.exchange
  }

  package func request(of stop: Debugger.Stop, with edit: EditedStep?) async throws -> StepContent? {
    let request =
      if case .request(let edited)? = edit { edited.request } else if case .input(let input)? = edit {
        try await stop.node.request(for: input)
      } else {
        try await stop.node.request()
      }
    guard let request else { return nil }
    var content = StepContent(try session.client.preview(request), hiding: request.secrets)
    content.added = try session.client.headersAdded(to: request).map(request.secrets.masking)
    return content
  }

  package func sightings(
    of value: JSONValue, before path: NodePath, in recording: RunRecording
  ) async throws -> [RunRecording.Sighting] {
    let values = RecordedValues(recording, in: session)
    return try await recording.sightings(of: value, before: path) { try await values.output(of: $0) }
  }
}

extension NodeRecord {
  /// Whether an attempt of it has ended.
  fileprivate var hasResponse: Bool { state.isFinal || attempts.last?.endedAt != nil }
}

extension LiveGroups {
  package func why(_ question: WhyQuestion, in recording: RunRecording) async throws -> WhyChain {
    let session = session
    try await session.flushEvents()
    return await session.why.chain(question, in: recording)
  }

  package func changes(
    in recording: RunRecording, on chain: WhyChain, asked question: WhyQuestion
  ) async throws -> RunChanges {
    let session = session
    try await session.flushEvents()
    let green = try await session.runs.green(before: session.runs.kept(recording.summary.id))
    return try await session.why.changes(since: green, in: recording, on: chain, asked: question)
  }

  package func outcome(of trial: RunTrial, in recording: RunRecording) async throws -> TrialOutcome {
    let session = session
    let steps = await session.why.outcome(of: trial, in: recording)
    return TrialOutcome(steps: steps, whole: try await session.why.whole(of: trial, in: recording))
  }

  package func find(_ text: String, in recording: RunRecording) async throws -> [FoundInRun] {
    let session = session
    try await session.flushEvents()
    return await session.runs.find(try ValueSearch(text), in: recording).map(FoundInRun.init)
  }

  package func find(_ text: String, inRunsOf group: String?) async throws -> [FoundInKeptRun] {
    let session = session
    try await session.flushEvents()
    var found: [FoundInKeptRun] = []
    let runs = try await session.runs.toSearch(of: group)
    try await session.runs.find(try ValueSearch(text), in: runs, limit: Self.mostFound) { run, values in
      found += values.map { FoundInKeptRun(run: run, place: FoundInRun($0)) }
    }
    return found
  }

  private static let mostFound = 200

  package func value(at place: TriedPlace, in recording: RunRecording) async throws -> JSONValue? {
    await session.why.value(at: place, in: recording)
  }
}

extension FoundInRun {
  fileprivate init(_ value: FoundValue) {
    self.init(step: value.step, part: value.part, path: value.path, line: value.line)
  }
}

extension StepContent {
  /// A part of one send of the request of an exchange. Of a response that a redirect followed there is only the head.
  fileprivate init?(_ exchange: Exchange, _ part: SendPart, _ place: Int, _ record: NodeRecord) {
    switch part {
    case .request: self.init(exchange, sent: place, record)
    case .headers: self.init(exchange, headersOf: place)
    case .response where place == exchange.sendHeads.count - 1: self.init(exchange)
    case .response: self.init(exchange, headersOf: place)
    }
  }

  /// The request of one send of an exchange, with the headers as they were sent.
  fileprivate init(_ exchange: Exchange, sent place: Int, _ record: NodeRecord) {
    self.init(exchange.request, hiding: exchange.secrets)
    let heads = exchange.sendHeads
    guard heads.indices.contains(place), let round = heads[place] else { return }
    let send = record.made.sends.filter { $0.exchange == exchange.id }.dropFirst(place).first
    let url = send.map { exchange.secrets.masking($0.url) } ?? exchange.secrets.masking(exchange.request.url)
    lines = ["\(round.method) \(url)"] + round.requestFields(masking: exchange.secrets)
    // A redirect may have left it behind.
    if round.requestBytes == 0, !(exchange.request.body ?? []).isEmpty { body = nil }
  }

  /// The head of the response to one send of an exchange, as it was received.
  fileprivate init?(_ exchange: Exchange, headersOf place: Int) {
    let heads = exchange.sendHeads
    let secrets = exchange.secrets
    if heads.indices.contains(place), let round = heads[place] {
      let lines = round.responseLines(masking: secrets)
      guard !lines.isEmpty else { return nil }
      self.init(lines: lines, secrets: secrets, status: round.status)
      return
    }
    guard place == heads.count - 1, let response = exchange.response else { return nil }
    let status = "\(response.version.rawValue) \(response.status.code) \(response.status.reasonPhrase)"
    let fields = response.headers.map { field in
      secrets.maskingForeign("\(field.name.rawName): \(Secrets.maskingCookies(in: field))")
    }
    self.init(lines: [status] + fields, secrets: secrets, status: response.status.code)
  }

  /// A request as it was sent, or would be sent.
  init(_ sent: SentRequest, hiding secrets: Secrets) {
    let headers = sent.headers.map { "\($0.name.rawName): \($0.value)" }
    self.init(
      lines: (["\(sent.method) \(sent.url)"] + headers).map(secrets.masking),
      body: sent.body.map { InMemoryBytes(Self.masked($0.prefix(Self.longestBody), secrets)) },
      contentType: sent.headers[.contentType], secrets: secrets)
    curl = RecordedCurl(sent, hiding: secrets).text
  }

  /// The body of a request, with secrets of any length masked.
  private static func masked(_ body: ArraySlice<UInt8>, _ secrets: Secrets) -> [UInt8] {
    guard let text = String(validating: body, as: UTF8.self) else { return secrets.maskingForeign(Array(body)) }
    return Array(secrets.masking(text).utf8)
  }

  /// More of a request is seen on the first screen.
  private static let longestBody = 64 << 10

  /// - Returns: nil where no response came.
  init?(_ exchange: Exchange) {
    guard let response = exchange.response else { return nil }
    let status = [String(response.status.code), response.status.reasonPhrase].filter { !$0.isEmpty }
    self.init(
      lines: [status.joined(separator: " "), ByteCount.text(response.body.count), response.timings.total.short],
      body: response.body, contentType: response.headers[.contentType], secrets: exchange.secrets,
      status: response.status.code)
    self.response = response
  }
}
