public import HTTPTypes

/// One endpoint of an API under a name: what all requests to it have in common.
///
/// A request's own values take precedence over those of its route.
///
/// ```swift
/// let routes: Routes = [
///   Route("login", endpoint: "/user/login", method: .post),
///   Route("hello", endpoint: PathTemplate("/api/hello/$0", defaults: ["$0": ""]), server: "greetings"),
/// ]
/// let client = Client(.init(servers: servers, routes: routes))
/// try await client.send(.route("hello").path(["$0": "gandalf"]))
/// ```
///
/// A route is a value: copy it, change the copy, and it is another one.
public struct Route: Sendable {
  /// Its name, by which requests ask for it and events speak of it.
  public var key: String
  /// The key of its server; nil is the client's default server.
  public var server: String?
  /// A path on the server, or a whole URL, with its replace components.
  public var endpoint: PathTemplate
  /// Nil is left to the request, and `GET` when that says nothing either.
  public var method: HTTPRequest.Method?
  /// A request's own headers of the same name go before them; they go before the client's.
  public var headers = HTTPFields()
  /// Nil is the codec's own way: JSON, unless the codec speaks something else.
  public var serialization: Serialization?
  /// How lists stand in the query a model becomes; nil is in brackets.
  public var queryStyle: QueryStyle?
  /// Whether bodies are sent packed by gzip.
  public var compressesBody = false
  /// Whether responses go into a temporary file each, which the response names; a request's own destination wins.
  public var downloads = false
  /// How its requests are authorized; nil is off.
  public var authorization: Authorization?
  /// How its responses are read; nil is the client's codec.
  public var codec: (any Codec)?
  /// Between model and document, both ways.
  public var mapping: Mapping?
  /// After this time a front end may hold its user until a request ends.
  public var hold: Duration?
  /// Asked when the request has no validators of its own.
  public var validators: [Validator] = []
  /// Whether its requests are sent again when they fail; nil sends them once.
  public var retry: (any RetryPolicy)?
  /// The cache policy of its requests.
  public var cache: CachePolicy?
  /// The policy for its requests while the same one is in flight; nil is the client's policy.
  public var duplicates: DeduplicationPolicy?
  /// Nil is the standard; a request whose options differ from the standard keeps its own.
  public var options: TransferOptions?
  /// Whatever else belongs to it, by names of your own.
  public var properties: JSONObject

  /// - Parameters:
  ///   - key: its name.
  ///   - endpoint: a path on the server, or a whole URL.
  ///   - method: nil is left to the request.
  ///   - server: a key; nil is the client's default server.
  ///   - properties: whatever else belongs to it.
  public init(
    _ key: String, endpoint: PathTemplate, method: HTTPRequest.Method? = nil, server: String? = nil,
    properties: JSONObject = JSONObject()
  ) {
    self.key = key
    self.method = method
    self.endpoint = endpoint
    self.server = server
    self.properties = properties
  }
}

extension Route {
  /// The properties every route has, as far as JSON can say them.
  public enum Property: String, Sendable, CaseIterable {
    /// As a file of routes names it.
    case key, server, endpoint, defaults, method, headers, serialization, queryStyle, gzip, download, cache, mapper,
      requestRoot, responseRoot, hold
  }

  /// Any property by its name, standard or your own; nil where it has no value.
  ///
  /// ```swift
  /// route["method"]            // "POST"
  /// route["extendedProperty"]  // "special"
  /// ```
  public subscript(name: String) -> JSONValue? {
    guard let property = Property(rawValue: name) else { return properties[name] }
    return self[property]
  }

  /// A copy with further properties, or other values of those there are.
  public func extended(with more: JSONObject) -> Route {
    var copy = self
    for (name, value) in more { copy.properties[name] = value }
    return copy
  }

  private subscript(property: Property) -> JSONValue? {
    switch property {
    case .key: .string(key)
    case .server: server.map(JSONValue.string)
    case .endpoint: .string(endpoint.text)
    case .defaults: endpoint.defaults.isEmpty ? nil : endpoint.defaults.parameter
    case .method: method.map { .string($0.rawValue) }
    case .headers: headers.isEmpty ? nil : headers.asJSON
    case .serialization: serialization.map { .string($0.rawValue) }
    case .queryStyle: queryStyle.map { .string($0.rawValue) }
    case .gzip: .bool(compressesBody)
    case .download: .bool(downloads)
    case .cache: cache.map(\.json)
    case .mapper: mapping?.mapperName.map(JSONValue.string)
    case .requestRoot: mapping?.requestRoot.map(JSONValue.string)
    case .responseRoot: mapping?.responseRoot.map(JSONValue.string)
    case .hold: hold.flatMap { JSONNumber($0 / .seconds(1)) }.map(JSONValue.number)
    }
  }
}

extension HTTPFields {
  /// By name; the values of a repeated one as a list.
  fileprivate var asJSON: JSONValue {
    var object = JSONObject()
    for name in Set(map(\.name)).sorted(by: { $0.rawName < $1.rawName }) {
      let values = self[values: name].map(JSONValue.string)
      object[name.rawName] = values.count == 1 ? values[0] : .array(values)
    }
    return .object(object)
  }
}
