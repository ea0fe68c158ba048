import HTTPTypes

extension PreparedRequest {
  /// The exchange that it became.
  func exchange(startedAt: Timestamp, outcome: Exchange.Outcome, after attempts: Attempts) -> Exchange {
    var secrets = request.secrets
    if let found = outcome.response?.secrets, !found.isEmpty { secrets.formUnion(found.placedNowhere) }
    return Exchange(
      id: id, name: request.displayName, callID: request.callID, groupID: request.groupID, route: request.route?.key,
      environment: request.environment, startedAt: startedAt, request: asSent, outcome: outcome.withoutLargeDownload,
      failedAttempts: attempts.failed, wire: outcome.response == nil ? attempts.wire : nil,
      isSecret: isSecret || outcome.response?.isSecret == true, secrets: secrets)
  }
}

extension Exchange.Outcome {
  /// A download is where the caller wanted it; history keeps a copy of a small one alone, to be read and searched.
  fileprivate var withoutLargeDownload: Exchange.Outcome {
    guard case .response(var response) = self, response.download != nil else { return self }
    let body = response.body
    let copy = body.count <= Self.longestCopy ? try? body.read(at: 0, count: body.count) : nil
    response.body = InMemoryBytes(copy ?? [])
    return .response(response)
  }

  private static let longestCopy = 1 << 20

  /// Of a request whose heads are recorded, the bodies on the wire are kept if it failed, or its options ask for them.
  func keepingWire(of prepared: PreparedRequest) -> Exchange.Outcome {
    guard prepared.forTransport.recordsHeads, !prepared.forTransport.options.recordsWire,
      case .response(var response) = self, response.error == nil,
      let log = response.wire
    else { return self }
    response.wire = log.headsOnly
    return .response(response)
  }

  init(_ result: Result<TransportResponse, TransportError>, codec: any Codec) {
    switch result {
    case .success(let received):
      var response = Response(received, codec: codec)
      if let failure = received.validationFailure { response.validationFailure = failure }
      self = .response(response)
    case .failure(let error): self = .failure(error)
    }
  }

  /// The error of a 401, typed by the family of its request.
  var unauthorized: (any FamilyError)? {
    guard let response, response.status == .unauthorized else { return nil }
    return response.error as? any FamilyError
      ?? APIError<JSONValue>.unauthorized(.init(response: response, failure: try? response.json()))
  }
}

extension Exchange.FailedAttempt {
  init(_ attempt: FailedAttempt, wait: Duration) {
    self.init(
      startedAt: attempt.startedAt, status: attempt.response?.status.code, code: attempt.error.code,
      summary: attempt.request.secrets.masking(attempt.error.summary), wait: wait)
  }
}
