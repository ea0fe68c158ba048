import HTTPTypes

/// The way of one request, from top to bottom:
///
///     Request (a value)
///       → resolve     server + endpoint + query             → an exact URL
///       → prepare     codec's headers, defaults, body       → PreparedRequest
///       → attempt     transport, then the validators        → Response
///       → keep        the repository has it before anyone sees it
///       → tell        events, and whoever awaits the Call
///
/// What leaves early: a request that cannot be sent (`InvalidRequest`), one without an answer (`TransportError`), one that
/// somebody cancelled. Each of them is told as an event too. Cache and duplicate control will stand between prepare and
/// attempt, authorization and adapters around the transport, mapping between attempt and keep.
struct Pipeline: Sendable {
  let configuration: ClientConfiguration
  let transport: any Transport
  let repository: any Repository
  let events: EventBus
  let now: @Sendable () -> Timestamp

  func send(_ call: Call) async throws(RequestError) -> Response {
    let prepared = try prepare(call)
    let startedAt = now()
    let outcome = await attempt(prepared, for: call)
    let exchange = Exchange(prepared, startedAt: startedAt, outcome: outcome)
    let keeping = await keep(exchange)
    tell(outcome, of: prepared, keeping: keeping)
    return try finish(outcome, keeping: keeping)
  }

  private func prepare(_ call: Call) throws(RequestError) -> PreparedRequest {
    do throws(InvalidRequest) {
      return try PreparedRequest(call.request, id: call.id, in: configuration)
    } catch {
      let subject = Event.Subject(unprepared: call.request, id: call.id)
      let error = error.masked(by: call.request.secrets)
      events.post(.failed(subject, Event.Failure(error, secrets: call.request.secrets)))
      throw .invalid(error)
    }
  }

  private func attempt(_ prepared: PreparedRequest, for call: Call) async -> Exchange.Outcome {
    guard !call.state.isFinal else { return .failure(TransportError(.cancelled, "Cancelled before it was sent.")) }
    let result = await withCheckedContinuation { continuation in
      let task = transport.start(prepared.forTransport) { event in
        if case .finished(let result) = event { continuation.resume(returning: result) }
        follow(event, of: prepared, for: call)
      }
      call.took(task)
    }
    return validated(result, by: prepared)
  }

  private func follow(_ event: TransportEvent, of prepared: PreparedRequest, for call: Call) {
    switch event {
    case .sent: events.post(.sent(prepared.subject))
    case .redirected(let hop): events.post(.redirected(prepared.subject, prepared.redirect(hop)))
    case .head(let head, let body): call.received(head, body: body)
    case .progress(let progress): call.progressed(progress)
    case .finished: break
    }
  }

  private func validated(
    _ result: Result<TransportResponse, TransportError>, by prepared: PreparedRequest
  ) -> Exchange.Outcome {
    switch result {
    case .failure(let error): return .failure(error)
    case .success(let received):
      var response = Response(received, codec: prepared.codec)
      response.miss = prepared.request.validators.firstMiss(of: response)
      return .response(response)
    }
  }

  private func keep(_ exchange: Exchange) async -> RepositoryError? {
    do throws(RepositoryError) {
      try await repository.keep(exchange)
      return nil
    } catch {
      return error
    }
  }

  private func tell(_ outcome: Exchange.Outcome, of prepared: PreparedRequest, keeping: RepositoryError?) {
    events.post(prepared.event(for: outcome))
    if let keeping {
      events.post(.failed(prepared.subject, Event.Failure(keeping, secrets: prepared.request.secrets)))
    }
  }

  private func finish(_ outcome: Exchange.Outcome, keeping: RepositoryError?) throws(RequestError) -> Response {
    switch outcome {
    case .failure(let error) where error.kind == .cancelled: throw .cancelled
    case .failure(let error): throw .transport(error)
    case .response(var response):
      response.notKept = keeping
      return response
    }
  }
}

extension [Validator] {
  /// The first refusal, in order.
  fileprivate func firstMiss(of response: Response) -> Validator.Miss? {
    for validator in self {
      if let reason = validator.reason(response) {
        return Validator.Miss(expectation: validator.expectation, reason: reason)
      }
    }
    return nil
  }
}

extension Exchange {
  fileprivate init(_ prepared: PreparedRequest, startedAt: Timestamp, outcome: Outcome) {
    self.init(
      id: prepared.id, name: prepared.request.displayName, callID: prepared.request.callID,
      environment: prepared.request.environment, startedAt: startedAt,
      request: prepared.asSent, outcome: outcome, isSecret: prepared.isSecret, secrets: prepared.request.secrets)
  }
}
