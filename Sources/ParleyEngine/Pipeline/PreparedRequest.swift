import HTTPTypes

/// A request with nothing left to resolve: what will go out, exactly. A class, since every step hands it on.
final class PreparedRequest: Sendable {
  let request: Request
  let id: ExchangeID
  let url: String
  let headers: HTTPFields
  let content: BodyContent?
  let codec: any Codec
  /// The key of the server, as far as there is one.
  let server: String?
  private let cookies: (any CookieStorage)?

  init(_ original: Request, id: ExchangeID, in configuration: ClientConfiguration) throws(InvalidRequest) {
    // A whole URL needs no server: its key is only told on.
    let request = try original.following(configuration.routes)
    let isWhole = URLText.isAbsolute(request.endpoint)
    let server = isWhole ? nil : try configuration.servers.server(named: request.server)
    let parameters = try RequestParameters(request, replaceComponents: configuration.replaceComponents)
    let body = try (request.body ?? parameters.model.map(Body.json(encoding:)))?.encoded()
    self.request = request
    self.id = id
    content = body?.content
    cookies = configuration.cookies
    url = try ResolvedURL(parameters, on: server).text
    codec = request.codec ?? configuration.codec
    headers = HTTPFields.merging(request.headers, over: configuration.defaultHeaders, body: body, codec: codec)
    self.server = request.server ?? (server == nil ? nil : configuration.servers.defaultKey)
  }

  var isSecret: Bool { !request.secrets.isEmpty }

  var forTransport: TransportRequest {
    var wire = TransportRequest(
      method: request.method, url: url, headers: headers, options: request.options, isSecret: isSecret)
    wire.content = content
    wire.cookies = cookies
    return wire
  }

  var asSent: SentRequest {
    SentRequest(method: request.methodName, url: url, headers: headers, body: content?.bytes)
  }
}

extension Request {
  /// The method that will stand on the request line.
  var methodName: String {
    method?.rawValue ?? (body == nil ? "GET" : "POST")
  }
}

extension HTTPFields {
  /// The request's own headers win over the defaults, name by name; the body's and the codec's fill what is left.
  fileprivate static func merging(
    _ own: HTTPFields, over defaults: HTTPFields, body: Body.Encoded?, codec: any Codec
  ) -> HTTPFields {
    var result = HTTPFields()
    for field in defaults where !own.contains(field.name) { result.append(field) }
    for field in own { result.append(field) }
    for field in body?.headers ?? [:] where !own.contains(field.name) { result.append(field) }
    if let contentType = body?.contentType { result.setIfMissing(.contentType, contentType) }
    result.setIfMissing(.accept, codec.accept ?? "*/*")
    return result
  }

  private mutating func setIfMissing(_ name: HTTPField.Name, _ value: String) {
    if !contains(name) { append(HTTPField(name: name, value: value)) }
  }
}
