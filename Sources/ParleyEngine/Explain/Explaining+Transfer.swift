// What the transport is told, and what happens before.

extension Explaining {
  var authorizationLines: [Explanation.Line] {
    guard let authorization = request.authorization else { return [] }
    let origin = origin(isOwn: original.authorization != nil, isRoute: true, otherwise: .standard)
    let kind = Explanation.Line(name: "kind", value: authorization.kind, origin: origin)
    guard let (place, value) = authorization.shown(in: configuration) else { return [kind] }
    return [kind, .init(name: place, value: value, origin: .authorization)]
  }

  var optionLines: [Explanation.Line] {
    let (options, standard) = (request.options, TransferOptions())
    let origin: Explanation.Origin = original.options == request.options ? .request : .route
    return TransferOptions.parts.compactMap { part in
      guard let value = part.text(options) else { return nil }
      return .init(name: part.name, value: value, origin: part.text(standard) == value ? .standard : origin)
    }
  }
}

extension Authorization {
  /// The credentials' place in the request and as much of their value as is known before sending.
  fileprivate func shown(in configuration: ClientConfiguration) -> (place: String, value: String)? {
    switch self {
    case .off: nil
    case .source:
      ("Authorization", configuration.authorizationSource == nil ? "the client has no source" : "asked when sent")
    case .basic: ("Authorization", "Basic \(Secrets.mask)")
    case .bearer: ("Authorization", "Bearer \(Secrets.mask)")
    case .apiKey(let name, _, .header): (name, Secrets.mask)
    case .apiKey(let name, _, .query): ("?\(name)", Secrets.mask)
    case .oauth2(let oauth): ("Authorization", "a token from \(oauth.tokenURL), kept or asked for when sent")
    case .supplied(let supply): (supply.header, "a token from \(supply.name), kept or asked for when sent")
    case .transport: ("Authorization", "answered by the transport")
    case .custom: ("request", "changed when sent")
    }
  }

  /// The secrets that are known before anything is asked for.
  package var knownSecrets: Secrets {
    switch self {
    case .basic(_, let password): Secrets(password, in: .nowhere)
    case .bearer(let token): Secrets(token, in: .header("Authorization"), before: "Bearer ")
    case .apiKey(let name, let value, let place): Secrets(value, in: place.field(name))
    case .oauth2(let oauth): oauth.knownSecrets
    case .transport(_, let secrets): secrets
    case .off, .source, .supplied, .custom: Secrets()
    }
  }
}
