package import HTTPTypes
import ParleyEngine

/// A response as it goes onto the wire (RFC 9112, 4).
struct ResponseBytes {
  private let response: ServedResponse
  /// The method of the request it is for.
  private let method: String
  private let closes: Bool
  private let now: Timestamp

  init(_ response: ServedResponse, to method: String, closes: Bool, now: Timestamp = .now()) {
    self.response = response
    self.method = method
    self.closes = closes
    self.now = now
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
    if response.headers[.date] == nil { bytes += "Date: \(now.httpDate)\r\n".utf8 }
    if let length { bytes += "Content-Length: \(length)\r\n".utf8 }
    bytes += "Connection: \(closes ? "close" : "keep-alive")\r\n\r\n".utf8
    return sendsBody ? bytes + response.body : bytes
  }

  /// The length that a GET would have, even if no body is sent (RFC 9110, 8.6); nil for a response without content.
  private var length: Int? {
    hasNoContent ? nil : response.body.count
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
    return Dictionary(uniqueKeysWithValues: all.map { ($0.code, $0.reasonPhrase) })
  }()
}
