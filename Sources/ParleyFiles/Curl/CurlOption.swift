internal import ParleyEngine
import ParleyText

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
    self.init(letter, names: names, effect: effect)
  }

  private init(_ letter: Character?, names: [String], effect: Effect) {
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
  private static let named = Dictionary(
    all.flatMap { option in option.names.map { ($0, option) } }, uniquingKeysWith: { first, _ in first })

  /// By its name or the beginning of it, as long as no other begins so.
  static func long(_ name: String) -> CurlOption? {
    if let option = named[name] { return option }
    let candidates = named.filter { $0.key.hasPrefix(name) }
    let first = candidates.values.first
    return candidates.values.allSatisfy { $0.names == first?.names } ? first : nil
  }

  private static let all =
    taken + transfer + OptionsDefinition.fields.flatMap(\.curlSpellings).map { CurlOption($0) }
    + CurlOptionTable.refused
    + CurlOptionTable.ignored

  private static let taken: [CurlOption] = [
    CurlOption("X", "request", effect: .value { $0.method = $1 }),
    CurlOption("H", "header", effect: .value { $0.headers.append($1) }),
    CurlOption("d", "data", "data-ascii", effect: .value { $0.data.append(.reading($1, keepsLines: false)) }),
    CurlOption(nil, "data-binary", effect: .value { $0.data.append(.reading($1, keepsLines: true)) }),
    CurlOption(nil, "data-raw", effect: .value { $0.data.append(.text($1)) }),
    CurlOption(nil, "data-urlencode", effect: .value { $0.data.append(.encoded($1)) }),
    CurlOption(nil, "json", effect: .value { $0.addJSON($1) }),
    CurlOption("u", "user", effect: .value { $0.user = $1 }),
    CurlOption("F", "form", effect: .value { $0.fields.append(.init(text: $1, isLiteral: false)) }),
    CurlOption(nil, "form-string", effect: .value { $0.fields.append(.init(text: $1, isLiteral: true)) }),
    CurlOption("T", "upload-file", effect: .value { $0.uploads.append($1) }),
    CurlOption(nil, "digest", effect: .flag { $0.userScheme = .digest }),
    CurlOption(nil, "basic", effect: .flag { $0.userScheme = .basic }),
    CurlOption(nil, "aws-sigv4", effect: .value { $0.userScheme = .awsSigV4($1) }),
    CurlOption(nil, "oauth2-bearer", effect: .value { $0.bearer = $1 }),
    CurlOption("b", "cookie", effect: .value { $0.cookies.append($1) }),
    CurlOption("A", "user-agent", effect: .value { $0.agent = $1 }),
    CurlOption("e", "referer", effect: .value { $0.referer = $1 }),
    CurlOption("I", "head", effect: .flag { $0.isHead = true }),
    CurlOption("G", "get", effect: .flag { $0.sendsDataAsQuery = true }),
    CurlOption(nil, "url", effect: .value { $0.urls.append($1) }),
    CurlOption(nil, "url-query", effect: .value { $0.urlQuery.append($1) }),
    CurlOption("r", "range", effect: .value { $0.range = $1 }),
    CurlOption("C", "continue-at", effect: .value { $0.continueAt($1) }),
    CurlOption("L", "location", effect: .flag { $0.followsRedirects = true }),
    CurlOption(nil, "location-trusted", effect: .flag { $0.followWithCredentials() }),
    CurlOption(nil, "path-as-is", effect: .flag { $0.keepsDots = true }),
    CurlOption("g", "globoff", effect: .flag { $0.expandsURLs = false }),
    CurlOption("m", "max-time", effect: .value { $0.seconds = Double($1) }),
    CurlOption(
      nil, "max-redirs", effect: .value { $0.redirects = Int($1).map { $0 < 0 ? 100 : min(100, $0) } }),
    CurlOption("K", "config", effect: .value { $0.configs.append($1) }),
  ]

  /// How it is sent, besides what one option says as it is.
  private static let transfer: [CurlOption] = [
    CurlOption("E", "cert", effect: .value { $0.readCertificate($1) }),
    CurlOption(nil, "key", effect: .value { $0.certificateKey = $1 }),
    CurlOption(nil, "pass", effect: .value { $0.passphrase = $1 }),
    CurlOption("x", "proxy", effect: .value { $0.proxy = $1 }),
    CurlOption("U", "proxy-user", effect: .value { $0.proxyUser = $1 }),
    CurlOption(nil, "socks4", effect: .value { $0.proxy = "socks4://\($1)" }),
    CurlOption(nil, "socks4a", effect: .value { $0.proxy = "socks4a://\($1)" }),
    CurlOption(nil, "socks5", effect: .value { $0.proxy = "socks5://\($1)" }),
    CurlOption(nil, "socks5-hostname", effect: .value { $0.proxy = "socks5h://\($1)" }),
    CurlOption(
      nil, "noproxy",
      effect: .value { arguments, hosts in
        if hosts == "*" {
          arguments.proxy = OptionsDefinition.noProxy
        } else {
          arguments.leaveOut("--noproxy", "a proxy is for all hosts")
        }
      }),
    CurlOption(nil, "retry", effect: .value { $0.retries = Int($1).map { min(100, max(0, $0)) } }),
    CurlOption(nil, "retry-delay", effect: .value { $0.retryDelay = Double($1) }),
  ]

  /// An option of a transfer in curl's spelling.
  private init(_ spelling: CurlSpelling) {
    let effect: Effect =
      switch spelling.effect {
      case .flag(let say): .flag { say(&$0.options) }
      case .value(let say): .value { say(&$0.options, $1) }
      case .path(let others, let say):
        .value { arguments, path in
          let located = arguments.paths.located(path)
          if !others.contains(path) { say(&arguments.options, located) }
        }
      }
    self.init(spelling.letter, spelling.name, effect: effect)
  }
}

