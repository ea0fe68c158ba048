public import HTTPTypes

/// A request as a value: making or changing one sends nothing.
///
/// Every change returns a new value, so a request can be kept, shared and varied:
///
/// ```swift
/// let list = Request.get("/items").query("page", "1")
/// let second = list.settingQuery("page", "2").header("Accept-Language", "en")
/// let response = try await client.send(second)
/// ```
public struct Request: Sendable {
  /// Behind one reference: a request is handed on far more often than it is changed. What a run of a group adds to each of
  /// its requests stands beside it, so that they need no copy.
  @CopyOnWrite private var fields: Fields

  /// The request's name, for people; events and history show it.
  public var name: String? {
    get { fields.name }
    set { fields.name = newValue }
  }

  /// Says what the request leaves open; see `Route`.
  package var route: RouteReference? {
    get { fields.route }
    set { fields.route = newValue }
  }

  /// Nil (`Request.none`) leaves the method to the transport.
  public var method: HTTPRequest.Method? {
    get { fields.method }
    set { fields.method = newValue }
  }

  /// The key of the server; nil is the client's default server.
  public var server: String? {
    get { fields.server }
    set { fields.server = newValue }
  }

  /// A path on the server, or a whole URL, and then the server is ignored. Empty is the route's.
  public var endpoint: String {
    get { fields.endpoint }
    set { fields.endpoint = newValue }
  }

  /// Values for the places of the endpoint, by name: `:thingId` and replace components such as `$0` (see `PathTemplate`).
  public var pathValues: JSONObject {
    get { fields.pathValues }
    set { fields.pathValues = newValue }
  }

  /// Replace components of the endpoint with their defaults.
  public var pathDefaults: [String: String] {
    get { fields.pathDefaults }
    set { fields.pathDefaults = newValue }
  }

  /// Stands behind whatever query its endpoint has itself.
  public var query: Query {
    get { fields.query }
    set { fields.query = newValue }
  }

  /// How lists stand in the query a model becomes; nil is in brackets.
  public var queryStyle: QueryStyle? {
    get { fields.queryStyle }
    set { fields.queryStyle = newValue }
  }

  /// The value to send: it fills the path's places that have no value yet; of the rest, `GET`, `HEAD` and `DELETE` make
  /// their query, all other methods their body unless there is one.
  public var model: (any Encodable & Sendable)? {
    get { fields.model }
    set { fields.model = newValue }
  }

  /// Files and other parts that go along with the model's fields, which makes the body `multipart/form-data`.
  package var parts: [Part] {
    get { fields.parts }
    set { fields.parts = newValue }
  }

  /// How the model is sent; nil is the codec's own way.
  public var serialization: Serialization? {
    get { fields.serialization }
    set { fields.serialization = newValue }
  }

  /// In the order and casing they are sent with. They go before the client's default headers of the same name.
  public var headers: HTTPFields {
    get { fields.headers }
    set { fields.headers = newValue }
  }

  /// Headers that do not go along although the client, the body, the codec or the transport would add them.
  public var omittedHeaders: Set<HTTPField.Name> {
    get { fields.omittedHeaders }
    set { fields.omittedHeaders = newValue }
  }

  /// The body, with any method; nil is the one its model makes, if any.
  public var body: Body? {
    get { fields.body }
    set { fields.body = newValue }
  }

  /// How it is authorized; nil is off.
  public var authorization: Authorization? {
    get { fields.authorization }
    set { fields.authorization = newValue }
  }

  /// Whether the body is sent packed by gzip, with `Content-Encoding`; nil is the route's choice. Not what is packed already.
  public var compressesBody: Bool? {
    get { fields.compressesBody }
    set { fields.compressesBody = newValue }
  }

  /// How the response is read; nil is the client's codec.
  public var codec: (any Codec)? {
    get { fields.codec }
    set { fields.codec = newValue }
  }

  /// How the response is read, by the key of a codec that the client knows; nil is the client's codec.
  public var codecKey: String? {
    get { fields.codecKey }
    set { fields.codecKey = newValue }
  }

