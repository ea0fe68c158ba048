import HTTPTypes

/// A request with nothing left to resolve: exactly what will be sent. A class, since every step hands it on.
package final class PreparedRequest: Sendable {
  /// With what its route says.
  package let request: Request
  let id: ExchangeID
  package let forTransport: TransportRequest
  package let codec: any Codec
  /// The key of the server, as far as there is one.
  package let server: String?
  /// The base address of the server; nil for a whole URL.
  let serverAddress: String?
  /// With its places filled.
  let endpoint: String
  /// The token it was authorized with, when that can be renewed; nil otherwise.
  let token: String?
  /// Whether its response is to be read as a model, or belongs to a family.
  let wantsModel: Bool

  package init(
    _ original: Request, id: ExchangeID, in configuration: borrowing ClientConfiguration
  ) throws(InvalidRequest) {
    var request = try original.following(configuration.routes)
    // A whole URL needs no server: its key is only told on.
    let server = URLText.isAbsolute(request.endpoint) ? nil : try configuration.servers.server(named: request.server)
    let codec = try configuration.codec(of: request)
    let parameters = try RequestParameters(
      request, replaceComponents: configuration.replaceComponents, as: codec.coding)
    let body = try request.body(by: codec, with: parameters, on: server)?.encoded(as: codec.coding)
      .finished(compressing: request.compressesBody ?? false, beside: request.headers)
    self.id = id
    self.codec = codec
    let named = request.server
    self.server = named == nil && server != nil ? configuration.servers.defaultKey : named
    serverAddress = server?.address
    endpoint = parameters.endpoint
    token = nil
    let url = try ResolvedURL(parameters, on: server).text
    var wire = TransportRequest(
      method: request.method, url: URLText.httpForm(of: url),
      headers: .merging(request, over: configuration, body: body, codec: codec),
      options: request.options, isSecret: request.isSecret)
    wire.omittedHeaders = request.omittedHeaders
    wire.content = body?.content
    wire.cookies = configuration.cookies
    wire.destination = request.destination
    wire.tellsLongTransfers = true
    // A run shows of a request what went over the wire.
    wire.recordsHeads = request.groupID != nil || request.options.recordsHeads
    if wire.url != url { try wire.opensWebSocket(request.webSocket, at: url) }
    // Without a secret the request stays the one that was given: changing it would copy it.
    if !request.secrets.isEmpty {
      let sent = SentRequest(method: "", url: url, headers: wire.headers, body: wire.body)
      request.secrets = request.secrets.placed(in: sent)
      request.secrets.formUnion(request.secrets.forms(inHostOf: url))
    }
    if let login = CookieLogin(request, wire), let cookies = wire.cookies as? LearningCookies {
      wire.cookies = cookies.set(by: login, at: wire.url)
    }
    self.request = request
    forTransport = wire
    wantsModel = request.wanted != nil || request.mapping != nil || request.family != nil
  }

  /// The codec and headers that requests have which say nothing themselves.
  static func plain(in configuration: ClientConfiguration) -> ClientConfiguration.PlainRequests {
    .init(
      codec: configuration.codecs[configuration.codecs.defaultKey],
      headers: .merging(HTTPFields(), over: configuration, body: nil, codec: AutomaticCodec()))
  }

  /// The same request with something else in it; its server and codec stay.
  private init(
    _ prepared: PreparedRequest, request: Request, id: ExchangeID, token: String?, forTransport: TransportRequest
  ) {
    self.request = request
    self.id = id
    self.forTransport = forTransport
    self.token = token
    codec = prepared.codec
    server = prepared.server
    serverAddress = prepared.serverAddress
    endpoint = prepared.endpoint
    wantsModel = prepared.wantsModel
  }

  /// The same request once more, for another call.
  convenience init(_ prepared: PreparedRequest, for call: Call) {
    self.init(
      prepared, request: call.request, id: call.id, token: prepared.token, forTransport: prepared.forTransport)
  }

  /// Whether another call with this very request would be prepared in the same way, and may be kept in mind for that: it needs no route,
  /// has no model, which may be another one meanwhile, and there is neither a body nor a secret in it.
  var isRepeatable: Bool {
    forTransport.content == nil && forTransport.webSocket == nil && request.route == nil && request.model == nil
      && request.authorization == nil && request.secrets.isEmpty
  }

  /// The request as it is sent, after its authorization and the client's hook changed it.
  convenience init(_ prepared: PreparedRequest, departingAs departure: RequestAuthorizer) {
    var (request, wire) = (prepared.request, departure.wire)
    request.secrets.formUnion(departure.secrets)
    wire.isSecret = request.isSecret
    self.init(prepared, request: request, id: prepared.id, token: departure.token, forTransport: wire)
  }

  /// The request with conditions besides what it has.
  private convenience init(_ prepared: PreparedRequest, adding conditions: HTTPFields) {
    var wire = prepared.forTransport
    for condition in conditions { wire.headers.append(condition) }
    self.init(prepared, request: prepared.request, id: prepared.id, token: prepared.token, forTransport: wire)
  }

  /// Asks the server whether what the cache has still holds, where that is to be found out; itself otherwise.
  func asking(_ recall: CacheMiddleware.Recall?) -> PreparedRequest {
    guard let recall, recall.decision.action == .revalidate, let entry = recall.entry else { return self }
    return PreparedRequest(self, adding: entry.conditions)
  }

  var isSecret: Bool { forTransport.isSecret }

  package var url: String {
    forTransport.webSocket == nil ? forTransport.url : URLText.webSocketForm(of: forTransport.url)
  }

  /// The kind of transfer, by its files.
  package var kind: TransferKind {
    if case .stream? = forTransport.content { return .upload }
    return forTransport.destination == .automatic ? .data : .download
  }

  /// With all of its progress told, when somebody listens to the call.
  func forTransport(telling call: Call) -> TransportRequest {
    guard call.wantsProgress, forTransport.options.progressInterval == nil else { return forTransport }
    var wire = forTransport
    wire.options.progressInterval = ProgressMeter.standardInterval
    return wire
  }

  /// The method that will stand on the request line.
  package var methodName: String {
    forTransport.method?.rawValue ?? (forTransport.content == nil ? "GET" : "POST")
  }

  package var asSent: SentRequest {
    SentRequest(method: methodName, url: url, headers: forTransport.headers, body: forTransport.body)
  }
}

