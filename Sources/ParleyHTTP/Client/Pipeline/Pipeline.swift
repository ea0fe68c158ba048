import HTTPTypes

/// The pipeline of a request, from top to bottom:
///
///     Request (a value)
///       → resolve     server + endpoint + query             → an exact URL
///       → prepare     codec's headers, defaults, body       → PreparedRequest
///       → recall      the cache: a fresh entry is the response, a stale one is revalidated
///       → attempts    { authorize → adapt → transport, alone or with its duplicate → validate }, repeated as the
///                     retry policy decides; a mock may replace the transport
///       → read        codec → mapping → envelope            → a model, if one is wanted
///       → capture     values into shared data, if the request names any
///       → note        the cache stores the response, and invalidates the entries it makes stale
///       → keep        the repository stores the exchange before anyone sees it
///       → tell        events, and whoever awaits the Call
///
/// Three kinds of requests leave the pipeline early: one that cannot be sent (`InvalidRequest`), one without a response
/// (`TransportError`), one that somebody cancelled. Each of them is reported as an event too.
///
/// One pipeline serves all requests of a client until its configuration changes.
final class Pipeline: Sendable {
  let configuration: ClientConfiguration
  /// The same, its cookies watched.
  private let sending: ClientConfiguration
  let tools: ClientTools
  /// Nil where nothing is cached.
  private let cache: CacheMiddleware?
  private let recent = RecentRequest()

  init(_ configuration: ClientConfiguration, tools: ClientTools) {
    self.configuration = configuration
    self.tools = tools
    var sending = configuration
    sending.cookies = configuration.cookies.map { LearningCookies($0, tools.events.secrets, cache: tools.cache) }
    sending.plain = PreparedRequest.plain(in: configuration)
    self.sending = sending
    cache = tools.cache.map { CacheMiddleware($0, configuration, tools) }
  }

  /// Steps that few requests ask for are awaited by those alone: one that is awaited by all costs all of them.
  nonisolated(nonsending) func send(_ call: Call) async throws(RequestError) -> Response {
    let prepared = call.request.body?.readsAhead == true ? try await prepareAside(call) : try prepare(call)
    tools.events.secrets.learn(prepared.request.secrets)
    let (startedAt, mark) = (tools.now(), cache?.mark ?? 0)
    let recall = await cache?.recall(prepared)
    let journal = prepared.forTransport.webSocket == nil ? nil : tools.repository.map(SessionJournal.init)
    var attempts = Attempts(of: prepared, for: call, journal: journal)
    let (outgoing, answered) =
      if let recall, let kept = await recalled(recall, by: prepared, for: call) { (prepared, kept) } else {
        try await send(prepared, for: call, trying: &attempts, knowing: recall, since: mark)
      }
    var outcome = answered
    let known = tools.events.secrets.all
    if outgoing.isSecret || !known.isEmpty {
      outcome = recognized(outcome.secret(by: outgoing, knowing: known), by: outgoing)
    }
    if outgoing.wantsModel { outcome = read(outcome, by: outgoing) }
    outcome = unlessCancelled(outcome, of: outgoing, for: call)
    if outgoing.request.capture != nil { outcome = await captured(outcome, by: outgoing) }
    outcome = outcome.masked(by: outgoing.request.secrets)
    if outgoing.forTransport.recordsHeads { outcome = outcome.keepingWire(of: outgoing) }
    await cache?.note(outcome, of: outgoing, asked: prepared, after: recall, startedAt: startedAt, mark)
    let keeping =
      tools.repository == nil ? nil : await keep(outcome, of: outgoing, startedAt: startedAt, after: attempts)
    if keeping == nil { await journal?.end() }
    tell(outcome, of: outgoing, keeping: keeping)
    return try finish(outcome, keeping: keeping)
  }

