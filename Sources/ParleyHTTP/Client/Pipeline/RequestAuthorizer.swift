import HTTPTypes

/// The last steps before a request is sent: it is authorized, then the client's hook may change it.
struct RequestAuthorizer {
  private(set) var wire: TransportRequest
  /// The secrets that authorization added to the request.
  private(set) var secrets = Secrets()
  /// The token it was authorized with, when that can be renewed; nil otherwise.
  private(set) var token: String?

  private let prepared: PreparedRequest
  private let call: Call
  private let configuration: ClientConfiguration
  private let tools: ClientTools

  init(_ prepared: PreparedRequest, for call: Call, configuration: ClientConfiguration, tools: ClientTools) {
    self.prepared = prepared
    self.call = call
    self.configuration = configuration
    self.tools = tools
    wire = prepared.forTransport
  }

  static func changes(_ prepared: PreparedRequest, in configuration: ClientConfiguration) -> Bool {
    prepared.request.authorization != nil || configuration.willSend != nil
  }

  /// - Parameter refused: a token that a server has just answered 401.
  mutating func run(insteadOf refused: String?) async throws(RequestError) {
    if let authorization = prepared.request.authorization { try await authorize(by: authorization, refused) }
    if let willSend = configuration.willSend {
      do throws(HookFailure) {
        try await adapt(by: willSend)
      } catch {
        throw error.requestError { .adapter(reason: $0) }
      }
    }
  }

  private mutating func authorize(
    by authorization: Authorization, _ refused: String?
  ) async throws(RequestError) {
    switch authorization {
    case .off: break
    case .source: try await authorizeBySource()
    case .basic(let user, let password): try authorize(user: user, password: password)
    case .bearer(let token): try setAuthorization("Bearer \(token)", hiding: token)
    case .apiKey(let name, let value, let place): try addKey(name, value, in: place)
    case .oauth2(let oauth): try await authorize(by: oauth, insteadOf: refused)
    case .supplied(let supply): try await authorize(by: supply, insteadOf: refused)
    case .transport(let credentials, let hidden):
      wire.credentials = credentials
      // It is sent as it is signed, so that nothing on the way can read it otherwise.
      if case .awsSigV4 = credentials { wire.url = URLText.canonizingQuery(of: wire.url) }
      secrets.formUnion(hidden)
    case .custom(let adapter):
      do throws(HookFailure) {
        try await adapt(by: adapter)
      } catch {
        throw error.requestError { .authorization(.source($0)) }
      }
    }
  }
}

// The ways of authorization.
extension RequestAuthorizer {
  private mutating func authorizeBySource() async throws(RequestError) {
    guard let source = configuration.authorizationSource else { throw .authorization(.noSource) }
    let value: String?
    do throws(HookFailure) {
      value = try await asking(source)
    } catch {
      throw error.requestError { .authorization(.source($0)) }
    }
    guard let value else { return }
    try setAuthorization(value, hiding: value.split(separator: " ", maxSplits: 1).last.map(String.init) ?? value)
  }

  private mutating func authorize(user: String, password: String) throws(RequestError) {
    let credentials = "\(user):\(password)"
    let encoded = Base64.encode(Array(credentials.utf8))
    if !password.isEmpty {
      for value in [password, credentials] { secrets.put(value, in: .nowhere) }
      if !credentials.isLookedFor { secrets.put(encoded, in: .header("Authorization"), before: "Basic ") }
    }
    try setHeader("Authorization", "Basic \(encoded)")
  }

  private mutating func authorize(by oauth: OAuth2, insteadOf refused: String?) async throws(RequestError) {
    let server = prepared.serverAddress
    let source = TokenSource(
      oauth: oauth, key: oauth.storageKey(on: server ?? prepared.server), storage: configuration.tokens, now: tools.now,
      send: send, signIn: signIn(on: server))
    let provider = tools.tokens
    guard let answer = await call.unlessCancelled({ await provider.token(from: source, insteadOf: refused) }) else {
      throw .cancelled
    }
    switch answer {
    case .failure(let error): throw .authorization(error)
    case .success(let token):
      self.token = token.accessToken
      try setAuthorization(token.headerValue, hiding: token.accessToken)
    }
  }

  /// The way of all requests. It goes on for the others who wait when this call is cancelled.
  private var send: @Sendable (TokenRequest) async -> Result<Response, RequestError> {
    { [call, prepared] in
      await call.beside($0.request(beside: prepared.request, on: prepared.server)).result()
    }
  }

  private func signIn(on server: String?) -> SignIn {
    let (name, callID) = (prepared.request.displayName, prepared.request.callID)
    return SignIn(
      guide: configuration.signIn, server: server, clock: tools.clock, now: tools.now, send: send,
      warn: { [events = tools.events] in events.post(warning: $0, about: name, callID: callID) })
  }

  private mutating func authorize(by supply: TokenSupply, insteadOf refused: String?) async throws(RequestError) {
    let provider = tools.tokens
    guard let answer = await call.unlessCancelled({ await provider.token(from: supply, insteadOf: refused) }) else {
      throw .cancelled
    }
    switch answer {
    case .failure(let error): throw .authorization(error)
    case .success(let token):
      self.token = token
      let scheme = supply.scheme.map { "\($0) " } ?? ""
      secrets.put(token, in: .header(supply.header), before: scheme)
      try setHeader(supply.header, scheme + token)
    }
  }

  private mutating func addKey(_ name: String, _ value: String, in place: APIKeyPlace) throws(RequestError) {
    secrets.put(value, in: place.field(name))
    switch place {
    case .query: wire.url = URLText.appending([Query.Item(name, value)], to: wire.url)
    case .header: try setHeader(name, value)
    }
  }

  private mutating func setAuthorization(_ value: String, hiding secret: String) throws(RequestError) {
    secrets.put(secret, in: .header("Authorization"), before: String(value.dropLast(secret.count)))
    try setHeader("Authorization", value)
  }

  /// Sets a header, unless the request has it itself.
  private mutating func setHeader(_ name: String, _ value: String) throws(RequestError) {
    guard let field = try? HTTPField(checking: name, value) else { throw .authorization(.value(name)) }
    guard !wire.headers.contains(field.name) else { return }
    wire.headers.append(field)
    wire.confidentialHeaders.append(field.name)
  }
}

// Code from outside, which may take its time.
extension RequestAuthorizer {
  private mutating func adapt(by adapter: @escaping Adapter) async throws(HookFailure) {
    let (before, request) = (wire, prepared.request)
    wire = try await asking {
      var wire = before
      try await adapter(&wire, request)
      return wire
    }
  }

  private func asking<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws(HookFailure) -> Value {
    let result = await call.unlessCancelled { () async -> Result<Value, HookFailure> in
      do {
        return .success(try await work())
      } catch {
        return .failure(.threw((error as? any ExplainedError)?.description ?? String(describing: error)))
      }
    }
    guard let result else { throw .cancelled }
    return try result.get()
  }
}

private enum HookFailure: Error {
  case cancelled
  case threw(String)

  func requestError(_ make: (String) -> RequestError) -> RequestError {
    switch self {
    case .cancelled: .cancelled
    case .threw(let reason): make(reason)
    }
  }
}

extension TransportRequest {
  /// As it is on the wire at one of its hops.
  func going(to url: String) -> TransportRequest {
    guard url != self.url else { return self }
    var copy = self
    copy.url = url
    return copy
  }
}
