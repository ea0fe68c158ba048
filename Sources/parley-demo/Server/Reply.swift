import FlyingFox
import FoundationEssentials

/// A response before it is sent.
struct Reply: Sendable {
  enum Body: Sendable {
    case bytes([UInt8])
    /// Produced while it is sent; without a length it goes in chunks.
    case stream(HTTPBodySequence)
    /// No body: the connection becomes a WebSocket.
    case webSocket(any WSHandler)
  }

  var status: Int
  var headers: [Header]
  var body: Body

  init(status: Int = 200, headers: [Header] = [], body: Body = .bytes([])) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  init(status: Int = 200, type: String, headers: [Header] = [], _ bytes: [UInt8]) {
    self.init(status: status, headers: [Header("Content-Type", type)] + headers, body: .bytes(bytes))
  }

  func with(_ name: String, _ value: String) -> Reply {
    var reply = self
    reply.headers.append(Header(name, value))
    return reply
  }
}

extension Reply {
  static func json(_ document: JSON, status: Int = 200, headers: [Header] = []) -> Reply {
    Reply(status: status, type: "application/json", headers: headers, document.bytes)
  }

  static func text(_ text: String, type: String = "text/plain; charset=utf-8") -> Reply {
    Reply(type: type, Array(text.utf8))
  }

  static func success(
    _ result: JSON, status: Int = 200, message: String? = nil, pagination: Pagination? = nil
  ) -> Reply {
    .json(Envelope.success(result, status: status, message: message, pagination: pagination), status: status)
  }

  static func failure(_ problem: Problem) -> Reply {
    .json(Envelope.failure(problem), status: problem.status, headers: problem.headers)
  }

  static let noContent = Reply(status: 204)
}

extension Reply {
  /// As FlyingFox wants it; for HEAD the same head without a body (RFC 9110, 9.3.2).
  func response(to method: HTTPMethod) -> HTTPResponse {
    var response = HTTPResponse(statusCode: .named(status), headers: HTTPHeaders(), body: sequence)
    for header in headers { response.headers.addValue(header.value, for: HTTPHeader(header.name)) }
    guard method == .HEAD, let length else { return response }
    response.headers[.contentLength] = String(length)
    response.payload = .httpBody(HTTPBodySequence())
    return response
  }

  /// The body's length; nil when it goes in chunks.
  var length: Int? { sequence.count }

  private var sequence: HTTPBodySequence {
    switch body {
    case .bytes(let bytes): HTTPBodySequence(data: Data(bytes), suggestedBufferSize: max(1, bytes.count))
    case .stream(let sequence): sequence
    case .webSocket: HTTPBodySequence()
    }
  }
}

extension HTTPStatusCode {
  /// The code with its registered phrase.
  static func named(_ code: Int) -> HTTPStatusCode {
    phrased[code] ?? HTTPStatusCode(code, phrase: "Status \(code)")
  }

  private static let phrased: [Int: HTTPStatusCode] = {
    let registered: [HTTPStatusCode] = [
      .ok, .created, .accepted, .nonAuthoritativeInformation, .noContent, .resetContent, .partialContent,
      .multipleChoice, .movedPermanently, .found, .seeOther, .notModified, .useProxy, .temporaryRedirect,
      .permanentRedirect,
      .badRequest, .unauthorized, .paymentRequired, .forbidden, .notFound, .methodNotAllowed, .notAcceptable,
      .proxyAuthenticationRequired, .requestTimeout, .conflict, .gone, .lengthRequired, .preconditionFailed,
      .payloadTooLarge, .uriTooLong, .unsupportedMediaType, .rangeNotSatisfiable, .expectationFailed, .teapot,
      .misdirectedRequest, .unprocessableContent, .locked, .failedDependency, .tooEarly, .upgradeRequired,
      .preconditionRequired, .tooManyRequests, .requestHeaderFieldsTooLarge, .unavailableForLegalReasons,
      .internalServerError, .notImplemented, .badGateway, .serviceUnavailable, .gatewayTimeout,
      .httpVersionNotSupported, .variantAlsoNegotiates, .notExtended, .networkAuthenticationRequired,
    ]
    return Dictionary(uniqueKeysWithValues: registered.map { ($0.code, $0) })
  }()
}
