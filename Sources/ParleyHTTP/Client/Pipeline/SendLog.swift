import HTTPTypes

/// Collects the attempts of one request, for the recording of a run: the sends are made of them only where somebody asks.
package struct SendLog: Sendable {
  fileprivate struct Attempt {
    let prepared: PreparedRequest
    let outcome: Exchange.Outcome
    /// The bytes of the attempt, at least their heads; nil where a transport does not tell them.
    let wire: WireLog?
    let span: Range<Timestamp>
    let reason: RecordedSend.Reason
    let wait: Duration
  }

  private var attempts: [Attempt] = []
  /// Whether the request was sent more than once.
  package private(set) var isRepeated = false
  private var reason = RecordedSend.Reason.first
  private var wait = Duration.zero

  /// Adds an attempt that has ended.
  mutating func add(
    _ prepared: PreparedRequest, _ outcome: Exchange.Outcome, _ wire: WireLog?, _ span: Range<Timestamp>
  ) {
    let attempt = Attempt(
      prepared: prepared, outcome: outcome, wire: wire, span: span, reason: reason, wait: wait)
    isRepeated = isRepeated || !attempts.isEmpty || attempt.isRepeated
    attempts.append(attempt)
  }

  /// Another attempt follows.
  mutating func goOn(_ reason: RecordedSend.Reason, after wait: Duration = .zero) {
    (self.reason, self.wait) = (reason, wait)
  }

  /// The first request that was sent, and the time until all was done; nil where none was. Told without looking into what went over
  /// the wire.
  package var whole: (request: PreparedRequest, span: Range<Timestamp>)? {
    guard let first = attempts.first, let last = attempts.last else { return nil }
    let begin = first.span.lowerBound
    return (first.prepared, begin..<max(begin, last.span.upperBound))
  }

  /// In the order in which they were sent.
  package var sends: [RecordedSend] {
    attempts.enumerated().flatMap { index, attempt in
      var sends = attempt.sends
      for place in sends.indices { (sends[place].attempt, sends[place].hop) = (index + 1, place + 1) }
      return sends
    }
  }
}

extension SendLog.Attempt {
  fileprivate var isRepeated: Bool {
    outcome.response?.hops.isEmpty == false || (wire?.entries.count { $0.direction == .sentHead } ?? 0) > 1
  }

  fileprivate var sends: [RecordedSend] {
    let hops = outcome.response?.hops ?? []
    let rounds = wire?.rounds ?? []
    var sends = rounds.isEmpty ? Self.sends(prepared, hops, span) : Self.sends(prepared, rounds, hops, span)
    (sends[0].reason, sends[0].wait) = (reason, wait)
    let last = sends.count - 1
    sends[last].status = outcome.response?.status.code ?? sends[last].status
    if case .failure(let error) = outcome { sends[last].errorCode = error.code }
    if let response = outcome.response, response.timings.total > .zero {
      sends[last].responseBytes = response.bytesOnWire
      sends[last].phases = AttemptPhases(response.timings, took: sends[last].duration)
    }
    return sends
  }

  /// Of a transport that tells only which redirects it followed, and not when.
  private static func sends(_ prepared: PreparedRequest, _ hops: [Hop], _ span: Range<Timestamp>) -> [RecordedSend] {
    let begin = span.lowerBound
    var sends: [RecordedSend] = []
    for (place, hop) in hops.enumerated() {
      var send = RecordedSend(
        exchange: prepared.id, reason: place == 0 ? .first : .redirect, startedAt: begin, duration: .zero,
        method: prepared.methodName, url: hop.url, status: hop.status)
      (send.location, send.droppedHeaders) = (hop.location, hop.droppedHeaders)
      sends.append(send)
    }
    return sends + [
      RecordedSend(
        exchange: prepared.id, reason: hops.isEmpty ? .first : .redirect, startedAt: begin,
        duration: begin.duration(to: span.upperBound), method: prepared.methodName,
        url: hops.last?.location ?? prepared.url)
    ]
  }

  private static func sends(
    _ prepared: PreparedRequest, _ rounds: [WireLog.Round], _ hops: [Hop], _ span: Range<Timestamp>
  ) -> [RecordedSend] {
    var (sends, start, url) = ([RecordedSend](), span.lowerBound, prepared.url)
    var (reason, redirects) = (RecordedSend.Reason.first, 0)
    for (place, round) in rounds.enumerated() {
      let isLast = place == rounds.count - 1
      let end = isLast ? span.upperBound : min(span.upperBound, span.lowerBound.advanced(by: round.endedAt))
      let queued = start.duration(to: max(start, span.lowerBound.advanced(by: round.sentAt)))
      var send = RecordedSend(
        exchange: prepared.id, reason: reason, startedAt: start, duration: max(.zero, start.duration(to: end)),
        method: round.method, url: url, status: round.status)
      (send.requestBytes, send.responseBytes) = (round.requestBytes, round.responseBytes)
      send.phases = AttemptPhases(round, connecting: queued)
      if !isLast {
        let next = rounds[place + 1]
        if let location = round.redirection {
          let hop = redirects < hops.count ? hops[redirects] : nil
          send.location = hop?.location ?? location
          send.droppedHeaders = hop?.droppedHeaders ?? round.credentialsLost(in: next)
          (redirects, reason) = (redirects + 1, .redirect)
          url = hop?.location ?? Self.target(of: location, from: url)
        } else {
          reason = round.status == 401 ? .challenge : .resent
        }
      }
      sends.append(send)
      start = max(start, end)
    }
    return sends
  }

  /// The whole URL that a server redirected to: it may have named only the path.
  private static func target(of location: String, from url: String) -> String {
    guard var target = CurlURL(url), target.follow(location) else { return location }
    return target.text ?? location
  }
}

extension WireLog.Round {
  /// The target of the redirect; nil where it is none.
  fileprivate var redirection: String? {
    guard let status, (300..<400).contains(status) else { return nil }
    return responseHead?.values(of: "location").first
  }

  /// Names of credentials that the next request has no more.
  fileprivate func credentialsLost(in next: WireLog.Round) -> [String] {
    let names = requestHead.names.subtracting(next.requestHead.names)
    return ["Authorization", "Cookie", "Proxy-Authorization"].filter { names.contains($0.lowercased()) }
  }
}

extension AttemptPhases {
  /// Of a round that another followed: how long its connection took is not told apart from the queue.
  fileprivate init(_ round: WireLog.Round, connecting: Duration) {
    let answered = round.answeredAt ?? round.endedAt
    self.init(
      connect: connecting, waiting: max(.zero, answered - round.sentAt), transfer: max(.zero, round.endedAt - answered))
  }
}
