import ParleyEngine
import ParleyText

// How a request is sent, and what becomes of it on the way.
extension SettingKey {
  private static let engine = TransferOptions()

  /// The keys of `options` that bound an exchange.
  var declaredLimit: RequestField {
    switch self {
    case .connectTimeout:
      .option("connectTimeout", "Time limit for connecting.", .duration, default: .limit(Self.engine.connectTimeout))
        .found(by: "time limit connection")
    case .redirects:
      .option(
        "redirects", "Maximum number of redirects to follow; 0 follows none.", .number(0...100),
        default: .value("\(Self.engine.redirects)")
      )
      .found(by: "follow redirects location -L 302 no disable")
    default:
      .option(
        "timeout",
        "Time limit for the whole exchange. Event streams (outside of groups) and file transfers that make progress are "
          + "ended only by a limit that the request itself sets.",
        .duration, default: .limit(Self.engine.timeout)
      )
      .found(by: "time limit deadline max-time")
    }
  }

  var declaredTransfer: RequestField {
    switch self {
    case .gzip:
      .option("gzip", "`true` compresses the request body, with `Content-Encoding: gzip`.", .flag, default: "false")
        .found(by: Self.compression)
    case .decompress:
      .option(
        "decompress", "`false` requests no compression, and keeps a compressed body as received.", .flag,
        default: "true"
      )
      .found(by: Self.compression)
    case .maxBody:
      .option(
        "maxBody",
        "Maximum size of a response body after decompression. Beyond it the request fails, and what arrived is kept.",
        .size, label: "max body",
        default: .words("`\(SizeText.text(of: TransferOptions.standardMaxBody))`; none for a `download`")
      )
      .found(by: "maximum size limit large response")
    case .cookies:
      .option("cookies", "`false` neither stores nor sends cookies.", .flag, default: "true")
        .found(by: "cookie jar session")
    case .httpVersion:
      .option(
        "httpVersion",
        "The HTTP version. `2` is agreed on by TLS; without TLS it asks for an upgrade, and `2-prior-knowledge` speaks it at once.",
        .choice(["auto", "1.0", "1.1", "2", "2-prior-knowledge"]), default: .words("negotiated")
      )
      .found(by: "HTTP/2 HTTP/1.1 http2 protocol")
    case .reconnect:
      .option(
        "reconnect",
        "`true` asks for a `text/event-stream` again when it ends. It sends `Last-Event-ID`, after the time of the stream's `retry`; a response of 204 ends it.",
        .flag, default: "false")
    case .proxy:
      .option(
        "proxy",
        "The proxy: `http`, `https`, `socks4`, `socks4a`, `socks5` or `socks5h`. `none` connects directly, whatever the environment says.",
        default: .words("as `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` say"),
        example: "http://proxy:3128, or none"
      )
      .found(by: "proxies SOCKS HTTP_PROXY tunnel -x")
    case .unixSocket:
      .option("unixSocket", "The Unix socket the server listens on. Needs trust.").found(by: "docker socket")
    default:
      .option(
        "download", "The file to save the response to, relative to the workspace; `temporary` creates one.",
        example: "out/response.json, or temporary", isOfOneRequest: true
      )
      .found(by: "save response output file -o")
    }
  }

  private static let compression = "compression compressed encoding deflate"

  var declaredSecurity: RequestField {
    switch self {
    case .verify:
      .option("verify", "`false` accepts any server certificate. Use it only for testing.", .flag, default: "true")
        .found(by: "insecure TLS SSL certificate self-signed -k trust HTTPS ignore skip disable errors")
    case .ca:
      .option(
        "ca", "A PEM file of trusted certificates, instead of the system's.", .path, default: .words("the system's")
      )
      .found(by: "certificate authority TLS SSL cacert root bundle trust")
    case .certificate:
      .option("certificate.file", "The certificate, as PEM.", .path, label: "certificate")
        .found(by: "client certificate TLS SSL mTLS cert")
    case .certificateKey:
      .option(
        "certificate.key", "Its key, as PEM.", .path, label: "its key", default: .words("in the certificate's file")
      )
      .found(by: "client certificate private key TLS SSL mTLS")
    default:
      .option("certificate.passphrase", "Passphrase of the key, as in `{{passphrase}}`.")
        .found(by: "client certificate password TLS SSL mTLS")
    }
  }

