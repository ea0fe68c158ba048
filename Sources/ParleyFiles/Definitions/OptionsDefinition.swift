package import ParleyEngine
import ParleyModel
internal import ParleyText

/// How a request is sent. Each of them is inherited by itself: what is nearest to the request wins.
package struct OptionsDefinition: Sendable, Equatable {
  package enum HTTPVersion: String, Sendable, CaseIterable {
    /// The version that client and server agree on.
    case auto
    case http1_0 = "1.0"
    case http1_1 = "1.1"
    /// Agreed on over TLS; without it, the first request asks for an upgrade.
    case http2 = "2"
    /// Spoken at once, without asking.
    case http2AtOnce = "2-prior-knowledge"
  }

  /// From the first byte sent to the last one received.
  @Sparse package var timeout: Located<Duration>?
  /// Until a connection stands.
  @Sparse package var connectTimeout: Located<Duration>?
  /// How many redirects are followed; 0 follows none.
  @Sparse package var redirects: Located<Int>?
  /// `false` takes any certificate of the server.
  @Sparse package var verify: Located<Bool>?
  /// A file of certificates that are trusted in place of the system's.
  @Sparse package var ca: Located<String>?
  @Sparse package var certificate: CertificateDefinition?
  /// As in `http://proxy:3128` or `socks5://localhost:1080`; `none` goes straight to the server.
  @Sparse package var proxy: Located<String>?
  @Sparse package var httpVersion: Located<HTTPVersion>?
  /// The path of a socket that the server listens on.
  @Sparse package var unixSocket: Located<String>?
  /// Sends the body compressed.
  @Sparse package var gzip: Located<Bool>?
  /// Asks for compressed answers, and unpacks them.
  @Sparse package var decompress: Located<Bool>?
  /// The most bytes a response's body may have, decompressed.
  @Sparse package var maxBody: Located<Int>?
  /// The file that the response goes to.
  @Sparse package var download: Located<String>?
  /// Cookies are kept and sent.
  @Sparse package var cookies: Located<Bool>?
  /// A stream of events that ended is asked for again.
  @Sparse package var reconnect: Located<Bool>?

  package init() {}

  /// The value of `proxy` that means none.
  package static let noProxy = "none"
  /// The value of `download` that means a file that nobody keeps.
  package static let temporary = "temporary"
}

extension OptionsDefinition {
  /// Every option, in the order of the documentation: all that reads, writes, inherits, fills in, sends and exports options goes over
  /// this table. What the composer, the help and the schemas say of each is in `SettingKey`.
  package static let fields: [OptionField] = [
    .value(.timeout, \.timeout, .duration) { $0.timeout = $1 },
    .value(.connectTimeout, \.connectTimeout, .duration) { $0.connectTimeout = $1 }
      .fromCurl(CurlSpelling(nil, "connect-timeout", .value { $0.connectTimeout = .seconds($1) })),
    .value(.redirects, \.redirects, .integer(0...100)) { $0.redirects = $1 }.lost("a limit of redirects"),
    .value(.verify, \.verify, .boolean) { $0.verifiesCertificate = $1 }.lost("TLS without checks", where: false)
      .inCurl("insecure", "k", where: false) { !$0.verifiesCertificate },
    .path(.ca, \.ca, for: .reading) { $0.authorities = $1 }.lost("certificates").inCurl("cacert", \.authorities),
    .certificate.lost("certificates").toCurl { $1.certificate(of: $0) },
    .proxy.lost("a proxy").toCurl { $1.proxy(of: $0) },
    .value(.httpVersion, \.httpVersion, .choice) {
      ($0.httpVersion, $0.assumesHTTP2) = ($1.forEngine, $1 == .http2AtOnce)
    }
    .lost("a version of HTTP").fromCurl(CurlSpelling.httpVersions)
    .toCurl { options, _ in options.assumesHTTP2 ? "--http2-prior-knowledge" : options.httpVersion?.curlOption },
    .path(.unixSocket, \.unixSocket, for: .connecting) { $0.unixSocket = $1 }.lost("a Unix socket")
      .inCurl("unix-socket", \.unixSocket),
    .value(.gzip, \.gzip, .boolean) { _, _ in }.lost("a compressed body", where: true),
    .value(.decompress, \.decompress, .boolean) { $0.decompresses = $1 },
    .value(.maxBody, \.maxBody, .size) { $0.maxBody = $1 }
      .fromCurl(CurlSpelling(nil, "max-filesize", .value { $0.maxBody = .size($1) }))
      .toCurl { options, _ in options.maxBody.map { "--max-filesize \($0)" } },
    .value(.cookies, \.cookies, .boolean) { $0.usesCookies = $1 },
    .value(.reconnect, \.reconnect, .boolean) { $0.reconnects = $1 }.lost("a stream that reconnects", where: true),
    .path(.download, \.download, for: .writing, except: temporary) { _, _ in }.lost("a download")
      .fromCurl(CurlSpelling("o", "output", .path(except: CurlSpelling.noFiles) { $0.download = $1 })),
  ]

  package static let form = form(of: fields)
  static let reader = form.reader("a map of options")

  /// The options that many requests can share. The others belong to one: responses cannot all go to the same file.
  static let sharedForm = form(of: fields.filter { !$0.isOfOneRequest })
  static let sharedReader = sharedForm.reader("a map of options")

  private static func form(of fields: [OptionField]) -> Form<OptionsDefinition> {
    Form("options", isFlow: true, make: { OptionsDefinition() }, keys: fields.map(\.key))
  }

  /// Every text in them that may hold templates.
  var texts: [Located<String>] { Self.filledFields.flatMap { $0.texts(in: self) } }

  var paths: [PathText] { Self.filledFields.flatMap { $0.paths(in: self) } }

  // Every request of a workspace is asked more than once, and most options have neither.
  private static let filledFields = fields.filter { !$0.isPlain }
}

extension OptionsDefinition.HTTPVersion {
  fileprivate var forEngine: HTTPVersion? {
    switch self {
    case .auto: nil
    case .http1_0: .http1_0
    case .http1_1: .http1_1
    case .http2, .http2AtOnce: .http2
    }
  }
}
