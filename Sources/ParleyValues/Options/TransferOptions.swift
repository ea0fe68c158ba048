/// How the transport goes about one request.
///
/// | option | default |
/// |---|---|
/// | ``timeout`` | 30 s |
/// | ``limitsEventStreams`` | no |
/// | ``limitsWholeTransfers`` | no |
/// | ``connectTimeout`` | 10 s |
/// | ``redirects`` | 10 |
/// | ``recordsWire`` | no |
/// | ``progressInterval`` | 100 ms |
/// | ``usesCookies`` | yes, where the client keeps any |
/// | ``verifiesCertificate`` | yes |
/// | ``authorities`` | the system's |
/// | ``trustedServers`` | none |
/// | ``clientCertificate`` | none |
/// | ``proxy`` | none, whatever the process environment says |
/// | ``environmentProxies`` | none |
/// | ``httpVersion`` | the best that both sides speak: HTTP/2 over TLS, else HTTP/1.1 |
/// | ``assumesHTTP2`` | no |
/// | ``reconnects`` | no |
/// | ``unixSocket`` | none |
/// | ``acceptEncoding`` | all that can be decompressed: gzip, deflate, br, zstd |
/// | ``decompresses`` | yes |
/// | ``maxBody`` | 2 GB; none for a body that goes to a file of its own |
///
/// A connection that is kept alive serves only requests that agree in everything that made it.
///
/// ```swift
/// var options = TransferOptions(timeout: .seconds(5), redirects: 0)
/// options.proxy = try Proxy("http://proxy.example.com:3128")
/// let response = try await client.send(.get("/items").options(options))
/// ```
public struct TransferOptions: Sendable, Hashable {
  /// The longest the whole transfer may take; nil is no limit. Paused time does not count.
  ///
  /// A download to a file, and a request whose body is read from a file or another stream, take as long as they take: there it is
  /// the longest time without a byte, in either direction, unless ``limitsWholeTransfers`` is set.
  public var timeout: Duration?
  /// The longest until a connection stands.
  public var connectTimeout: Duration?
  /// Whether ``timeout`` ends a stream of server-sent events as well. Such a stream has no end of its own: without this the
  /// time counts only until its head is here.
  public var limitsEventStreams = false
  /// Whether ``timeout`` counts for the whole of a download, or of an upload from a file, as for every other transfer.
  public var limitsWholeTransfers = false
  /// How many redirects are followed; 0 delivers the redirect itself.
  public var redirects: Int
  /// Whether the bytes as sent and received are kept with the response.
  public var recordsWire: Bool
  /// Whether the heads as sent and received are kept in any case, and the beginnings of bodies where the request fails.
  package var recordsHeads = false
  /// How often progress is told while a transfer runs. Nil is every 100 ms; a body that moves in one piece is told by its end then,
  /// unless somebody listens to the call. A transport without a client tells nothing.
  public var progressInterval: Duration?
  /// Whether the client's cookies go along and new ones are taken. A `Cookie` header of the request's own stands alone.
  public var usesCookies = true
  /// The rarely used options; nil while all of them have their defaults, so that copying and comparing stay cheap.
  package private(set) var special: SpecialOptions.Shared?

  /// The defaults stand in the table above.
  public init(
    timeout: Duration? = .seconds(30), connectTimeout: Duration? = .seconds(10), redirects: Int = 10,
    recordsWire: Bool = false, progressInterval: Duration? = nil
  ) {
    self.timeout = timeout
    self.connectTimeout = connectTimeout
    self.redirects = redirects
    self.recordsWire = recordsWire
    self.progressInterval = progressInterval
  }
}

extension TransferOptions {
  /// Whether a certificate that nobody trusted vouches for, or that is for another name, ends the request. Without it
  /// anybody on the way can read along and answer.
  public var verifiesCertificate: Bool {
    get { value.verifiesCertificate }
    set { change { $0.verifiesCertificate = newValue } }
  }

  /// A PEM file of certificate authorities that are trusted in place of the system's.
  public var authorities: String? {
    get { value.authorities }
    set { change { $0.authorities = newValue } }
  }

  /// Servers that are trusted by their key or by authorities of their own; nil for none.
  public var trustedServers: TrustedServers? {
    get { value.trustedServers }
    set { change { $0.trustedServers = newValue } }
  }

  /// The certificate that the client presents when the server asks for one.
  public var clientCertificate: ClientCertificate? {
    get { value.clientCertificate }
    set { change { $0.clientCertificate = newValue } }
  }

  /// The server that requests go through; nil is none, unless ``environmentProxies`` names one.
  public var proxy: Proxy? {
    get { value.proxy }
    set { change { $0.proxy = newValue } }
  }

  /// The proxies that an environment names, each for its own kind of URL; ``proxy`` goes before them. Looked up again for each hop.
  public var environmentProxies: EnvironmentProxies? {
    get { value.environmentProxies }
    set { change { $0.environmentProxies = newValue } }
  }

  /// `http2` over TLS is agreed on by ALPN, HTTP/1.1 being the way out. Without TLS the first request asks for an upgrade (RFC 7540
  /// §3.2), which a server may ignore, unless ``assumesHTTP2`` is set.
  public var httpVersion: HTTPVersion? {
    get { value.httpVersion }
    set { change { $0.httpVersion = newValue } }
  }

  /// Whether HTTP/2 is spoken at once, to servers that are known to speak it; others cannot answer (RFC 9113 §3.3).
  public var assumesHTTP2: Bool {
    get { value.assumesHTTP2 }
    set { change { $0.assumesHTTP2 = newValue } }
  }

  /// Whether a stream of server-sent events that ended is asked for again, with the `Last-Event-ID` of its last event, after the time
  /// that the stream says, or three seconds. It ends with 204, or when it is stopped.
  public var reconnects: Bool {
    get { value.reconnects }
    set { change { $0.reconnects = newValue } }
  }

  /// The path of a socket that is connected to in place of the URL's host and port.
  public var unixSocket: String? {
    get { value.unixSocket }
    set { change { $0.unixSocket = newValue } }
  }

  /// The value of `Accept-Encoding`. A header of the request's own wins.
  public var acceptEncoding: String? {
    get { value.acceptEncoding }
    set { change { $0.acceptEncoding = newValue } }
  }

  /// Whether a compressed body is decompressed; without it the bytes are delivered as they come, and no compression is
  /// asked for unless `acceptEncoding` does.
  public var decompresses: Bool {
    get { value.decompresses }
    set { change { $0.decompresses = newValue } }
  }

  /// The most bytes a body may have once it is decompressed: beyond them the transfer ends with an error of kind `tooLarge`, and what
  /// has arrived is kept. Nil is ``standardMaxBody``, and no limit for a body that goes to a ``Destination`` of its own.
  public var maxBody: Int? {
    get { value.maxBody }
    set { change { $0.maxBody = newValue } }
  }

  /// Whether a request with a body does not follow a redirect to another origin, because credentials are in it, or nothing is believed
  /// that comes from elsewhere. The redirect is the response then.
  package var keepsBodyAtOrigin: Bool {
    get { value.keepsBodyAtOrigin }
    set { change { $0.keepsBodyAtOrigin = newValue } }
  }

  /// The default of ``maxBody``: 2 GB, in bytes.
  public static let standardMaxBody = 2_000_000_000

  private var value: SpecialOptions { (special ?? .standard).value }

  private mutating func change(_ body: (inout SpecialOptions) -> Void) {
    var copy = value
    body(&copy)
    special = copy == .standard ? nil : SpecialOptions.Shared(copy)
  }
}
