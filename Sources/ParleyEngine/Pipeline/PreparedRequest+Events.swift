import HTTPTypes

// What is told of a request, with its secrets masked.

extension PreparedRequest {
  var subject: Event.Subject {
    Event.Subject(
      exchange: id, name: request.displayName, callID: request.callID, server: server, route: request.route?.key,
      method: methodName, url: request.secrets.masking(url))
  }

  func event(for outcome: Exchange.Outcome) -> Event.Kind {
    switch outcome {
    case .failure(let error) where error.kind == .cancelled:
      .cancelled(subject)
    case .failure(let error):
      .failed(subject, Event.Failure(error, secrets: request.secrets))
    case .response(let response):
      event(for: response)
    }
  }

  /// For one that came to nothing before it went out.
  func event(for error: RequestError) -> Event.Kind {
    if case .cancelled = error { return .cancelled(subject) }
    return .failed(subject, Event.Failure(error, secrets: request.secrets))
  }

  func redirect(_ hop: Hop) -> Event.Redirect {
    Event.Redirect(
      status: hop.status, location: request.secrets.masking(hop.location), droppedHeaders: hop.droppedHeaders)
  }

  private func event(for response: Response) -> Event.Kind {
    let answer = Event.Answer(
      status: response.status.code, count: response.body.count, total: response.timings.total)
    guard let miss = response.miss else { return .loadRemote(subject, answer) }
    return .failed(
      subject,
      Event.Failure(
        reason: .init(status: response.status.code), code: miss.code,
        summary: request.secrets.maskingForeign(miss.summary), advice: nil,
        answer: answer))
  }
}

extension Event.Subject {
  /// For a request that came to nothing before it had a URL.
  init(unprepared request: Request, id: ExchangeID) {
    self.init(
      exchange: id, name: request.displayName, callID: request.callID, server: request.server,
      route: request.route?.key, method: request.method?.rawValue ?? (request.body == nil ? "GET" : "POST"),
      url: request.secrets.masking(request.endpoint))
  }
}

extension Event.Failure {
  init(_ error: any ExplainedError, secrets: Secrets) {
    let isNetwork = error is TransportError
    self.init(
      reason: isNetwork ? .network : .internal, code: error.code, summary: secrets.masking(error.summary),
      advice: error.advice, answer: nil)
  }
}
