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
  /// What people call it; events and history speak of it by this name.
  public var name: String?
  /// Says what the request leaves open; see `Route`.
  public var route: RouteReference?
  /// Nil (`Request.none`) leaves the method to the transport.
  public var method: HTTPRequest.Method?
  /// The key of the server; nil is the client's default server.
  public var server: String?
  /// A path on the server, or a whole URL, and then the server is ignored. Empty is the route's.
  public var endpoint: String
  /// Values for the places of the endpoint, by name: `:thingId` and replace components such as `$0` (see `PathTemplate`).
  public var pathValues: JSONObject
  /// Replace components of the endpoint with their defaults.
  public var pathDefaults: [String: String]
  /// Stands behind whatever query its endpoint has itself.
  public var query: Query
  /// How lists stand in the query a model becomes; nil is in brackets.
  public var queryStyle: QueryStyle?
  /// What is sent, as a value: it fills the path's places that have no value yet; of what is left, `GET`, `HEAD` and
  /// `DELETE` make their query, all other methods their body unless there is one.
  public var model: (any Encodable & Sendable)?
  /// Files and other parts that go along with the model's fields, which makes the body `multipart/form-data`.
  public var parts: [Part] = []
  /// How the model is sent; nil is the codec's own way.
  public var serialization: Serialization?
  /// In the order and casing they are sent with. They go before the client's default headers of the same name.
  public var headers: HTTPFields
  /// What it carries, with any method; nil is what its model makes, if anything.
  public var body: Body?
  /// How it shows who sends it; nil is off.
  public var authorization: Authorization?
  /// Whether the body goes out packed by gzip, with `Content-Encoding`; nil is the route's choice. Not what is packed already.
  public var compressesBody: Bool?
  /// How the answer is read; nil is the client's codec.
  public var codec: (any Codec)?
  /// How the answer is read, by the key of a codec that the client knows; nil is the client's codec.
  public var codecKey: String?
  /// The type the answer is read as when it arrives, so that an answer which is no such thing is a failure.
  public var wanted: (any (Decodable & Sendable).Type)?
  /// Between the model and the document, both ways.
  public var mapping: Mapping?
  /// Asked in order until one says invalid. With none every answer is valid, whatever its status.
  public var validators: [Validator]
  /// Looks at an answer that its validators accept, where that takes time: why it is not what was expected, or nil.
  public var examine: (@Sendable (Response) async -> Validator.Miss?)?
  /// Whether it is sent again when it fails; nil sends it once.
  public var retry: (any RetryControl)?
  /// What happens when the same request is in flight already; nil is the client's control.
  public var duplicates: DuplicateControl?
  /// What it wishes of the cache.
  public var cache: CachePolicy {
    get { cacheWishes?.value ?? CachePolicy() }
    set { cacheWishes = Frozen(newValue) }
  }
  /// Behind a reference, since most requests have none.
  private var cacheWishes: Frozen<CachePolicy>?
  /// After this time a front end may hold its user until the request ends; nil never holds.
  public var hold: Duration?
  /// How the transport goes about it.
  public var options: TransferOptions
  /// Where the answer's body goes.
  public var destination = Destination.automatic
  /// Values in this request that nobody may see: masked in every event and error, and sealed on disk.
  public var secrets: Secrets
  /// Whether its answer is a secret even when nothing in the request is: then all of the exchange is sealed on disk.
  public var hidesAnswer: Bool
  /// Takes values from an answer that its validators accept, before it is kept and before anybody sees it.
  public var capture: (@Sendable (Response) async -> Captured)?
  /// Sees what became of it first; see `completing(_:)`.
  public var completion: Completion?
  /// Given by the caller, returned with every event of this request.
  public var callID: String?
  /// The run of a group it belongs to, if it does; returned with every event as well.
  public var groupID: String?
  /// The name of the environment whose values it was made with, if its caller has such a thing; history keeps it.
  public var environment: String?
  /// What the API family it belongs to makes of its answer.
  var family: (any AnswerReading)?

  /// - Parameters:
  ///   - method: nil leaves it to the transport.
  ///   - endpoint: a path on the server, or a whole URL.
  ///   - server: a key; nil is the client's default server.
  public init(_ method: HTTPRequest.Method?, _ endpoint: String, server: String? = nil) {
    self.method = method
    self.endpoint = endpoint
    self.server = server
    pathValues = JSONObject()
    pathDefaults = [:]
    query = Query()
    headers = HTTPFields()
    validators = []
    options = TransferOptions()
    secrets = Secrets()
    hidesAnswer = false
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

  /// `HEAD`: the answer has no body.
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
