internal import ParleyEngine
internal import ParleyText

/// How a request is sent. Each of them is inherited by itself: what is nearest to the request wins.
package struct OptionsDefinition: Sendable, Equatable {
  package enum HTTPVersion: String, Sendable, CaseIterable {
    /// What client and server agree on.
    case auto
    case http1_0 = "1.0"
    case http1_1 = "1.1"
    case http2 = "2"
  }

  /// From the first byte sent to the last one received.
  package var timeout: Located<Duration>?
  /// Until a connection stands.
  package var connectTimeout: Located<Duration>?
  /// How many redirects are followed; 0 follows none.
  package var redirects: Located<Int>?
  /// `false` takes any certificate of the server.
  package var verify: Located<Bool>?
  /// A file of certificates that are trusted in place of the system's.
  package var ca: Located<String>?
  package var certificate: CertificateDefinition?
  /// As in `http://proxy:3128` or `socks5://localhost:1080`; `none` goes straight to the server.
  package var proxy: Located<String>?
  package var httpVersion: Located<HTTPVersion>?
  /// The path of a socket that the server listens on.
  package var unixSocket: Located<String>?
  /// Sends the body compressed.
  package var gzip: Located<Bool>?
  /// Asks for compressed answers, and unpacks them.
  package var decompress: Located<Bool>?
  /// The most bytes a response's body may have, decompressed.
  package var maxBody: Located<Int>?
  /// The file that the response goes to.
  package var download: Located<String>?
  /// Cookies are kept and sent.
  package var cookies: Located<Bool>?

  package init(
    timeout: Located<Duration>? = nil, connectTimeout: Located<Duration>? = nil, redirects: Located<Int>? = nil,
    verify: Located<Bool>? = nil, ca: Located<String>? = nil, certificate: CertificateDefinition? = nil,
    proxy: Located<String>? = nil, httpVersion: Located<HTTPVersion>? = nil, unixSocket: Located<String>? = nil,
    gzip: Located<Bool>? = nil, decompress: Located<Bool>? = nil, maxBody: Located<Int>? = nil,
    download: Located<String>? = nil, cookies: Located<Bool>? = nil
  ) {
    self.timeout = timeout
    self.connectTimeout = connectTimeout
    self.redirects = redirects
    self.verify = verify
    self.ca = ca
    self.certificate = certificate
    self.proxy = proxy
    self.httpVersion = httpVersion
    self.unixSocket = unixSocket
    self.gzip = gzip
    self.decompress = decompress
    self.maxBody = maxBody
    self.download = download
    self.cookies = cookies
  }
}

extension OptionsDefinition {
  /// In place of a proxy: straight to the server.
  package static let noProxy = "none"
  /// In place of a file for the response: one that is made for it.
  package static let temporary = "temporary"

  /// Every text in it that may hold templates.
  var texts: [Located<String>] {
    [ca, proxy, unixSocket, download].compactMap(\.self) + (certificate?.texts ?? [])
  }

  static let form = Form("options", isFlow: true, make: { OptionsDefinition() }, keys: sharedKeys + [downloadKey])
  static let reader = form.reader("a map of options")

  /// What may be said for many requests at once: their answers cannot all go to one file.
  static let sharedForm = Form("options", isFlow: true, make: { OptionsDefinition() }, keys: sharedKeys)
  static let sharedReader = sharedForm.reader("a map of options")

  private static let downloadKey = Form<OptionsDefinition>.Key(
    "download", \.download, .filePath, OptionsSummary.download)

  private static let sharedKeys: [Form<OptionsDefinition>.Key] = [
    .init("timeout", \.timeout, .duration, OptionsSummary.timeout, default: OptionsSummary.timeoutDefault),
    .init(
      "connectTimeout", \.connectTimeout, .duration, OptionsSummary.connectTimeout,
      default: OptionsSummary.connectTimeoutDefault),
    .init(
      "redirects", \.redirects, .integer(0...100), OptionsSummary.redirects, default: OptionsSummary.redirectsDefault),
    .init("verify", \.verify, .boolean, OptionsSummary.verify, default: "true"),
    .init("ca", \.ca, .filePath, OptionsSummary.ca, default: .words("the system's")),
    .init("certificate", \.certificate, CertificateDefinition.reader, OptionsSummary.certificate),
    .init("proxy", \.proxy, .filled("a URL such as http://proxy:3128, or none"), OptionsSummary.proxy),
    .init("httpVersion", \.httpVersion, .choice, OptionsSummary.httpVersion, default: .words("negotiated")),
    .init("unixSocket", \.unixSocket, .filePath, OptionsSummary.unixSocket),
    .init("gzip", \.gzip, .boolean, OptionsSummary.gzip, default: "false"),
    .init("decompress", \.decompress, .boolean, OptionsSummary.decompress, default: "true"),
    .init("maxBody", \.maxBody, .size, OptionsSummary.maxBody, default: OptionsSummary.maxBodyDefault),
    .init("cookies", \.cookies, .boolean, OptionsSummary.cookies, default: "true"),
  ]
}

/// What options are for, with what the engine does where nobody says anything.
enum OptionsSummary {
  private static let standard = TransferOptions()

  static let timeout =
    "Time limit for the whole exchange. A `text/event-stream` is ended only by the request's own limit, and in groups. For downloads "
    + "and uploads of files, a limit that is not the request's own counts from byte to byte."
  static let connectTimeout =
    "Time limit for connecting."
  static let redirects = "Maximum number of redirects to follow; 0 follows none."
  static let verify = "`false` accepts any server certificate. Use it only for testing."
  static let ca = "A PEM file of trusted certificates, instead of the system's."
  static let certificate = "A TLS client certificate."
  static let proxy =
    "The proxy (`http`, `https`, `socks5`, `socks5h`); `none` connects directly."
  static let httpVersion = "The HTTP version."
  static let unixSocket = "The Unix socket the server listens on. Needs trust."
  static let gzip = "`true` compresses the request body, with `Content-Encoding: gzip`."
  static let decompress = "`false` requests no compression, and keeps a compressed body as received."
  static let maxBody =
    "Maximum size of a response body after decompression. Beyond it the request fails, and what arrived is kept."
  static let download = "The file to save the response to, relative to the workspace; `temporary` creates one."
  static let cookies = "`false` neither stores nor sends cookies."

  static let timeoutDefault = limit(standard.timeout)
  static let connectTimeoutDefault = limit(standard.connectTimeout)
  static let redirectsDefault = DefaultValue.value("\(standard.redirects)")
  static let maxBodyDefault = DefaultValue.words(
    "`\(SizeText.text(of: TransferOptions.standardMaxBody))`; none for a `download`")

  private static func limit(_ duration: Duration?) -> DefaultValue {
    duration.map { .value(DurationText.text(of: $0)) } ?? .words("none")
  }
}