  var declaredRetry: RequestField {
    switch self {
    case .delay: .sending("retry.delay", "Delay before each retry.", .duration, default: .words("none"))
    case .backoff:
      .sending(
        "retry.backoff", "`linear` adds the delay each time, `exponential` doubles it.",
        .choice(["constant", "linear", "exponential"]), default: "constant")
    case .jitter: .sending("retry.jitter", "The random part of each delay.", .fraction, default: .words("none"))
    case .retryStatus:
      .sending(
        "retry.status", "The only status codes that are retried.", .statuses, label: "retry status",
        default: .words("unexpected ones"))
    case .retryAfter:
      .sending(
        "retry.retryAfter", "`false` ignores the response's `Retry-After`.", .flag, label: "Retry-After",
        default: "true")
    default:
      .sending(
        "retry.retries", "Maximum number of retries: 3 means at most 4 sends, 0 turns retries off.", .number(0...100),
        label: "retries")
    }
  }

  var declaredCache: RequestField {
    switch self {
    case .timeToLive:
      .sending(
        "cache.ttl",
        "How long a successful response (2xx) is served from the cache, whatever its headers say. 0s turns the cache off.",
        .duration, label: "cached for", default: .words("as the response's headers allow"))
    case .ignoredQuery:
      .sending(
        "cache.ignoreQuery", "Query parameters that are not part of the cache key.", label: "ignored query",
        default: .words("none"), example: "ts, signature, or all")
    case .invalidates:
      .sending(
        "cache.invalidates", "Requests whose entries a successful response removes, whatever their parameters.",
        example: "cart/read, cart/list")
    default: .sending("cache", "How the request uses the cache.", .choice(["off"]))
    }
  }

  var declaredSending: RequestField {
    switch self {
    case .duplicates:
      .sending(
        "duplicates",
        "What happens while the same request is in flight. One is sent for all, and its response goes to all (`keepAll`), to the first (`keepFirst`) or to the latest (`keepLatest`). `cancelFirst` cancels the first and sends again; `sendAll` sends each.",
        .choice(["keepAll", "keepFirst", "keepLatest", "cancelFirst", "sendAll"]),
        default: .words("`keepAll` for GET, HEAD, OPTIONS and TRACE outside of groups, otherwise `sendAll`")
      )
      .grouped(.sending).found(by: "deduplicate concurrent in flight same")
    case .serialization:
      .sending(
        "serialization",
        "How a JSON body is sent: as `json`, `url`, `form` (multipart) or `none` (as written). `url` is the query for GET, HEAD and DELETE, otherwise a URL-encoded form.",
        .choice(["json", "url", "form", "none"]), default: "json"
      )
      .grouped(.body)
    case .root:
      .sending(
        "root", "Path in the sent document at which the JSON body is placed.", label: "body goes under",
        example: "result.items"
      )
      .grouped(.body)
    default:
      .sending(
        "hold", "Shows a blocking overlay when the request takes longer than this.", .duration,
        default: .words("never")
      )
      .grouped(.sending)
    }
  }
}

extension RequestField {
  /// Under `options`.
  fileprivate static func option(
    _ path: String, _ help: String, _ kind: FieldKind = .text, label: String? = nil,
    default standard: DefaultValue? = nil, example: String? = nil, isOfOneRequest: Bool = false
  ) -> RequestField {
    RequestField(
      .options, "options.\(path)", help, kind, label: label, default: standard, example: example,
      isOfOneRequest: isOfOneRequest)
  }

  fileprivate static func sending(
    _ path: String, _ help: String, _ kind: FieldKind = .text, label: String? = nil,
    default standard: DefaultValue? = nil, example: String? = nil
  ) -> RequestField {
    RequestField(.options, path, help, kind, label: label, default: standard, example: example)
  }
}

extension DefaultValue {
  fileprivate static func limit(_ duration: Duration?) -> DefaultValue {
    duration.map { .value(DurationText.text(of: $0)) } ?? .words("none")
  }
}