  private func prepare(_ call: Call) throws(RequestError) -> PreparedRequest {
    if let prepared = recent.prepared(for: call) { return prepared }
    do throws(InvalidRequest) {
      let prepared = try PreparedRequest(call.request, id: call.id, in: sending)
      recent.keep(prepared)
      return prepared
    } catch {
      let subject = Event.Subject(unprepared: call.request, id: call.id)
      let error = error.masked(by: call.request.secrets)
      tools.events.secrets.learn(call.request.secrets)
      tools.events.post(.failed(subject, Event.Failure(error, secrets: call.request.secrets)))
      throw .invalid(error)
    }
  }

  /// Prepares where blocking harms nobody, because a file has to be read for it from front to back.
  private func prepareAside(_ call: Call) async throws(RequestError) -> PreparedRequest {
    let result = await withCheckedContinuation { continuation in
      let work = { @Sendable in
        continuation.resume(returning: Result { () throws(RequestError) in try self.prepare(call) })
      }
      if !DetachedThread.start(work) { work() }
    }
    return try result.get()
  }

  /// The answer that is here already, if it is one that needs nobody else.
  private func recalled(
    _ recall: CacheMiddleware.Recall, by prepared: PreparedRequest, for call: Call
  ) async -> Exchange.Outcome? {
    guard let answer = recall.answer(to: prepared), !call.isOver else { return nil }
    call.received(
      ResponseHead(url: answer.url, status: answer.status, version: answer.version, headers: answer.headers),
      body: answer.body)
    return await examined(validated(.response(answer), by: prepared), by: prepared, for: call)
  }

  nonisolated(nonsending) private func send(
    _ prepared: PreparedRequest, for call: Call, trying attempts: inout Attempts,
    knowing recall: CacheMiddleware.Recall?,
    since mark: CacheInvalidations.Mark
  ) async throws(RequestError) -> (PreparedRequest, Exchange.Outcome) {
    var asking = prepared.asking(recall)
    while true {
      attempts.begin(at: tools.now)
      var outgoing = asking
      if RequestAuthorizer.changes(asking, in: configuration) {
        switch try await departing(asking, for: call) {
        case .success(let departed): outgoing = departed
        case .failure(let error): return (prepared, .authorizationFailed(error))
        }
      }
      let control = attempts.isFirst ? duplicateControl(for: outgoing) : nil
      var outcome = await transfer(outgoing, for: call, under: control, since: mark, attempts.journal)
      if let refused = outgoing.token, outcome.isUnauthorized,
        attempts.mayRenew(after: outcome, of: outgoing, at: tools.now)
      {
        tools.events.post(.retrying(outgoing.subject, attempts.retry))
        switch try await departing(asking, for: call, insteadOf: refused) {
        case .success(let departed): outgoing = departed
        case .failure(let error): return (outgoing, .authorizationFailed(error))
        }
        outcome = await transfer(outgoing, for: call, under: nil, since: mark, attempts.journal)
      }
      if asking !== prepared, recall?.isMissed(by: outcome) == true {
        asking = prepared
        continue
      }
      if let cache { outcome = await cache.revived(outcome, asked: prepared, by: recall) }
      outcome = validated(outcome, by: outgoing)
      if outgoing.request.asyncValidator != nil { outcome = await examined(outcome, by: outgoing, for: call) }
      if attempts.isOfRun { attempts.note(outcome, of: outgoing, at: tools.now()) }
      guard attempts.mayFollow, let wait = await attempts.wait(after: outcome, of: outgoing, at: tools.now) else {
        if attempts.isOfRun { call.sent(attempts.log) }
        return (outgoing, outcome)
      }
      tools.events.post(.retrying(outgoing.subject, attempts.retry))
      await tools.sleep(wait, for: call)
    }
  }