extension CurlArguments.Data {
  /// `@name` stands for the content of a file.
  static func reading(_ text: String, keepsLines: Bool) -> Self {
    text.hasPrefix("@") ? .file(String(text.dropFirst()), keepsLines: keepsLines) : .text(text)
  }
}

extension CurlArguments {
  mutating func addJSON(_ text: String) {
    isJSON = true
    joined.insert(data.count)
    data.append(text.hasPrefix("@") ? .file(String(text.dropFirst()), keepsLines: true) : .text(text))
  }

  mutating func followWithCredentials() {
    followsRedirects = true
    notes.append("--location-trusted: credentials are sent only to the host of the URL.")
  }

  mutating func leaveOut(_ option: String, _ reason: String) { notes.append("\(option) was left out: \(reason).") }

  /// An offset; `-` would ask the file that is written.
  mutating func continueAt(_ offset: String) {
    if Int(offset) != nil { range = "\(offset)-" } else { leaveOut("--continue-at", "no file is continued") }
  }

  /// `file[:passphrase]`
  mutating func readCertificate(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1)
    certificate = parts.first.map(String.init)
    if parts.count > 1 { passphrase = String(parts[1]) }
  }
}

/// The options of curl's manual that make nothing of a request: those about curl's own work, and those that Parley
/// cannot carry out, with the reason.
enum CurlOptionTable {
  static let ignored: [CurlOption] =
    flags(
      """
      compressed|s silent|S show-error|no-progress-meter|# progress-bar|progress-meter|no-keepalive
      keepalive|v verbose|f fail|fail-with-body|fail-early|N no-buffer|buffer|4 ipv4|6 ipv6|i include|show-headers|O remote-name
      remote-name-all|J remote-header-name|R remote-time|remove-on-error|create-dirs|no-clobber|clobber|q disable|1 tlsv1|tlsv1.0
      tlsv1.1|tlsv1.2|tlsv1.3|tcp-nodelay|Z parallel|parallel-immediate|styled-output|suppress-connect-headers|trace-time
      trace-ids|sessionid|alpn|npn|xattr|h help|M manual|V version|j junk-session-cookies|skip-existing|out-null
      ca-native|mptcp|B use-ascii|a append
      """, .ignored)
    + values(
      """
      w write-out|D dump-header|trace|trace-ascii|c cookie-jar|limit-rate|output-dir|create-file-mode|stderr|parallel-max
      parallel-max-host|etag-save|libcurl|rate|keepalive-time|keepalive-cnt|trace-config|happy-eyeballs-timeout-ms|proto
      proto-redir|expect100-timeout|alt-svc|hsts|Y speed-limit|y speed-time
      """, .ignoredValue)