  /// The type the response is read as when it arrives, so that a response which is no such thing is a failure.
  public var wanted: (any (Decodable & Sendable).Type)? {
    get { fields.wanted }
    set { fields.wanted = newValue }
  }

  /// Whether a status outside 2xx is an error, unless validators or an API family judge it.
  var needsSuccess: Bool {
    get { fields.needsSuccess }
    set { fields.needsSuccess = newValue }
  }

  /// Between the model and the document, both ways.
  public var mapping: Mapping? {
    get { fields.mapping }
    set { fields.mapping = newValue }
  }

  /// Asked in order until one says invalid. With none every response is valid, whatever its status.
  package var validators: [Validator] {
    get { fields.validators }
    set { fields.validators = newValue }
  }

  /// Looks at a response that its validators accept, where that takes time: why it is not what was expected, or nil.
  public var asyncValidator: (@Sendable (Response) async -> ValidationFailure?)? {
    get { fields.asyncValidator }
    set { fields.asyncValidator = newValue }
  }

  /// Whether it is sent again when it fails; nil sends it once.
  public var retry: (any RetryPolicy)? {
    get { fields.retry }
    set { fields.retry = newValue }
  }

  /// The policy for this request while the same one is in flight; nil is the client's policy.
  public var duplicates: DeduplicationPolicy? {
    get { fields.duplicates }
    set { fields.duplicates = newValue }
  }

  /// The request's cache policy.
  public var cache: CachePolicy {
    get { fields.cache }
    set { fields.cache = newValue }
  }

  /// After this time a front end may hold its user until the request ends; nil never holds.
  public var hold: Duration? {
    get { fields.hold }
    set { fields.hold = newValue }
  }

  /// How the transport goes about it.
  public var options: TransferOptions {
    get { fields.options }
    set { fields.options = newValue }
  }

  /// The destination of the response's body.
  public var destination: Destination {
    get { fields.destination }
    set { fields.destination = newValue }
  }

  /// Values in this request that nobody may see: masked in every event and error, and sealed on disk.
  public var secrets: Secrets {
    get { fields.secrets }
    set { fields.secrets = newValue }
  }

  /// Whether its response is a secret even when nothing in the request is: then all of the exchange is sealed on disk.
  package var hidesResponse: Bool {
    get { fields.hidesResponse }
    set { fields.hidesResponse = newValue }
  }

  /// Captures values of a response that its validators accept, before it is kept and before anybody sees it.
  package var capture: (@Sendable (Response) async -> Captured)? {
    get { fields.capture }
    set { fields.capture = newValue }
  }

  /// Sees what became of it first; see `completing(_:)`.
  package var completion: Completion? {
    get { fields.completion }
    set { fields.completion = newValue }
  }

  /// The channel of the WebSocket that it opens, if its URL is that of one.
  package var webSocket: WebSocketChannel? {
    get { fields.webSocket }
    set { fields.webSocket = newValue }
  }

  /// Given by the caller, returned with every event of this request.
  public var callID: String?

  /// The run of a group it belongs to, if it does; returned with every event as well.
  public var groupID: String?

  /// The name of the environment whose values it was made with, if its caller has such a thing; history keeps it.
  public var environment: String? {
    get { fields.environment }
    set { fields.environment = newValue }
  }

  /// The reading of its response by the API family it belongs to; nil when it belongs to none.
  var family: (any ResponseReading)? {
    get { fields.family }
    set { fields.family = newValue }
  }

  /// Whether it is this very request, handed on without a change, whoever calls it.
  func isSame(as other: Request) -> Bool { _fields.isSame(as: other._fields) }

  /// - Parameters:
  ///   - method: nil leaves it to the transport.
  ///   - endpoint: a path on the server, or a whole URL.
  ///   - server: a key; nil is the client's default server.
  public init(_ method: HTTPRequest.Method?, _ endpoint: String, server: String? = nil) {
    fields = Fields(method: method, server: server, endpoint: endpoint)
  }
}

