public import HTTPTypes

/// The configuration of a client. Everything but the parts it works with can be changed later.
///
/// ```swift
/// var configuration = ClientConfiguration(servers: Servers("https://api.example.com"))
/// configuration.authorizationSource = { "Bearer \(await session.token)" }
/// configuration.duplicates = Duplicates(.cancelFirst)
/// let client = Client(configuration)
/// ```
public struct ClientConfiguration: Sendable {
  /// The servers that requests name by key.
  public var servers: Servers
  /// The routes that requests name by key.
  public var routes: Routes
  /// Sent with every request that does not set them itself.
  public var defaultHeaders: HTTPFields
  /// Replace components by endpoint, with what stands in their place when a request has no value for them:
  /// `["/api/hello/$0/$1": ["$0": "", "$1": ""]]`.
  public var replaceComponents: [String: [String: String]] = [:]
  /// Says the whole value of the `Authorization` header, for every request that asks for it (`Authorization.source`); nil
  /// sends none. May take its time.
  public var authorizationSource: AuthorizationSource? {
    didSet { authorizationSourceID = ExchangeID().rawValue }
  }
  /// Tells one source from another, for the cache.
  private(set) var authorizationSourceID = ""
  /// The storage of OAuth 2 tokens. In memory by default.
  public var tokens: any TokenStorage = InMemoryTokenStorage()
  /// Shows a person where to sign in, for grants that need one; nil where nobody is there.
  public var signIn: (any SignInGuide)?
  /// May change every request just before it is sent, after its authorization.
  public var willSend: Adapter?
  /// Told of every request the moment it is on the wire, once for every hop, on a thread of the transport's: it must not
  /// block.
  public var didSend: (@Sendable (TransportRequest, Request) -> Void)?
  /// The codecs that requests name by key.
  public var codecs: Codecs
  /// The policy for a request while the same one is in flight, for each kind of transfer;
  /// ``DeduplicationPolicy/standard`` by default.
  public var duplicates = Duplicates()
  /// Looks at the headers of every response, such as the version of the API; false makes it a failure. Nil accepts all.
  public var acceptsHeaders: (@Sendable (HTTPFields) -> Bool)?
  /// Called for every request that ends with 401, with its family's `APIError`, or an `APIError<JSONValue>` where it has no
  /// family. It must not block.
  public var onUnauthorized: (@Sendable (any FamilyError) -> Void)?

  /// Answers in place of servers; off unless turned on.
  public var mocks = Mocks()
  /// How all requests use cache and network; as they wish by default.
  public var cacheMode = CacheMode.automatic
  /// Whether responses are kept by requests that do not say (`CachePolicy.updatesCache`).
  public var updatesCache = false
  /// Whether headers speak to the cache (RFC 9111): `GET` and `HEAD` are answered from it while they are fresh by
  /// `Cache-Control` or `Expires`, and asked about by `ETag` and `Last-Modified` from then on. Wishes of requests go before.
  public var followsCacheHeaders = true
  /// The discriminator: the group of entries that requests read and write; nil is the shared one.
  public var cacheGroup: String?

  /// The storage of cookies; nil neither sends nor accepts any. In memory by default.
  public var cookies: (any CookieStorage)? = InMemoryCookieStorage()

  /// - Parameters:
  ///   - servers: those that requests name by key.
  ///   - routes: those that requests name by key.
  ///   - defaultHeaders: for every request that does not set them itself.
  ///   - codec: reads the responses of requests that choose none.
  public init(
    servers: Servers = Servers(), routes: Routes = Routes(), defaultHeaders: HTTPFields = [.userAgent: "Parley"],
    codec: any Codec = AutomaticCodec()
  ) {
    self.servers = servers
    self.routes = routes
    self.defaultHeaders = defaultHeaders
    codecs = Codecs(default: codec)
  }

  /// The needs of plain requests, found once for all of them. Nil in a configuration that does not send.
  var plain: PlainRequests?

  /// The needs of requests that say nothing themselves.
  final class PlainRequests: Sendable {
    /// The codec of requests that choose none; nil if there is no such codec.
    let codec: (any Codec)?
    /// All headers of a request that has none of its own, and no body.
    let headers: HTTPFields

    init(codec: (any Codec)?, headers: HTTPFields) {
      (self.codec, self.headers) = (codec, headers)
    }
  }

  /// Reads the responses of requests that choose no codec.
  public var codec: any Codec {
    get { codecs[codecs.defaultKey] ?? AutomaticCodec() }
    set { codecs.setDefault(newValue) }
  }
}