  static let refused: [CurlOption] =
    values("resolve|connect-to", .refused(takesValue: true, "the URL says where to"))
    + flags(
      "ntlm|ntlm-wb|negotiate|anyauth|proxy-ntlm|proxy-negotiate|proxy-digest|proxy-anyauth|socks5-gssapi|sasl-ir",
      .refused(takesValue: false, "this kind of authentication is not supported"))
    + flags("proxy-basic|socks5-basic", .ignored)
    + values(
      "delegation|service-name|proxy-service-name|socks5-gssapi-service|sasl-authzid|login-options|krb",
      .refused(takesValue: true, "this kind of authentication is not supported"))
    + flags("n netrc|netrc-optional", .refused(takesValue: false, "no password is read from a file"))
    + values("netrc-file", .refused(takesValue: true, "no password is read from a file"))
    + values("capath|proxy-capath", .refused(takesValue: true, "certificates come from one file: use cacert"))
    + values(
      """
      proxy-cacert|proxy-cert|proxy-cert-type|proxy-ciphers|proxy-crlfile|proxy-key|proxy-key-type|proxy-pass|proxy-pinnedpubkey
      proxy-tls13-ciphers|proxy-tlsauthtype|proxy-tlspassword|proxy-tlsuser|proxy-header|preproxy|proxy1.0|haproxy-clientip
      """, .refused(takesValue: true, "a proxy has only an address and a user"))
    + flags(
      """
      proxy-insecure|proxy-ssl-allow-beast|proxy-ssl-auto-client-cert|proxy-tlsv1|proxy-ca-native|proxy-http2|p proxytunnel
      haproxy-protocol|socks5-gssapi-nec
      """, .refused(takesValue: false, "a proxy has only an address and a user"))
    + values(
      """
      cert-type|key-type|ciphers|tls13-ciphers|curves|crlfile|engine|pinnedpubkey|tls-max|tlsauthtype|tlsuser|tlspassword|ech
      egd-file|random-file|sigalgs|dump-ca-embed
      """, .refused(takesValue: true, "Parley has no such setting of TLS"))
    + flags(
      """
      cert-status|false-start|ssl|ssl-reqd|ssl-allow-beast|ssl-auto-client-cert|ssl-no-revoke|ssl-revoke-best-effort|no-alpn
      no-npn|no-sessionid|2 sslv2|3 sslv3|doh-cert-status|doh-insecure|tls-earlydata
      """, .refused(takesValue: false, "Parley has no such setting of TLS"))
    + values(
      "interface|local-port|dns-interface|dns-ipv4-addr|dns-ipv6-addr|dns-servers|doh-url|abstract-unix-socket|ip-tos|vlan-priority",
      .refused(takesValue: true, "the system chooses the way"))
    + flags("tcp-fastopen|disallow-username-in-url", .refused(takesValue: false, "the system chooses the way"))
    + flags("form-escape", .refused(takesValue: false, "quotes in names of a form are sent as browsers send them"))
    + values("etag-compare|z time-cond", .refused(takesValue: true, "no file is compared"))
    + values("request-target", .refused(takesValue: true, "the path is that of the URL"))
    + values("retry-max-time", .refused(takesValue: true, "attempts are counted"))
    + flags("retry-all-errors|retry-connrefused", .refused(takesValue: false, "attempts have their own rules"))
    + flags("post301|post302|post303|follow", .refused(takesValue: false, "redirects follow the rules of browsers"))
    + flags(
      "http0.9|http3|http3-only|ignore-content-length|raw|tr-encoding|crlf|compressed-ssh|metalink",
      .refused(takesValue: false, "Parley has no such setting of HTTP"))
    + values(
      "variable|expand-url|expand-data|expand-header|expand-user|proto-default|ipfs-gateway|upload-flags",
      .refused(takesValue: true, "Parley does not read it"))
    + values(
      """
      ftp-account|ftp-alternative-to-user|ftp-method|P ftp-port|ftp-ssl-ccc-mode|hostpubmd5|hostpubsha256|mail-auth|mail-from
      mail-rcpt|pubkey|Q quote|t telnet-option|tftp-blksize
      """, .refused(takesValue: true, "only HTTP is sent"))
    + flags(
      """
      disable-eprt|disable-epsv|ftp-create-dirs|ftp-pasv|ftp-pret|ftp-skip-pasv-ip|ftp-ssl-ccc|ftp-ssl-control|l list-only
      mail-rcpt-allowfails|tftp-no-options
      """, .refused(takesValue: false, "only HTTP is sent"))

  /// Names between bars or on lines, each with its letter in front if it has one.
  private static func flags(_ names: String, _ effect: CurlOption.Effect) -> [CurlOption] { options(names, effect) }

  private static func values(_ names: String, _ effect: CurlOption.Effect) -> [CurlOption] { options(names, effect) }

  private static func options(_ names: String, _ effect: CurlOption.Effect) -> [CurlOption] {
    names.split { $0 == "|" || $0.isNewline }.map { entry in
      let words = entry.split(separator: " ").map(String.init)
      return words.count > 1
        ? CurlOption(words[0].first, words[1], effect: effect) : CurlOption(nil, words[0], effect: effect)
    }
  }
}
