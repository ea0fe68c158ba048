/// The effect of one option of curl on an import. The names are those of curl's manual.
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

  private static let all =
    taken + transfer + OptionsDefinition.fields.flatMap(\.curlOptions) + refused + ignored

  private static let taken: [CurlOption] = [
    CurlOption("X", "request", effect: .value { $0.method = $1 }),
    CurlOption("H", "header", effect: .value { $0.headers.append($1) }),
    CurlOption("d", "data", "data-ascii", "data-binary", effect: .value { $0.data.append(.reading($1)) }),
    CurlOption(nil, "data-raw", effect: .value { $0.data.append(.text($1)) }),
    CurlOption(nil, "data-urlencode", effect: .value { $0.data.append(.encoded($1)) }),
    CurlOption(nil, "json", effect: .value { $0.data.append($1.hasPrefix("@") ? .reading($1) : .json($1)) }),
    CurlOption("u", "user", effect: .value { $0.user = $1 }),
    CurlOption("F", "form", effect: .value { $0.fields.append(.init(text: $1, isLiteral: false)) }),
    CurlOption(nil, "form-string", effect: .value { $0.fields.append(.init(text: $1, isLiteral: true)) }),
    CurlOption("T", "upload-file", effect: .value { $0.upload = $1 }),
    CurlOption(nil, "digest", effect: .flag { $0.userScheme = .digest }),
    CurlOption(nil, "aws-sigv4", effect: .value { $0.userScheme = .awsSigV4($1) }),
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

  /// How it is sent, besides what one option says as it is.
  private static let transfer: [CurlOption] = [
    CurlOption("E", "cert", effect: .value { $0.readCertificate($1) }),
    CurlOption(nil, "key", effect: .value { $0.certificateKey = $1 }),
    CurlOption(nil, "pass", effect: .value { $0.passphrase = $1 }),
    CurlOption("x", "proxy", effect: .value { $0.proxy = $1 }),
    CurlOption(
      nil, "noproxy", effect: .value { if $1 == "*" { $0.proxy = OptionsDefinition.noProxy } }),
    CurlOption(nil, "retry", effect: .value { $0.retries = Int($1).map { min(100, max(0, $0)) } }),
    CurlOption(nil, "retry-delay", effect: .value { $0.retryDelay = Double($1) }),
  ]

  static let httpVersions: [CurlOption] = [
    CurlOption("0", "http1.0", effect: .flag { $0.options.httpVersion = Located(.http1_0) }),
    CurlOption(nil, "http1.1", effect: .flag { $0.options.httpVersion = Located(.http1_1) }),
    CurlOption(nil, "http2", effect: .flag { $0.options.httpVersion = Located(.http2) }),
    CurlOption(nil, "http2-prior-knowledge", effect: .flag { $0.options.httpVersion = Located(.http2AtOnce) }),
  ]

  private static let refused: [CurlOption] = [
    CurlOption(nil, "resolve", "connect-to", effect: .refused(takesValue: true, "the URL says where to")),
    CurlOption(
      nil, "ntlm", "negotiate", "anyauth",
      effect: .refused(takesValue: false, "this kind of authentication is not supported")),
  ]

  private static let ignored: [CurlOption] = [
    CurlOption("L", "location", "location-trusted", "compressed", effect: .ignored),
    CurlOption("s", "silent", "basic", "globoff", "http3", "tlsv1.2", effect: .ignored),
    CurlOption("S", "show-error", "no-progress-meter", "progress-bar", "path-as-is", "no-keepalive", effect: .ignored),
    CurlOption("v", "verbose", "fail-with-body", "no-buffer", "ipv4", "ipv6", effect: .ignored),
    CurlOption("i", "include", "show-headers", effect: .ignored),
    CurlOption("f", "fail", effect: .ignored),
    CurlOption("g", effect: .ignored),
    CurlOption("N", effect: .ignored),
    CurlOption("O", "remote-name", effect: .ignored),
    CurlOption(nil, "write-out", "dump-header", "trace", "trace-ascii", effect: .ignoredValue),
    CurlOption("w", effect: .ignoredValue),
    CurlOption("D", effect: .ignoredValue),
    CurlOption("c", "cookie-jar", "limit-rate", effect: .ignoredValue),
  ]
}

extension CurlArguments.Data {
  /// `@name` stands for the content of a file.
  static func reading(_ text: String) -> Self {
    text.hasPrefix("@") ? .file(String(text.dropFirst())) : .text(text)
  }
}

extension CurlArguments {
  /// `file[:passphrase]`
  mutating func readCertificate(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1)
    certificate = parts.first.map(String.init)
    if parts.count > 1 { passphrase = String(parts[1]) }
  }

  mutating func readOutput(_ path: String) {
    if !["-", "/dev/null"].contains(path) { options.download = paths.located(path) }
  }
}

extension Located<Duration> {
  static func seconds(_ text: String) -> Self? { Double(text).flatMap(seconds) }

  static func seconds(_ count: Double) -> Self? {
    count > 0 && count < 1e9 ? Located(.milliseconds(Int(count * 1000))) : nil
  }
}

extension Located<Int> {
  /// Bytes, or 1024 times as many for each letter's rank, as curl reads them: `2000000`, `20M`.
  static func size(_ text: String) -> Self? {
    let rank = ["k": 1, "m": 2, "g": 3, "t": 4][text.suffix(1).lowercased()] ?? 0
    guard let number = Int(rank == 0 ? text[...] : text.dropLast()), number >= 0, number < 1 << 20 || rank == 0 else {
      return nil
    }
    return Located(number << (10 * rank))
  }
}
