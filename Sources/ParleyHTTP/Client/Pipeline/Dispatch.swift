/// Puts one attempt onto the wire: by itself, or together with the same one that is in flight already.
struct Dispatch: Sendable {
  let prepared: PreparedRequest
  let call: Call
  let tools: ClientTools
  let transport: any Transport
  /// The start of the request, for the cache.
  let mark: CacheInvalidations.Mark
  let follow: @Sendable (TransportEvent) -> Void

  /// - Parameter control: decides what happens to duplicates; nil looks for none.
  nonisolated(nonsending) func outcome(under control: DeduplicationPolicy?) async -> Exchange.Outcome {
    guard !call.isOver else { return Self.cancelled }
    guard let control, let key = TransfersInFlight.Key(prepared) else { return await alone() }
    while true {
      let claim = tools.inFlight.claim(key, for: prepared.request, by: call.id, since: mark)
      if let outcome = await follow(claim, under: control) { return outcome }
      // The one before is about to go, or to come: its task has to get on with it.
      await Task.yield()
    }
  }

  private static let cancelled = Exchange.Outcome.failure(
    TransportError(.cancelled, "Cancelled before it was sent."))

  nonisolated(nonsending) private func alone() async -> Exchange.Outcome {
    // Unchecked, here and below, for the transport's contract is that it finishes exactly once.
    await withUnsafeContinuation { continuation in
      let task = transport.start(prepared.forTransport(telling: call)) { [prepared, follow] event in
        if case .finished(let result) = event {
          continuation.resume(returning: Exchange.Outcome(result, codec: prepared.codec))
        } else {
          follow(event)
        }
      }
      call.took(task)
    }
  }

  /// Waits for the end of a transfer, together with all who wait for it.
  /// - Returns: nil when it came too late.
  private func join(_ transfer: Transfer, onceIn proceed: () -> Void = {}) async -> Exchange.Outcome? {
    await withUnsafeContinuation { continuation in
      let seat = Transfer.Seat(call: call, follow: follow) { result in
        continuation.resume(returning: Exchange.Outcome(result, codec: prepared.codec))
      }
      guard transfer.join(seat) else { return continuation.resume(returning: nil) }
      proceed()
    }
  }

  /// The response is as old as the request that somebody else sent.
  private func share(_ transfer: Transfer, onceIn proceed: () -> Void) async -> Exchange.Outcome? {
    let outcome = await join(transfer) {
      call.note(.sharesTransfer(of: transfer.owner))
      proceed()
    }
    guard transfer.mark != mark, case .response(var response) = outcome else { return outcome }
    response.sharedSince = transfer.mark
    return .response(response)
  }

  private func lead(_ transfer: Transfer) async -> Exchange.Outcome? {
    await join(transfer) {
      transfer.began(transport.start(prepared.forTransport(telling: call)) { transfer.take($0) })
    }
  }
}

// What becomes of a duplicate.
extension Dispatch {
  private func follow(
    _ claim: TransfersInFlight.Claim, under control: DeduplicationPolicy
  ) async -> Exchange.Outcome? {
    switch claim {
    case .first(let transfer): await lead(transfer)
    case .duplicate(let transfer): await settle(with: transfer, by: control)
    }
  }

  /// - Returns: nil when the request has to be claimed again.
  private func settle(with transfer: Transfer, by control: DeduplicationPolicy) async -> Exchange.Outcome? {
    let kind = prepared.kind
    let decision = control.decide(Duplicate(first: transfer.request, current: prepared.request, kind: kind))
    let tell = { tools.events.post(.duplicate(prepared.subject, decision.told)) }
    // Who joins is told of when it is in: it may come too late, and is no duplicate then.
    if !decision.joins { tell() }
    switch decision {
    case .sendAll: return await alone()
    case .keepAll: return await share(transfer, onceIn: tell)
    case .keepFirst: return giveUp(to: transfer.calls.first?.id ?? transfer.owner)
    case .keepLatest:
      let earlier = transfer.calls
      return await share(transfer) {
        tell()
        end(earlier, for: call)
      }
    case .cancelFirst:
      end(transfer.calls, for: call)
      return nil
    case .cancelFirstAndTell(let completion):
      let substitute = substitute(completion)
      end(transfer.calls, for: substitute)
      substitute.start()
      return giveUp(to: substitute.id)
    case .tellBoth(let judge):
      let earlier = transfer.calls
      return await share(transfer) {
        // First, so that whoever is told of it knows that the result will be judged.
        Verdict.pass(on: earlier, and: call, by: judge)
        tell()
      }
    case .tell(let completion):
      return giveUp(to: await hand(transfer, over: completion))
    }
  }

  private func giveUp(to winner: ExchangeID) -> Exchange.Outcome {
    call.supersede(by: winner)
    return Self.cancelled
  }

  private func end(_ calls: [Call], for winner: Call) {
    for call in calls { call.supersede(by: winner.id) }
  }

  /// Nobody leaves before the substitute waits too, so that the transfer goes on.
  private func hand(
    _ transfer: Transfer, over completion: @escaping DuplicateDecision.Completion
  ) async -> ExchangeID {
    let substitute = substitute(completion)
    substitute.start()
    while !substitute.isOver, !transfer.calls.contains(where: { $0 === substitute }) { await Task.yield() }
    end(transfer.calls.filter { $0 !== substitute }, for: substitute)
    return substitute.id
  }

  /// A call that nobody holds, for a completion of its own.
  private func substitute(_ completion: @escaping DuplicateDecision.Completion) -> Call {
    var request = prepared.request
    request.duplicates = .keepAll
    return call.beside(request).then(completion)
  }
}

extension DuplicateDecision {
  fileprivate var joins: Bool {
    switch self {
    case .keepAll, .keepLatest, .tellBoth: true
    case .sendAll, .keepFirst, .cancelFirst, .cancelFirstAndTell, .tell: false
    }
  }
}
