import HTTPTypes

/// Finds out what would be sent by preparing it, and why by asking who has said so.
struct Explaining {
  /// As its caller made it.
  let original: Request
  let prepared: PreparedRequest
  let parameters: RequestParameters
  let configuration: ClientConfiguration
  private let secrets: Secrets

  init(_ original: Request, in configuration: ClientConfiguration) throws(InvalidRequest) {
    self.original = original
    self.configuration = configuration
    prepared = try PreparedRequest(original, id: ExchangeID(), in: configuration)
    parameters = try RequestParameters(
      prepared.request, replaceComponents: configuration.replaceComponents, as: prepared.codec.coding)
    var secrets = prepared.request.secrets
    secrets.formUnion(prepared.request.authorization?.knownSecrets ?? Secrets())
    self.secrets = secrets
  }

  var explanation: Explanation {
    let parts = Explanation.Stage.allCases.map { stage in
      Explanation.Part(stage: stage, lines: lines(of: stage).map(masked))
    }
    return Explanation(parts: parts.filter { !$0.lines.isEmpty })
  }

  var request: Request { prepared.request }
  var route: Route? { request.route?.route }

  private func lines(of stage: Explanation.Stage) -> [Explanation.Line] {
    switch stage {
    case .route: routeLines
    case .url: urlLines
    case .headers: headerLines
    case .body: bodyLines
    case .cache: cacheLines
    case .duplicates: duplicateLines
    case .authorization: authorizationLines
    case .hooks: hookLines
    case .options: optionLines
    case .retry: retryLines
    case .reading: readingLines
    case .validation: validationLines
    }
  }

  private func masked(_ line: Explanation.Line) -> Explanation.Line {
    line.isHiddenByItself
      ? .init(name: line.name, value: Secrets.mask, origin: line.origin)
      : .init(name: line.name, value: secrets.masking(line.value, named: line.name), origin: line.origin)
  }
}

extension Explaining {
  /// Of what the request may say itself and otherwise takes from its route.
  func origin(isOwn: Bool, isRoute: Bool, otherwise: Explanation.Origin) -> Explanation.Origin {
    isOwn ? .request : isRoute ? .route : otherwise
  }

  private var routeLines: [Explanation.Line] {
    guard let route else { return [] }
    let own = route.properties.map { Explanation.Line(name: $0.key, value: $0.value.text, origin: .route) }
    return [.init(name: "key", value: route.key, origin: .request)] + own
  }

  private var hookLines: [Explanation.Line] {
    var lines: [Explanation.Line] = []
    if configuration.willSend != nil { lines.append(.init(name: "willSend", value: "may change it", origin: .client)) }
    if configuration.didSend != nil { lines.append(.init(name: "didSend", value: "is notified", origin: .client)) }
    return lines
  }

  private var retryLines: [Explanation.Line] {
    guard let retry = request.retry else { return [] }
    let origin = origin(isOwn: original.retry != nil, isRoute: true, otherwise: .standard)
    let value = (retry as? CountedRetry).map { "at most \($0.maximum) more times" } ?? "\(type(of: retry))"
    return [.init(name: "retry", value: value, origin: origin)]
  }

  private var readingLines: [Explanation.Line] {
    let isOwn = original.codec != nil || original.codecKey != nil
    let origin = origin(isOwn: isOwn, isRoute: route?.codec != nil, otherwise: .client)
    return [.init(name: "codec", value: prepared.codec.name, origin: origin)] + mappingLines
  }

  private var mappingLines: [Explanation.Line] {
    guard let mapping = request.mapping else { return [] }
    let origin = origin(isOwn: original.mapping != nil, isRoute: true, otherwise: .standard)
    let roots = [("request root", mapping.requestRoot), ("response root", mapping.responseRoot)]
    return roots.compactMap { name, root in root.map { .init(name: name, value: $0, origin: origin) } }
  }

  private var duplicateLines: [Explanation.Line] {
    let kind = prepared.kind
    let origin = origin(
      isOwn: original.duplicates != nil, isRoute: route?.duplicates != nil, otherwise: .client)
    guard let policy = request.duplicates ?? configuration.duplicates[kind] else { return [] }
    let decision = policy.decide(Duplicate(first: request, current: request, kind: kind))
    return [
      .init(name: "policy", value: "\(decision.word), if the same request is in flight", origin: origin)
    ]
  }

  private var validationLines: [Explanation.Line] {
    let origin = origin(isOwn: !original.validators.isEmpty, isRoute: true, otherwise: .standard)
    return request.validators.map { .init(name: "expect", value: $0.expectation, origin: origin) }
  }
}

extension DuplicateDecision {
  /// Its name, as request files have it; what a program decides by itself has none there.
  fileprivate var word: String {
    switch self {
    case .cancelFirst: "cancelFirst"
    case .keepFirst: "keepFirst"
    case .keepLatest: "keepLatest"
    case .keepAll: "keepAll"
    case .sendAll: "sendAll"
    case .cancelFirstAndTell, .tell, .tellBoth: "decided by the program"
    }
  }
}

extension Explanation.Line {
  /// Headers that are secret whoever set them.
  fileprivate var isHiddenByItself: Bool {
    origin != .authorization && ["authorization", "proxy-authorization", "cookie"].contains(name.lowercased())
  }
}

extension JSONValue {
  fileprivate var text: String { parameterText ?? description }
}