  /// Authorized and adapted; itself where neither is asked for.
  private func departing(
    _ prepared: PreparedRequest, for call: Call, insteadOf refused: String? = nil
  ) async throws(RequestError) -> Result<PreparedRequest, AuthorizationError> {
    guard RequestAuthorizer.changes(prepared, in: configuration), !call.isOver else { return .success(prepared) }
    var departure = RequestAuthorizer(prepared, for: call, configuration: configuration, tools: tools)
    do throws(RequestError) {
      try await departure.run(insteadOf: refused)
      tools.events.secrets.learn(departure.secrets)
      return .success(PreparedRequest(prepared, departingAs: departure))
    } catch {
      tools.events.secrets.learn(departure.secrets)
      if case .authorization(let error) = error { return .failure(error) }
      tools.events.post(prepared.event(for: error))
      throw error.masked(by: prepared.request.secrets)
    }
  }

  private func duplicateControl(for prepared: PreparedRequest) -> DeduplicationPolicy? {
    prepared.request.duplicates ?? configuration.duplicates[prepared.kind]
  }

  nonisolated(nonsending) private func transfer(
    _ prepared: PreparedRequest, for call: Call, under control: DeduplicationPolicy?,
    since mark: CacheInvalidations.Mark, _ journal: SessionJournal?
  ) async -> Exchange.Outcome {
    let transport = transport(for: prepared)
    let dispatch = Dispatch(prepared: prepared, call: call, tools: tools, transport: transport, mark: mark) { event in
      self.follow(event, of: prepared, for: call)
      if let journal { self.note(event, of: prepared, for: call, in: journal) }
    }
    return await dispatch.outcome(under: control)
  }

  /// The client's, or its mocks in front of it.
  private func transport(for prepared: PreparedRequest) -> any Transport {
    let mode = configuration.cacheMode
    let network = mode.refusesNetwork ? RefusingTransport(mode: mode) : tools.transport
    guard configuration.mocks.areUsed else { return network }
    let request = MockRequest(prepared, defaultServer: configuration.servers.defaultKey)
    return MockTransport(mocks: configuration.mocks, request: request, next: network, clock: tools.clock)
  }

  private func follow(_ event: TransportEvent, of prepared: PreparedRequest, for call: Call) {
    switch event {
    case .sent(let url):
      tools.events.post(.sent(prepared.subject))
      configuration.didSend?(prepared.forTransport.going(to: url), prepared.request)
    case .redirected(let hop): tools.events.post(.redirected(prepared.subject, prepared.redirect(hop)))
    case .head(let head, let body): call.received(head, body: body)
    case .progress(let progress): tell(progress, of: prepared, for: call)
    case .recorded(let wire): call.recorded(wire)
    case .finished: break
    }
  }

  private func note(
    _ event: TransportEvent, of prepared: PreparedRequest, for call: Call, in journal: SessionJournal
  ) {
    switch event {
    case .head(let head, let body) where head.status.code == 101:
      let response = Response(
        TransportResponse(head: head, body: InMemoryBytes([]), bytesOnWire: 0), codec: prepared.codec)
      var exchange = prepared.exchange(
        startedAt: tools.now(), outcome: .response(response), after: Attempts(of: prepared, for: call))
      exchange.hold(tools.events.secrets.all)
      journal.begin(exchange, body: body)
    case .progress: journal.grown()
    default: break
    }
  }

  private func tell(_ progress: TransferProgress, of prepared: PreparedRequest, for call: Call) {
    let before = call.progressed(progress)
    // Its messages are its own log.
    guard prepared.forTransport.webSocket == nil else { return }
    if progress.sent != before.sent {
      tools.events.post(.requestProgress(prepared.subject, progress.ofRequest))
    }
    if progress.received != before.received {
      tools.events.post(.responseProgress(prepared.subject, progress.ofResponse))
    }
  }

  private func validated(_ outcome: Exchange.Outcome, by prepared: PreparedRequest) -> Exchange.Outcome {
    guard case .response(let response) = outcome else { return outcome }
    return .response(prepared.validated(response, in: configuration))
  }

