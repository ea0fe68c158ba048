// What leaves the pipeline: none of it quotes a secret of its request, or of its response.

extension Exchange.Outcome {
  /// A response to a request that carried a secret is one too, and so is one in which a secret stands that is known.
  func secret(by prepared: PreparedRequest, knowing known: Secrets) -> Exchange.Outcome {
    guard prepared.isSecret || !known.isEmpty, case .response(var response) = self else { return self }
    let found = response.occurring(of: known)
    if prepared.isSecret || !found.isEmpty { response.isSecret = true }
    response.hold(found)
    return .response(response)
  }

  /// With its errors masked.
  func masked(by secrets: Secrets) -> Exchange.Outcome {
    switch self {
    case .response(var response):
      guard response.error != nil, !(secrets.isEmpty && response.secrets.isEmpty) else { return self }
      response.maskErrors(by: secrets)
      return .response(response)
    case .failure(let error): return secrets.isEmpty ? self : .failure(error.masked(by: secrets))
    case .authorizationFailed(let error):
      return secrets.isEmpty ? self : .authorizationFailed(error.masked(by: secrets))
    }
  }
}

extension Response {
  /// Adds secrets that are masked in it from now on.
  mutating func hold(_ more: Secrets) {
    guard !more.isEmpty else { return }
    secrets.formUnion(more)
  }

  /// The typed errors of a family hold the response itself; who shows one of them masks what it shows.
  fileprivate mutating func maskErrors(by own: Secrets) {
    var all = own
    all.formUnion(secrets)
    if let validationFailure { self.validationFailure = validationFailure.masked(by: all) }
    if let error = error as? ReadingError { self.error = error.masked(by: all) }
  }
}

extension ValidationFailure {
  /// The failure, masked. The expectation is the request's own text, the reason quotes the response.
  package func masked(by secrets: Secrets) -> ValidationFailure {
    var masked = ValidationFailure(expectation: secrets.masking(expectation), reason: secrets.maskingForeign(reason))
    masked.checked = checked.map { $0.mapped(secrets.maskingForeign) }
    return masked
  }
}

extension ReadingError {
  fileprivate func masked(by secrets: Secrets) -> ReadingError {
    let mask: (String) -> String = secrets.maskingForeign
    return switch self {
    case .notJSON(let reason): .notJSON(reason: mask(reason))
    case .tooDeep(let reason): .tooDeep(reason: mask(reason))
    case .wrongKind: self
    case .missingRoot(let path, let reason): .missingRoot(path: path, reason: mask(reason))
    case .notDecodable(let type, let reason): .notDecodable(type: type, reason: mask(reason))
    case .refused(let name, let reason): .refused(by: name, reason: mask(reason))
    case .unreadable(let reason): .unreadable(reason: mask(reason))
    }
  }
}

extension TransportError {
  fileprivate func masked(by secrets: Secrets) -> TransportError {
    TransportError(kind, secrets.masking(summary), detail: detail.map(secrets.masking))
  }
}

extension AuthorizationError {
  fileprivate func masked(by secrets: Secrets) -> AuthorizationError {
    AuthorizationError(
      kind, secrets.masking(summary), detail: detail.map(secrets.masking), cause: cause, advice: advice)
  }
}

extension RequestError {
  /// Of a request that has not been sent.
  func masked(by secrets: Secrets) -> RequestError {
    guard !secrets.isEmpty else { return self }
    return switch self {
    case .invalid(let error): .invalid(error.masked(by: secrets))
    case .authorization(let error): .authorization(error.masked(by: secrets))
    case .adapter(let reason): .adapter(reason: secrets.masking(reason))
    case .transport(let error): .transport(error.masked(by: secrets))
    case .cancelled, .waitedTooLong, .notOpen: self
    }
  }
}
