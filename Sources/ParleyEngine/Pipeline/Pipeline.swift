import HTTPTypes

/// The way of one request, from top to bottom:
///
///     Request (a value)
///       → resolve     server + endpoint + query             → an exact URL
///       → prepare     codec's headers, defaults, body       → PreparedRequest
///       → attempts    { authorize → adapt → transport → validate }, again as the retry control answers
///       → keep        the repository has it before anyone sees it
///       → tell        events, and whoever awaits the Call   → Response
///
/// What leaves early: a request that cannot be sent (`InvalidRequest`), one without an answer (`TransportError`), one that
/// somebody cancelled. Each of them is told as an event too.
///
/// One pipeline serves all requests of a client until its configuration changes.
final class Pipeline: Sendable {
  let configuration: ClientConfiguration
  let tools: ClientTools

  init(_ configuration: ClientConfiguration, tools: ClientTools) {
    self.configuration = configuration
    self.tools = tools
  }

  func send(_ call: Call) async throws(RequestError) -> Response {
    let prepared = try prepare(call)
    let startedAt = tools.now()
    var attempts = Attempts(of: prepared, for: call)
    let (outgoing, outcome) = try await send(prepared, for: call, trying: &attempts)
    let keeping = await keep(outcome, of: outgoing, startedAt: startedAt, after: attempts)
    tell(outcome, of: outgoing, keeping: keeping)
    return try finish(outcome, keeping: keeping)
  }

  private func prepare(_ call: Call) throws(RequestError) -> PreparedRequest {
    do throws(InvalidRequest) {
      return try PreparedRequest(call.request, id: call.id, in: configuration)
    } catch {
      let subject = Event.Subject(unprepared: call.request, id: call.id)
      let error = error.masked(by: call.request.secrets)
      tools.events.post(.failed(subject, Event.Failure(error, secrets: call.request.secrets)))
      throw .invalid(error)
    }
  }

  private func send(
    _ prepared: PreparedRequest, for call: Call, trying attempts: inout Attempts
  ) async throws(RequestError) -> (PreparedRequest, Exchange.Outcome) {
    while true {
      attempts.begin(at: tools.now)
      var outgoing = try await departing(prepared, for: call)
      var outcome = await transfer(outgoing, for: call)
      if let refused = outgoing.token, outcome.isUnauthorized, attempts.mayRenew(refused, after: outcome, at: tools.now)
      {
        outgoing = try await departing(prepared, for: call, insteadOf: refused)
        outcome = await transfer(outgoing, for: call)
      }
      outcome = validated(outcome, by: outgoing)
      guard let wait = await attempts.wait(after: outcome, at: tools.now) else { return (outgoing, outcome) }
      await tools.sleep(wait, for: call)
    }
  }

  /// Authorized and adapted; itself where neither is asked for.
  private func departing(
    _ prepared: PreparedRequest, for call: Call, insteadOf refused: OAuthToken? = nil
  ) async throws(RequestError) -> PreparedRequest {
    guard Departure.changes(prepared, in: configuration), !call.isOver else { return prepared }
    do throws(RequestError) {
      var departure = Departure(prepared, for: call, configuration: configuration, tools: tools)
      try await departure.run(insteadOf: refused)
      return PreparedRequest(prepared, departingAs: departure)
    } catch {
      tools.events.post(prepared.event(for: error))
      throw error
    }
  }

  private func transfer(_ prepared: PreparedRequest, for call: Call) async -> Exchange.Outcome {
    guard !call.isOver else { return .failure(TransportError(.cancelled, "Cancelled before it was sent.")) }
    // Unchecked, for the transport's contract is that it finishes exactly once.
    return await withUnsafeContinuation { continuation in
      let task = tools.transport.start(prepared.forTransport) { event in
        if case .finished(let result) = event {
          continuation.resume(returning: Exchange.Outcome(result, codec: prepared.codec))
        }
        self.follow(event, of: prepared, for: call)
      }
      call.took(task)
    }
  }

  private func follow(_ event: TransportEvent, of prepared: PreparedRequest, for call: Call) {
    switch event {
    case .sent(let url):
      tools.events.post(.sent(prepared.subject))
      configuration.didSend?(prepared.forTransport.going(to: url), prepared.request)
    case .redirected(let hop): tools.events.post(.redirected(prepared.subject, prepared.redirect(hop)))
    case .head(let head, let body): call.received(head, body: body)
    case .progress(let progress): call.progressed(progress)
    case .finished: break
    }
  }

  private func validated(_ outcome: Exchange.Outcome, by prepared: PreparedRequest) -> Exchange.Outcome {
    guard case .response(var response) = outcome, let miss = prepared.request.validators.firstMiss(of: response) else {
      return outcome
    }
    response.miss = miss
    return .response(response)
  }

  private func keep(
    _ outcome: Exchange.Outcome, of prepared: PreparedRequest, startedAt: Timestamp, after attempts: Attempts
  ) async -> RepositoryError? {
    guard let repository = tools.repository else { return nil }
    do throws(RepositoryError) {
      try await repository.keep(
        Exchange(prepared, startedAt: startedAt, outcome: outcome, failedAttempts: attempts.failed))
      return nil
    } catch {
      return error
    }
  }

  private func tell(_ outcome: Exchange.Outcome, of prepared: PreparedRequest, keeping: RepositoryError?) {
    tools.events.post(prepared.event(for: outcome))
    if let keeping {
      tools.events.post(.failed(prepared.subject, Event.Failure(keeping, secrets: prepared.request.secrets)))
    }
  }

  private func finish(_ outcome: Exchange.Outcome, keeping: RepositoryError?) throws(RequestError) -> Response {
    switch outcome {
    case .failure(let error) where error.kind == .cancelled: throw .cancelled
    case .failure(let error): throw .transport(error)
    case .response(var response):
      if let keeping { response.notKept = keeping }
      return response
    }
  }
}
