internal import ParleyEngine

/// How a request is sent. Each of them is inherited by itself: what is nearest to the request wins.
public struct OptionsDefinition: Sendable, Equatable {
  public enum HTTPVersion: String, Sendable, CaseIterable {
    /// What client and server agree on.
    case auto
    case http1_0 = "1.0"
    case http1_1 = "1.1"
    case http2 = "2"
  }

  /// From the first byte sent to the last one received.
  public var timeout: Located<Duration>?
  /// Until a connection stands.
  public var connectTimeout: Located<Duration>?
  /// How many redirects are followed; 0 follows none.
  public var redirects: Located<Int>?
  /// `false` takes any certificate of the server.
  public var verify: Located<Bool>?
  /// A file of certificates that are trusted in place of the system's.
  public var ca: Located<String>?
  public var certificate: CertificateDefinition?
  /// As in `http://proxy:3128` or `socks5://localhost:1080`; `none` goes straight to the server.
  public var proxy: Located<String>?
  public var httpVersion: Located<HTTPVersion>?
  /// The path of a socket that the server listens on.
  public var unixSocket: Located<String>?
  /// Sends the body compressed.
  public var gzip: Located<Bool>?
  /// Asks for compressed answers, and unpacks them.
  public var decompress: Located<Bool>?
  /// The most bytes a response's body may have, decompressed.
  public var maxBody: Located<Int>?
  /// The file that the answer goes to.
  public var download: Located<String>?
  /// Cookies are kept and sent.
  public var cookies: Located<Bool>?

  public init(
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
  public static let noProxy = "none"
  /// In place of a file for the answer: one that is made for it.
  public static let temporary = "temporary"

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
    .init("timeout", \.timeout, .duration, OptionsSummary.timeout),
    .init("connectTimeout", \.connectTimeout, .duration, OptionsSummary.connectTimeout),
    .init("redirects", \.redirects, .integer(0...100), OptionsSummary.redirects),
    .init("verify", \.verify, .boolean, OptionsSummary.verify),
    .init("ca", \.ca, .filePath, OptionsSummary.ca),
    .init("certificate", \.certificate, CertificateDefinition.reader, OptionsSummary.certificate),
    .init("proxy", \.proxy, .filled("a URL such as http://proxy:3128, or none"), OptionsSummary.proxy),
    .init("httpVersion", \.httpVersion, .choice, OptionsSummary.httpVersion),
    .init("unixSocket", \.unixSocket, .filePath, OptionsSummary.unixSocket),
    .init("gzip", \.gzip, .boolean, OptionsSummary.gzip),
    .init("decompress", \.decompress, .boolean, OptionsSummary.decompress),
    .init("maxBody", \.maxBody, .size, OptionsSummary.maxBody),
    .init("cookies", \.cookies, .boolean, OptionsSummary.cookies),
  ]
}

/// What options are for, with what the engine does where nobody says anything.
enum OptionsSummary {
  private static let standard = TransferOptions()

  static let timeout =
    "How long the whole exchange may take; \(duration(standard.timeout)) unless said."
  static let connectTimeout =
    "How long it may take until a connection stands; \(duration(standard.connectTimeout)) unless said."
  static let redirects = "How many redirects are followed; \(standard.redirects) unless said, and 0 follows none."
  static let verify = "`false` takes any certificate of the server; never do that where it matters."
  static let ca = "A PEM file of certificates that are trusted in place of the system's."
  static let certificate = "A certificate of your own."
  static let proxy =
    "The proxy that requests go through (`http`, `https`, `socks5`, `socks5h`); `none` goes straight to the server."
  static let httpVersion = "The version of HTTP; what client and server agree on unless said."
  static let unixSocket = "The path of a socket that the server listens on. Needs trust."
  static let gzip = "`true` sends the body compressed, with `Content-Encoding: gzip`."
  static let decompress = "`false` asks for no compressed answer, and leaves one as it comes; `true` unless said."
  static let maxBody =
    "The most a response's body may hold once it is decompressed. Beyond that the request fails, and what arrived is kept. "
    + "Default: \(SizeText.text(of: TransferOptions.standardMaxBody)); no limit for a `download`."
  static let download = "The file that the answer goes to, from the workspace on; `temporary` makes one."
  static let cookies = "`false` keeps and sends no cookies; `true` unless said."

  private static func duration(_ duration: Duration?) -> String {
    duration.map(DurationText.text) ?? "as long as it takes"
  }
}
