import HTTPTypes

// What is told of a request, with its secrets masked.

extension PreparedRequest {
  var subject: Event.Subject {
    Event.Subject(
      exchange: id, name: request.displayName, callID: request.callID, groupID: request.groupID, server: server,
      route: request.route?.key, method: methodName, url: request.secrets.masking(url),
      endpoint: request.secrets.masking(request.endpoint), codec: codec.name, hold: request.hold,
      model: request.model.map { Event.Model($0, as: codec.coding, secrets: request.secrets) })
  }

  func event(for outcome: Exchange.Outcome) -> Event.Kind {
    switch outcome {
    case .failure(let error) where error.kind == .cancelled:
      .cancelled(subject)
    case .failure(let error):
      .failed(subject, Event.Failure(error, secrets: request.secrets))
    case .authorizationFailed(let error):
      .failed(subject, Event.Failure(error, secrets: request.secrets))
    case .response(let response):
      event(for: response)
    }
  }

  /// For one that failed before it was sent.
  func event(for error: RequestError) -> Event.Kind {
    if case .cancelled = error { return .cancelled(subject) }
    return .failed(subject, Event.Failure(error, secrets: request.secrets))
  }

  func redirect(_ hop: Hop) -> Event.Redirect {
    Event.Redirect(
      status: hop.status, location: request.secrets.masking(hop.location), droppedHeaders: hop.droppedHeaders)
  }

  private func event(for response: Response) -> Event.Kind {
    var secrets = request.secrets
    if !response.secrets.isEmpty { secrets.formUnion(response.secrets) }
    let hidesModel = request.hidesResponse || response.isFromSealedEntry
    let summary = Event.ResponseSummary(response, secrets: secrets, hidesModel: hidesModel)
    guard let error = response.error else { return event(for: response, as: summary) }
    return .failed(
      subject,
      Event.Failure(
        reason: .init(status: response.status.code), code: error.code,
        summary: secrets.maskingForeign(error.summary), advice: error.advice, response: summary))
  }
}

extension PreparedRequest {
  private func event(for response: Response, as summary: Event.ResponseSummary) -> Event.Kind {
    if let cached = response.cached {
      return .loadSkip(
        subject,
        Event.Skip(response: summary, code: cached.code, summary: cached.summary, source: cached.exchange))
    }
    guard response.status == .notModified else { return .loadRemote(subject, summary) }
    let reason = "Not modified: the sender's copy is still valid."
    return .loadSkip(subject, Event.Skip(response: summary, code: "revalidated.bySender", summary: reason))
  }

  /// The model of a response as events carry it; nil where nobody may see it, or it is too large to hold on to.
  func responseModel(of response: Response) -> Event.Model? {
    guard !request.hidesResponse, !response.isFromSealedEntry,
      (1...Event.ResponseSummary.modelLimit).contains(response.body.count)
    else { return nil }
    var secrets = request.secrets
    secrets.formUnion(response.secrets)
    return Event.Model(response, secrets: secrets)
  }
}

extension Response {
  /// Nobody knows any more what all was a secret in it.
  fileprivate var isFromSealedEntry: Bool { isSecret && cached != nil }
}

extension Event.Subject {
  /// For a request that failed before it had a URL.
  init(unprepared request: Request, id: ExchangeID) {
    let endpoint = request.secrets.masking(request.endpoint)
    self.init(
      exchange: id, name: request.displayName, callID: request.callID, groupID: request.groupID, server: request.server,
      route: request.route?.key, method: request.method?.rawValue ?? (request.body == nil ? "GET" : "POST"),
      url: endpoint, endpoint: endpoint)
  }
}

extension Event.ResponseSummary {
  fileprivate init(_ response: Response, secrets: Secrets, hidesModel: Bool) {
    let count = response.body.count
    let mayHaveModel = !hidesModel && count > 0 && count <= Self.modelLimit
    self.init(
      status: response.status.code, count: count, total: response.timings.total,
      headers: secrets.masking(response.headers),
      model: mayHaveModel ? Event.Model(response, secrets: secrets) : nil)
  }
}

extension Event.Model {
  fileprivate init(_ model: any Encodable & Sendable, as coding: JSONCoding, secrets: Secrets) {
    self.init { (try? JSONValue(encoding: model, as: coding)).map(secrets.masking) }
  }

  fileprivate init(_ response: Response, secrets: Secrets) {
    self.init { (try? response.content().json()).map(secrets.maskingForeign) }
  }
}

extension Event.Failure {
  init(_ error: any ExplainedError, secrets: Secrets) {
    let isNetwork = error is TransportError
    self.init(
      reason: isNetwork ? .network : .internal, code: error.code, summary: secrets.masking(error.summary),
      advice: error.advice, response: nil)
  }
}
