// What a node does.
extension RunExecutor {
  nonisolated(nonsending) func run(_ moment: GateContext, in place: NodePlace) async -> NodeResult {
    switch moment.node.kind {
    case .request(let step): return await send(moment, reading: step, in: place)
    case .job(let job):
      ledger.startAttempt(moment)
      return await run(job, moment.input)
    case .group(let group):
      ledger.startAttempt(moment)
      return NodeResult(group, await results(of: group, in: place.inside(group, input: moment.input)))
    }
  }

  nonisolated(nonsending) private func send(_ moment: GateContext, reading step: RequestStep, in place: NodePlace) async
    -> NodeResult
  {
    do {
      guard let request = try await request(of: moment) else { return .skipped }
      let call = context.client.prepare(belonging(request, madeBy: moment))
      ledger.startAttempt(moment, sending: call)
      tellWarnings(of: moment)
      do {
        defer { note(call.log, in: moment) }
        let answer = try await call.response()
        ledger.noteCaptured(answer.secrets, by: moment.path)
        if place.isParallel { moment.input.trace.note(uses: TrafficWatch.Use.all(of: call.log, answer)) }
        note(call.duplication, of: call, in: moment)
        return NodeResult(answer, of: call.id, readBy: step.read).told
      } catch {
        return superseded(call) ?? NodeResult(error).told
      }
    } catch {
      return NodeResult(error)
    }
  }

  /// A person may be asked for what is in it.
  nonisolated(nonsending) private func request(of moment: GateContext) async throws -> Request? {
    if let known = moment.knownRequest { return known }
    let wait = PersonWait(now: context.client.now)
    defer { ledger.note(wait, at: moment.path) }
    return try await wait.observing { try await moment.request() }
  }

  /// Returns the result of a call that was superseded by another; nil for any other call. Nobody stopped it, and
  /// nothing went wrong.
  private func superseded(_ call: Call) -> NodeResult? {
    guard case .superseded(let winner)? = call.duplication, !Task.isCancelled else { return nil }
    return NodeResult(.skipped, error: GroupError.superseded(by: ledger.path(of: winner)))
  }

  /// Once, however often it is tried.
  private func tellWarnings(of moment: GateContext) {
    guard moment.attempt == 1 else { return }
    for warning in moment.input.trace.warnings {
      context.client.events.post(
        warning: warning, about: moment.name, callID: context.options.callID, groupID: context.groupID)
    }
  }

  private func note(_ duplication: Call.Duplication?, of call: Call, in moment: GateContext) {
    guard case .sharesTransfer(let owner)? = duplication else { return }
    moment.input.trace.note(
      NodeTrace.SharedTransfer(exchange: call.id, of: owner, step: ledger.path(of: owner)))
  }

  /// At once, so that whoever looks at the run sees them before another attempt of the step.
  private func note(_ log: SendLog?, in moment: GateContext) {
    guard let log, log.isRepeated, case let sends = log.sends, sends.count > 1 else { return }
    let masked = sends.map { send in
      var masked = send
      (masked.url, masked.location) = (ledger.masking(send.url), send.location.map(ledger.masking))
      return masked
    }
    moment.input.trace.note(masked)
    ledger.change(moment.path) { $0.made.sends += masked }
  }

  /// With the identifiers of the run, and the secrets of the steps it was made from.
  private func belonging(_ request: Request, madeBy moment: GateContext) -> Request {
    var request = request
    request.callID = request.callID ?? context.options.callID
    request.groupID = context.groupID
    if context.recordsWire(at: moment.path) { request.options.recordsWire = true }
    let secrets = ledger.captured(by: moment.input.origins)
    if !secrets.isEmpty { request.secrets.formUnion(secrets) }
    return request
  }

  nonisolated(nonsending) private func run(_ job: LocalJob, _ input: NodeInput) async -> NodeResult {
    if job.isAnnounced {
      context.client.events.post(
        custom: job.name, callID: context.options.callID, groupID: context.groupID, parameters: job.parameters)
    }
    let result = await job.result(input)
    guard case .value(let value) = result.output else { return result }
    do throws(GroupError) { try context.room.take(value, of: input.path) } catch { return NodeResult(error) }
    return result
  }
}

extension LocalJob {
  /// Nobody waits for it once the task is cancelled, whether or not it has noticed.
  func result(_ input: NodeInput) async -> NodeResult {
    await unlessTaskIsCancelled(.cancelled) {
      do { return .value(try await work(input)) } catch {
        return tellsFailures ? NodeResult(error).told : NodeResult(error)
      }
    }
  }
}

extension NodeResult {
  /// The same, of whose failure an event tells.
  var told: NodeResult {
    var copy = self
    copy.isTold = true
    return copy
  }
}
