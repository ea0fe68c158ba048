package import HTTPTypes
import ParleyEngine

/// A response as it goes onto the wire (RFC 9112, 4).
struct ResponseBytes {
  private let response: ServedResponse
  /// The method of the request it is for.
  private let method: String
  private let closes: Bool
  /// Whether the client knows chunks.
  private let knowsChunks: Bool
  private let now: Timestamp

  init(
    _ response: ServedResponse, to method: String, closes: Bool, knowsChunks: Bool = true, now: Timestamp = .now()
  ) {
    (self.response, self.method) = (response, method)
    (self.closes, self.knowsChunks, self.now) = (closes, knowsChunks, now)
  }

  static let goOn = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

  /// The headers of the transfer, which the server itself sets.
  private static let own: Set<String> = ["content-length", "transfer-encoding", "connection", "keep-alive"]

  var bytes: [UInt8] {
    let status = response.status
    var bytes = Array("HTTP/1.1 \(status.code) \(status.phrase)\r\n".utf8)
    for field in response.headers where !Self.own.contains(field.name.canonicalName) {
      bytes += "\(field.name.rawName): ".utf8
      field.withUnsafeBytesOfValue { bytes += $0 }
      bytes += "\r\n".utf8
    }
    if response.saysTheUsual, response.headers[.date] == nil { bytes += "Date: \(now.httpDate)\r\n".utf8 }
    if let framing { bytes += "\(framing)\r\n".utf8 }
    if let connection { bytes += "Connection: \(connection)\r\n".utf8 }
    bytes += "\r\n".utf8
    return sendsBody && response.rest == nil ? bytes + response.body : bytes
  }

  /// The pieces that come behind the head; nil for none.
  var pieces: OutgoingPieces? {
    guard sendsBody, case .pieces(let source, let length) = response.rest, length != 0 else { return nil }
    return OutgoingPieces(source, length: length, knowsChunks: knowsChunks)
  }

  private var connection: String? {
    if case .webSocket = response.rest { return "Upgrade" }
    if closes { return "close" }
    // HTTP/1.0 has to be told.
    return response.saysTheUsual || !knowsChunks ? "keep-alive" : nil
  }

  /// The length that a GET would have, even if no body is sent (RFC 9110, 8.6); nil for a response without content. One that says that
  /// nothing has changed has the length of what has not, if it is known.
  private var framing: String? {
    guard !hasNoContent || response.status.code == 304 && (response.length ?? 0) > 0 else { return nil }
    guard let length = response.length else { return knowsChunks ? "Transfer-Encoding: chunked" : nil }
    return "Content-Length: \(length)"
  }

  private var hasNoContent: Bool {
    response.status.kind == .informational || response.status.code == 204 || response.status.code == 304
  }

  private var sendsBody: Bool { !hasNoContent && method != "HEAD" }
}

extension HTTPResponse.Status {
  /// The phrase that goes over the wire: its own, or the one that RFC 9110 registers. Programs do not read it; people who look at the
  /// wire do.
  package var phrase: String { reasonPhrase.isEmpty ? Self.registered[code] ?? "" : reasonPhrase }

  private static let registered: [Int: String] = {
    let all: [HTTPResponse.Status] = [
      .ok, .created, .accepted, .nonAuthoritativeInformation, .noContent, .resetContent, .partialContent,
      .multipleChoices, .movedPermanently, .found, .seeOther, .notModified, .temporaryRedirect, .permanentRedirect,
      .badRequest, .unauthorized, .forbidden, .notFound, .methodNotAllowed, .notAcceptable,
      .proxyAuthenticationRequired, .requestTimeout, .conflict, .gone, .lengthRequired, .preconditionFailed,
      .contentTooLarge, .uriTooLong, .unsupportedMediaType, .rangeNotSatisfiable, .expectationFailed,
      .misdirectedRequest, .unprocessableContent, .tooEarly, .upgradeRequired, .preconditionRequired,
      .tooManyRequests, .requestHeaderFieldsTooLarge, .unavailableForLegalReasons, .internalServerError,
      .notImplemented, .badGateway, .serviceUnavailable, .gatewayTimeout, .httpVersionNotSupported,
      .networkAuthenticationRequired,
    ]
    let others = [
      226: "IM Used", 305: "Use Proxy", 402: "Payment Required", 418: "I'm a teapot", 423: "Locked",
      424: "Failed Dependency", 506: "Variant Also Negotiates", 507: "Insufficient Storage", 508: "Loop Detected",
      510: "Not Extended",
    ]
    return others.merging(all.map { ($0.code, $0.reasonPhrase) }) { $1 }
  }()
}