extension Request {
  /// The storage of the properties of the same names.
  private struct Fields: Sendable {
    var name: String?
    var route: RouteReference?
    var method: HTTPRequest.Method?
    var server: String?
    var endpoint: String
    var pathValues = JSONObject()
    var pathDefaults: [String: String] = [:]
    var query = Query()
    var queryStyle: QueryStyle?
    var model: (any Encodable & Sendable)?
    var parts = [Part]()
    var serialization: Serialization?
    var headers = HTTPFields()
    var omittedHeaders = Set<HTTPField.Name>()
    var body: Body?
    var authorization: Authorization?
    var compressesBody: Bool?
    var codec: (any Codec)?
    var codecKey: String?
    var wanted: (any (Decodable & Sendable).Type)?
    var needsSuccess = false
    var mapping: Mapping?
    var validators = [Validator]()
    var asyncValidator: (@Sendable (Response) async -> ValidationFailure?)?
    var retry: (any RetryPolicy)?
    var duplicates: DeduplicationPolicy?
    var cache = CachePolicy()
    var hold: Duration?
    var options = TransferOptions()
    var destination = Destination.automatic
    var secrets = Secrets()
    var hidesResponse = false
    var capture: (@Sendable (Response) async -> Captured)?
    var completion: Completion?
    var webSocket: WebSocketChannel?
    var environment: String?
    var family: (any ResponseReading)?
  }
}

extension Request {
  /// `GET`
  public static func get(_ endpoint: String, server: String? = nil) -> Request {
    Request(.get, endpoint, server: server)
  }

  /// `POST`
  public static func post(_ endpoint: String, server: String? = nil) -> Request {
    Request(.post, endpoint, server: server)
  }

  /// `PUT`
  public static func put(_ endpoint: String, server: String? = nil) -> Request {
    Request(.put, endpoint, server: server)
  }

  /// `PATCH`
  public static func patch(_ endpoint: String, server: String? = nil) -> Request {
    Request(.patch, endpoint, server: server)
  }

  /// `DELETE`
  public static func delete(_ endpoint: String, server: String? = nil) -> Request {
    Request(.delete, endpoint, server: server)
  }

  /// `HEAD`: the response has no body.
  public static func head(_ endpoint: String, server: String? = nil) -> Request {
    Request(.head, endpoint, server: server)
  }

  /// `OPTIONS`
  public static func options(_ endpoint: String, server: String? = nil) -> Request {
    Request(.options, endpoint, server: server)
  }

  /// `TRACE`
  public static func trace(_ endpoint: String, server: String? = nil) -> Request {
    Request(.trace, endpoint, server: server)
  }

  /// `CONNECT`
  public static func connect(_ endpoint: String, server: String? = nil) -> Request {
    Request(.connect, endpoint, server: server)
  }

  /// A request to a route the client knows. What it does not say itself is as the route has it, and its method `GET` when
  /// neither says one. A name the client does not know fails the request with `InvalidRequest.unknownRoute`.
  public static func route(_ key: String) -> Request {
    var request = Request(nil, "")
    request.route = .named(key)
    return request
  }

  /// A request to a route, which the client need not know.
  public static func route(_ route: Route) -> Request {
    var request = Request(nil, "")
    request.route = .route(route)
    return request
  }

  /// Leaves the method to the transport: `GET`, or `POST` where there is a body.
  public static func none(_ endpoint: String, server: String? = nil) -> Request {
    Request(nil, endpoint, server: server)
  }

  /// A method of your own.
  /// - Throws: `InvalidRequest.method` when it is not a token (RFC 9110 §5.6.2).
  public static func custom(
    _ method: String, _ endpoint: String, server: String? = nil
  ) throws(InvalidRequest) -> Request {
    guard let method = HTTPRequest.Method(method) else { throw .method(method) }
    return Request(method, endpoint, server: server)
  }
}
