/// What one option of curl means here. The names are those of curl's manual.
struct CurlOption: Sendable {
  enum Effect: Sendable {
    case flag(@Sendable (inout CurlArguments) -> Void)
    case value(@Sendable (inout CurlArguments, String) -> Void)
    /// About curl's own output, or what Parley does anyway.
    case ignored, ignoredValue
    case refused(takesValue: Bool, String)
  }

  let letter: Character?
  let names: [String]
  let effect: Effect

  init(_ letter: Character? = nil, _ names: String..., effect: Effect) {
    self.letter = letter
    self.names = names
    self.effect = effect
  }

  var takesValue: Bool {
    switch effect {
    case .value, .ignoredValue, .refused(takesValue: true, _): true
    case .flag, .ignored, .refused: false
    }
  }

  static let short = Dictionary(
    all.compactMap { option in option.letter.map { ($0, option) } }, uniquingKeysWith: { first, _ in first })
  static let long = Dictionary(
    all.flatMap { option in option.names.map { ($0, option) } }, uniquingKeysWith: { first, _ in first })

  private static let all = taken + refused + ignored

  private static let taken: [CurlOption] = [
    CurlOption("X", "request", effect: .value { $0.method = $1 }),
    CurlOption("H", "header", effect: .value { $0.headers.append($1) }),
    CurlOption("d", "data", "data-ascii", "data-binary", effect: .value { $0.data.append(.reading($1)) }),
    CurlOption(nil, "data-raw", effect: .value { $0.data.append(.text($1)) }),
    CurlOption(nil, "data-urlencode", effect: .value { $0.data.append(.encoded($1)) }),
    CurlOption(nil, "json", effect: .value { $0.data.append($1.hasPrefix("@") ? .reading($1) : .json($1)) }),
    CurlOption("u", "user", effect: .value { $0.user = $1 }),
    CurlOption(nil, "oauth2-bearer", effect: .value { $0.bearer = $1 }),
    CurlOption("b", "cookie", effect: .value { $0.cookie = $1 }),
    CurlOption("A", "user-agent", effect: .value { $0.agent = $1 }),
    CurlOption("e", "referer", effect: .value { $0.referer = $1 }),
    CurlOption("I", "head", effect: .flag { $0.isHead = true }),
    CurlOption("G", "get", effect: .flag { $0.sendsDataAsQuery = true }),
    CurlOption(nil, "url", effect: .value { $0.urls.append($1) }),
    CurlOption("m", "max-time", effect: .value { $0.seconds = Double($1) }),
    CurlOption(nil, "max-redirs", effect: .value { $0.redirects = Int($1).map { min(100, max(0, $0)) } }),
  ]

  private static let refused: [CurlOption] = [
    CurlOption("k", "insecure", effect: .refused(takesValue: false, "certificates are always verified")),
    CurlOption("F", "form", "form-string", effect: .refused(takesValue: true, "a body is JSON, text or a plain form")),
    CurlOption("T", "upload-file", effect: .refused(takesValue: true, "a body is JSON, text or a plain form")),
    CurlOption("x", "proxy", effect: .refused(takesValue: true, "requests go straight to the server")),
    CurlOption("E", "cert", "key", "cacert", effect: .refused(takesValue: true, "certificates are the system's")),
    CurlOption(
      nil, "unix-socket", "resolve", "connect-to", effect: .refused(takesValue: true, "the URL says where to")),
    CurlOption(
      nil, "digest", "ntlm", "negotiate", "anyauth", effect: .refused(takesValue: false, "it is no plain header")),
  ]

  private static let ignored: [CurlOption] = [
    CurlOption("L", "location", "location-trusted", "compressed", effect: .ignored),
    CurlOption("s", "silent", "basic", "globoff", "http1.1", "http2", "http3", "tlsv1.2", effect: .ignored),
    CurlOption("S", "show-error", "no-progress-meter", "progress-bar", "path-as-is", "no-keepalive", effect: .ignored),
    CurlOption("v", "verbose", "fail-with-body", "no-buffer", "ipv4", "ipv6", effect: .ignored),
    CurlOption("i", "include", "show-headers", effect: .ignored),
    CurlOption("f", "fail", effect: .ignored),
    CurlOption("g", effect: .ignored),
    CurlOption("N", effect: .ignored),
    CurlOption("O", "remote-name", effect: .ignored),
    CurlOption("o", "output", "write-out", "dump-header", "trace", "trace-ascii", effect: .ignoredValue),
    CurlOption("w", effect: .ignoredValue),
    CurlOption("D", effect: .ignoredValue),
    CurlOption("c", "cookie-jar", "connect-timeout", "retry", "retry-delay", "limit-rate", effect: .ignoredValue),
  ]
}

extension CurlArguments.Data {
  /// `@name` stands for the content of a file.
  static func reading(_ text: String) -> Self {
    text.hasPrefix("@") ? .file(String(text.dropFirst())) : .text(text)
  }
}