extension TransportRequest {
  /// A WebSocket is opened by `GET` without a body (RFC 6455 §4.1).
  fileprivate mutating func opensWebSocket(_ channel: WebSocketChannel?, at url: String) throws(InvalidRequest) {
    if let method, method != .get { throw .url(url, reason: "a WebSocket is opened with GET, not with \(method)") }
    guard content == nil else { throw .url(url, reason: "a request that opens a WebSocket has no body") }
    guard destination == .automatic else { throw .url(url, reason: "a WebSocket cannot be saved as a download") }
    method = .get
    webSocket = channel ?? WebSocketChannel(keepsMessages: false)
  }
}

extension Request {
  /// The body of the request's own, or else the one its model makes.
  fileprivate func body(
    by codec: any Codec, with parameters: RequestParameters, on server: Server?
  ) throws(InvalidRequest) -> Body? {
    if let body {
      guard parts.isEmpty else { throw .model("parts go with a model, not with a body of the request's own") }
      return body
    }
    guard parts.isEmpty else { return try multipart(with: parameters.model, by: codec) }
    guard let model = parameters.model else { return nil }
    var call = CodecContext(
      server: server?.address, endpoint: parameters.endpoint, route: route?.route, method: method,
      contentType: headers[.contentType], model: model)
    call.coding = codec.coding
    return try self.body(of: try mapped(model, in: call), by: codec, for: call)
  }

  private func mapped(
    _ model: any Encodable & Sendable, in context: CodecContext
  ) throws(InvalidRequest) -> any Encodable & Sendable {
    guard let mapping else { return model }
    do {
      return try mapping.encode(model, in: context)
    } catch {
      throw .model("its mapping refused it: \((error as? any ExplainedError)?.summary ?? "\(error)")")
    }
  }
}

extension HTTPFields {
  /// The request's own headers override the defaults, name by name; the body's and the codec's fill what is left.
  fileprivate static func merging(
    _ request: Request, over configuration: ClientConfiguration, body: Body.Encoded?, codec: any Codec
  ) -> HTTPFields {
    let (own, omitted) = (request.headers, request.omittedHeaders)
    var result = merging(own, over: configuration, body: body, codec: codec)
    for name in omitted where !own.contains(name) { result[fields: name] = [] }
    return result
  }

  fileprivate static func merging(
    _ own: HTTPFields, over configuration: ClientConfiguration, body: Body.Encoded?, codec: any Codec
  ) -> HTTPFields {
    if own.isEmpty, body == nil, codec.accept == nil, let plain = configuration.plain { return plain.headers }
    let defaults = configuration.defaultHeaders
    var result = own.isEmpty ? defaults : HTTPFields()
    if !own.isEmpty {
      for field in defaults where !own.contains(field.name) { result.append(field) }
      for field in own { result.append(field) }
    }
    if let body {
      for field in body.headers where !own.contains(field.name) { result.append(field) }
      if let contentType = body.contentType { result.setIfMissing(.contentType, contentType) }
    }
    result.setIfMissing(.accept, codec.accept ?? "*/*")
    return result
  }

  private mutating func setIfMissing(_ name: HTTPField.Name, _ value: String) {
    if !contains(name) { append(HTTPField(name: name, value: value)) }
  }
}

extension Request {
  /// Whether a secret is in it, or will be in its response.
  fileprivate var isSecret: Bool { hidesResponse || !secrets.isEmpty }
}
