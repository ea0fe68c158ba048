import HTTPTypes

extension Exchange {
  init(_ prepared: PreparedRequest, startedAt: Timestamp, outcome: Outcome, failedAttempts: [FailedAttempt]) {
    self.init(
      id: prepared.id, name: prepared.request.displayName, callID: prepared.request.callID,
      environment: prepared.request.environment, startedAt: startedAt, request: prepared.asSent, outcome: outcome,
      failedAttempts: failedAttempts, isSecret: prepared.isSecret, secrets: prepared.request.secrets)
  }
}

extension Exchange.Outcome {
  init(_ result: Result<TransportResponse, TransportError>, codec: any Codec) {
    switch result {
    case .success(let received): self = .response(Response(received, codec: codec))
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
