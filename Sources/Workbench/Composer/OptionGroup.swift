import ParleyModel

/// The groups that the options of a request stand in, in the order of their rows.
enum OptionGroup: String, CaseIterable {
  case limits = "Limits"
  case retry = "Retry"
  case cache = "Cache"
  case sending = "Sending"
  case transfer = "Transfer"
  case security = "TLS"
  case body = "Body"

  /// Columns of the longest name.
  static let columns = 8
}

extension SettingKey {
  /// The group of an option; nil for any other setting.
  var optionGroup: OptionGroup? {
    switch self {
    case .timeout, .connectTimeout, .redirects: .limits
    case .retries, .delay, .backoff, .jitter, .retryStatus, .retryAfter: .retry
    case .cache, .timeToLive, .ignoredQuery, .invalidates: .cache
    case .duplicates, .hold: .sending
    case .gzip, .decompress, .maxBody, .cookies, .reconnect, .httpVersion, .proxy, .unixSocket, .download: .transfer
    case .verify, .ca, .certificate, .certificateKey, .certificatePassphrase: .security
    case .serialization, .root, .queryStyle: .body
    default: nil
    }
  }

  /// The key as the request's file has it, without the map `options` around it: `timeout`, `retry.delay`.
  var nameInFile: String { field.path.drop { $0 == "options" }.joined(separator: ".") }

  /// Words by which people look for the setting, besides those of its name and its help.
  var usualWords: String {
    switch self {
    case .verify: "insecure TLS SSL certificate self-signed -k trust HTTPS"
    case .ca: "certificate authority TLS SSL cacert root bundle trust"
    case .certificate: "client certificate TLS SSL mTLS cert"
    case .certificateKey: "client certificate private key TLS SSL mTLS"
    case .certificatePassphrase: "client certificate password TLS SSL mTLS"
    case .proxy: "proxies SOCKS HTTP_PROXY tunnel -x"
    case .redirects: "follow redirects location -L 302"
    case .timeout: "time limit deadline max-time"
    case .connectTimeout: "time limit connection"
    case .maxBody: "maximum size limit large response"
    case .cookies: "cookie jar session"
    case .httpVersion: "HTTP/2 HTTP/1.1 http2 protocol"
    case .unixSocket: "docker socket"
    case .download: "save response output file -o"
    case .gzip, .decompress: "compression compressed encoding deflate"
    case .retries, .delay, .backoff, .jitter, .retryStatus, .retryAfter: "retry retries repeat again attempts"
    case .cache, .timeToLive, .ignoredQuery, .invalidates: "caching cached TTL no-cache"
    case .duplicates: "deduplicate concurrent in flight same"
    case .auth: "basic bearer token OAuth API key login password authorization"
    case .status: "expect assert test status code"
    default: ""
    }
  }
}

extension DefaultValue {
  /// The default as people read it.
  var words: String {
    switch self {
    case .value(let text): text
    case .words(let text): text.replacing("`", with: "")
    }
  }
}