  private func examined(
    _ outcome: Exchange.Outcome, by prepared: PreparedRequest, for call: Call
  ) async -> Exchange.Outcome {
    guard let asyncValidator = prepared.request.asyncValidator, case .response(var response) = outcome,
      response.error == nil
    else {
      return outcome
    }
    // Of what is told about it nobody may quote what it brings.
    if prepared.isSecret { response.isSecret = true }
    guard let failure = await call.unlessCancelled({ [response] in await asyncValidator(response) }) else {
      return .failure(TransportError(.cancelled, "Cancelled before the response was processed."))
    }
    response.validationFailure = failure
    return .response(response)
  }

  private func read(_ outcome: Exchange.Outcome, by prepared: PreparedRequest) -> Exchange.Outcome {
    guard case .response(let response) = outcome else { return outcome }
    return .response(prepared.read(response))
  }

  /// With the credentials that a response to a request with a secret brings.
  private func recognized(_ outcome: Exchange.Outcome, by prepared: PreparedRequest) -> Exchange.Outcome {
    guard prepared.isSecret, case .response(var response) = outcome else { return outcome }
    let found = tools.events.secrets.credentials(in: response)
    guard !found.isEmpty else { return outcome }
    response.hold(found)
    tools.events.secrets.learn(found)
    return .response(response)
  }

  /// A response that nobody wants any more is neither stored nor told.
  private func unlessCancelled(
    _ outcome: Exchange.Outcome, of prepared: PreparedRequest, for call: Call
  ) -> Exchange.Outcome {
    guard case .response(let response) = outcome, !call.beginsStoring() else { return outcome }
    // Nobody will ever know where it is.
    if prepared.request.destination == .temporary { response.download?.removeFile() }
    return .failure(TransportError(.cancelled, "Cancelled before the response was processed."))
  }

  private func captured(_ outcome: Exchange.Outcome, by prepared: PreparedRequest) async -> Exchange.Outcome {
    guard let capture = prepared.request.capture, case .response(var response) = outcome, response.error == nil else {
      return outcome
    }
    let captured = await capture(response)
    if let failure = captured.validationFailure { response.validationFailure = failure }
    response.hold(captured.secrets)
    response.capturedPaths = captured.paths
    tools.events.secrets.learn(captured.secrets)
    return .response(response)
  }

  private func keep(
    _ outcome: Exchange.Outcome, of prepared: PreparedRequest, startedAt: Timestamp, after attempts: Attempts
  ) async -> RepositoryError? {
    guard let repository = tools.repository else { return nil }
    do throws(RepositoryError) {
      let known = tools.events.secrets.all
      let interrupted = outcome.interrupted(
        attempts.arrived, of: prepared, after: attempts, total: startedAt.duration(to: tools.now()))
      let kept = interrupted?.outcome.secret(by: prepared, knowing: known) ?? outcome
      var exchange = prepared.exchange(startedAt: startedAt, outcome: kept, after: attempts)
      exchange.interruption = interrupted?.why
      exchange.hold(known)
      try await repository.keep(exchange)
      return nil
    } catch {
      return error
    }
  }

  private func tell(_ outcome: Exchange.Outcome, of prepared: PreparedRequest, keeping: RepositoryError?) {
    tools.events.post(prepared.event(for: outcome))
    if let handler = configuration.onUnauthorized, let error = outcome.unauthorized { handler(error) }
    if let keeping {
      tools.events.post(.failed(prepared.subject, Event.Failure(keeping, secrets: prepared.request.secrets)))
    }
  }

  private func finish(_ outcome: Exchange.Outcome, keeping: RepositoryError?) throws(RequestError) -> Response {
    switch outcome {
    case .failure(let error) where error.kind == .cancelled: throw .cancelled
    case .failure(let error): throw .transport(error)
    case .authorizationFailed(let error): throw .authorization(error)
    case .response(var response):
      if let keeping { response.notKept = keeping }
      return response
    }
  }
}
