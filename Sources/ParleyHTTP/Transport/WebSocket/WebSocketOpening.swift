import CCurl
import HTTPTypes

/// The connection and the handshake of one hop.
final class WebSocketOpening {
  let wire: WebSocketWire
  private let transfer: WebSocketTransfer
  private let request: TransportRequest
  private let handshake: WebSocketHandshake
  private var isSent = false
  private(set) var sentAt = Monotonic.now
  private(set) var answeredAt = Monotonic.now
  /// The bytes after the head.
  private(set) var rest: [UInt8] = []

  /// Of a response that is no WebSocket no more is read.
  private static let bodyLimit = 1 << 20

  init(_ request: TransportRequest, for transfer: WebSocketTransfer) throws(TransportError) {
    guard let wire = WebSocketWire(transfer.settings, wokenBy: transfer.alarm) else {
      throw TransportError(.other, "libcurl could not make a handle.")
    }
    self.wire = wire
    self.transfer = transfer
    self.request = request
    handshake = WebSocketHandshake(request)
    if let mistake = handshake.mistake { throw mistake }
    transfer.wire?.beginHop()
  }

  /// - Returns: the head of the response.
  func shakeHands() throws(TransportError) -> ResponseHead {
    try wire.connect(to: request, until: transfer.handshakeDeadline) { transfer.reasonToGiveUp(at: .connecting) }
    sentAt = .now
    try send(handshake.head(cookie: request.options.usesCookies ? request.cookies?.headerBytes(for: request.url) : nil))
    isSent = true
    transfer.handler(.sent(url: request.url))
    let parts = try readHead()
    answeredAt = .now
    if request.options.usesCookies, !parts.cookies.isEmpty {
      request.cookies?.receive(bytes: parts.cookies, from: request.url)
    }
    if parts.status.code == 101, let reason = handshake.refusal(of: parts) {
      throw TransportError(
        .malformedAnswer, "\(Authority(of: request.url)) did not open the WebSocket correctly.",
        detail: "Of its response \(reason).")
    }
    return ResponseHead(
      url: URLText.webSocketForm(of: request.url), status: parts.status, version: parts.version, headers: parts.fields)
  }

  private func send(_ bytes: [UInt8]) throws(TransportError) {
    transfer.record(CURLINFO_HEADER_OUT, bytes)
    var sent = 0
    while sent < bytes.count {
      let count = try wire.write(bytes[sent...])
      sent += count
      if count == 0 { try wait(reading: false) }
    }
  }

  private func wait(reading: Bool) throws(TransportError) {
    if let error = transfer.reasonToGiveUp(at: isSent ? .waiting : .connecting) { throw error }
    let deadline = transfer.handshakeDeadline
    let limit = deadline == .distantFuture ? -1 : Int32(clamping: Monotonic.now.milliseconds(until: deadline))
    wire.wait(reading: reading, writing: !reading, milliseconds: limit)
  }

  private func readMore() throws(TransportError) -> Bool {
    while true {
      switch try wire.read() {
      case .bytes(let bytes):
        rest += bytes
        return true
      case .end: return false
      case .nothingYet: try wait(reading: true)
      }
    }
  }
}

// The response.
extension WebSocketOpening {
  private func readHead() throws(TransportError) -> HeadReader.Head {
    var reader = HeadReader()
    var start = 0
    while true {
      while let end = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(rest[start...end])
        start = end + 1
        transfer.record(CURLINFO_HEADER_IN, line)
        switch line.withUnsafeBytes({ reader.take($0) }) {
        case .more: continue
        case .complete(let head):
          rest.removeFirst(start)
          return head
        case .tooLarge: throw TransportError(.malformedAnswer, "\(authority) sends too many headers.")
        }
      }
      guard rest.isEmpty || rest.starts(with: "HTTP/".utf8.prefix(rest.count)) else { throw noHTTP }
      guard rest.count < HeadReader.byteLimit else { throw noHTTP }
      guard try readMore() else {
        throw TransportError(.reset, "\(authority) closed the connection before responding.")
      }
    }
  }

  private var authority: Authority { Authority(of: request.url) }

  private var noHTTP: TransportError {
    TransportError(.malformedAnswer, "\(authority) did not respond with HTTP.")
  }

  /// A response that is no WebSocket, with as much of its body as is worth reading.
  func refusal(_ head: ResponseHead) throws(TransportError) -> TransportResponse {
    let framing = RefusalFraming(head.headers, status: head.status.code)
    while framing.body(in: rest) == nil, rest.count < Self.bodyLimit, try readMore() {}
    let bytes = framing.body(in: rest) ?? framing.part(of: rest)
    let body = transfer.sink()
    transfer.handler(.head(head, body: body))
    do {
      try bytes.withUnsafeBytes(body.append)
      try body.finish()
    } catch {
      throw TransportError(storing: error)
    }
    var response = response(head, body)
    response.bytesOnWire = bytes.count
    response.validationFailure = ValidationFailure(
      expectation: "a WebSocket (status 101)", reason: "got \(head.status.code)")
    return response
  }

  /// With the times until now.
  func response(_ head: ResponseHead, _ body: any BodySink) -> TransportResponse {
    var timings = wire.timings
    timings.firstByte = sentAt.duration(to: answeredAt)
    timings.transfer = answeredAt.duration(to: .now)
    timings.total = transfer.startedAt.duration(to: .now)
    return TransportResponse(
      head: head, body: body, timings: timings, hops: transfer.hops, wire: transfer.wire?.log)
  }
}

extension WebSocketWire {
  fileprivate func write(_ bytes: ArraySlice<UInt8>) throws(TransportError) -> Int {
    let result = bytes.withUnsafeBytes { bytes in Result { () throws(TransportError) in try write(bytes) } }
    return try result.get()
  }
}

/// The framing of a response's body, by which its end is found (RFC 9112 §6.3).
private enum RefusalFraming {
  case length(Int)
  case chunks
  case untilClose

  init(_ headers: HTTPFields, status: Int) {
    if status == 204 || status == 304 {
      self = .length(0)
    } else if headers[.transferEncoding]?.lowercased().hasSuffix("chunked") == true {
      self = .chunks
    } else {
      self = headers[.contentLength].flatMap { Int($0) }.map { .length(max(0, $0)) } ?? .untilClose
    }
  }

  /// Nil while it is not whole.
  func body(in bytes: [UInt8]) -> [UInt8]? {
    switch self {
    case .length(let count): bytes.count >= count ? Array(bytes[..<count]) : nil
    case .chunks: Self.unchunked(bytes).flatMap { $0.isWhole ? $0.body : nil }
    case .untilClose: nil
    }
  }

  /// Returns what has arrived of a body that is not whole.
  func part(of bytes: [UInt8]) -> [UInt8] {
    if case .chunks = self { Self.unchunked(bytes)?.body ?? [] } else { bytes }
  }

  private static func unchunked(_ bytes: [UInt8]) -> (body: [UInt8], isWhole: Bool)? {
    var (body, rest) = ([UInt8](), bytes[...])
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let digits = rest[..<end].prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: "\r") }
      guard let count = Int(String(decoding: digits, as: UTF8.self), radix: 16), (0..<1 << 62) ~= count else {
        return nil
      }
      if count == 0 { return (body, true) }
      body += rest[(end + 1)...].prefix(count)
      rest = rest[(end + 1)...].dropFirst(count + 2)
    }
    return (body, false)
  }
}
