/// The transcript of a WebSocket, as the body of its response: a line of JSON for each entry.
///
/// ```json
/// {"time":"2026-11-21T14:03:07.123Z","from":"client","type":"text","size":13,"json":{"hello":true}}
/// {"time":"2026-11-21T14:03:07.131Z","from":"server","type":"text","size":5,"text":"hello"}
/// {"time":"2026-11-21T14:03:09.512Z","from":"client","type":"close","code":1000,"reason":""}
/// ```
///
/// Text that is JSON is kept as it arrived, its line breaks as spaces; other text as a string, bytes in base64.
package struct WebSocketTranscript {
  private let body: any BodySink

  package init(_ body: any BodySink) {
    self.body = body
  }

  package func note(_ message: WebSocketMessage, from side: WebSocketSide) throws {
    try add(from: side, type: message.type, size: message.count) { message.appendContent(to: &$0) }
  }

  /// - Parameter roundTrip: of a pong that replies to a ping of ours.
  package func note(
    control type: WebSocketEntry.Kind, _ payload: [UInt8], from side: WebSocketSide, roundTrip: Duration? = nil
  ) throws {
    try add(from: side, type: type, size: payload.count) { bytes in
      WebSocketMessage(control: payload).appendContent(to: &bytes)
      if let roundTrip { bytes += Array(",\"milliseconds\":\(roundTrip.inMilliseconds)".utf8) }
    }
  }

  /// - Parameter side: nil for a connection that ended without a close.
  package func note(_ close: WebSocketClose, from side: WebSocketSide?) throws {
    try add(from: side, type: .close, size: nil) { bytes in
      bytes += Array(",\"code\":\(close.code),\"reason\":".utf8)
      JSONText.appendQuoted(close.reason, to: &bytes)
    }
  }

  private func add(
    from side: WebSocketSide?, type: WebSocketEntry.Kind, size: Int?, _ content: (inout [UInt8]) -> Void
  ) throws {
    var bytes = Array("{\"time\":\"\(Timestamp.now().iso8601)\"".utf8)
    if let side { bytes += Array(",\"from\":\"\(side.rawValue)\"".utf8) }
    bytes += Array(",\"type\":\"\(type.rawValue)\"".utf8)
    if let size { bytes += Array(",\"size\":\(size)".utf8) }
    content(&bytes)
    bytes += [.closeBrace, .lineFeed]
    try bytes.withUnsafeBytes(body.append)
  }
}

/// The sender of a message.
public enum WebSocketSide: String, Sendable, Hashable {
  /// Ours.
  case client
  /// The other's.
  case server
}

extension WebSocketMessage {
  /// The payload of a ping or a pong as a message: mostly nothing, or text.
  fileprivate init(control payload: [UInt8]) {
    self = String(validating: payload, as: UTF8.self).map(WebSocketMessage.text) ?? .binary(payload)
  }

  fileprivate var type: WebSocketEntry.Kind {
    switch self {
    case .text: .text
    case .binary: .binary
    }
  }

  fileprivate func appendContent(to bytes: inout [UInt8]) {
    switch self {
    case .binary(let content):
      bytes += Array(",\"base64\":\"\(Base64.encode(content))\"".utf8)
    case .text(let text):
      let content = Array(text.utf8)
      guard content.isOneDocument else {
        bytes += Array(",\"text\":".utf8)
        return JSONText.appendQuoted(text, to: &bytes)
      }
      bytes += Array(",\"json\":".utf8)
      // Between tokens line breaks are blanks, and within them JSON has none.
      bytes += content.map { $0 == .lineFeed || $0 == .carriageReturn ? .space : $0 }
    }
  }
}

extension [UInt8] {
  /// Whether it is JSON that may stand inside of other JSON.
  fileprivate var isOneDocument: Bool {
    guard let first, first != 0xEF else { return false }
    var scanner = JSONScanner(maximumDepth: 500)
    var handler = NoHandler()
    do {
      try scanner.scan(self, into: &handler)
      try scanner.finish(into: &handler)
      return true
    } catch {
      return false
    }
  }
}

private struct NoHandler: JSONEventHandler {
  mutating func handle(_ event: JSONEvent) {}
}
