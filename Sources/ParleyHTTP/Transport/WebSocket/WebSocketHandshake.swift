import Cryptography
package import HTTPTypes

/// The request that opens a WebSocket, and what its response must be (RFC 6455 §4).
package struct WebSocketHandshake {
  let key: String
  private let request: TransportRequest

  /// The names of the headers that the handshake sets itself.
  private static let own: Set<String> = [
    "connection", "upgrade", "sec-websocket-key", "sec-websocket-version", "content-length", "transfer-encoding",
  ]

  init(_ request: TransportRequest, key: String = Base64.encode(RandomBytes.make(16))) {
    self.request = request
    self.key = key
  }

  /// The reason it cannot be made; nil when it can.
  var mistake: TransportError? {
    if request.headers.contains(.secWebSocketExtensions) {
      return TransportError(
        .other, "Extensions of WebSocket are not supported.", detail: "Remove the header Sec-WebSocket-Extensions.")
    }
    guard case .digest = request.credentials else { return nil }
    return TransportError(.authentication, "A WebSocket cannot be opened with digest authentication.")
  }

  /// The head as it is sent.
  /// - Parameter cookie: the value of the header `Cookie`, where there are cookies.
  func head(cookie: [UInt8]?) -> [UInt8] {
    let parts = Parts(request.url)
    var head = "GET \(parts.target) HTTP/1.1\r\n"
    let fields = request.signedHeaders
    if !fields.contains(where: { $0.name.canonicalName == "host" }) { head += "Host: \(parts.host)\r\n" }
    head += "Upgrade: websocket\r\nConnection: Upgrade\r\n"
    head += "Sec-WebSocket-Key: \(key)\r\nSec-WebSocket-Version: 13\r\n"
    if let credentials = parts.credentials, !fields.contains(.authorization) {
      head += "Authorization: Basic \(Base64.encode(Array(credentials.utf8)))\r\n"
    }
    var bytes = Array(head.utf8)
    for field in fields where !Self.own.contains(field.name.canonicalName) {
      bytes += Array("\(field.name.rawName): ".utf8)
      field.withUnsafeBytesOfValue { bytes += $0 }
      bytes += Array("\r\n".utf8)
    }
    if let cookie, !fields.contains(.cookie) { bytes += Array("Cookie: ".utf8) + cookie + Array("\r\n".utf8) }
    return bytes + Array("\r\n".utf8)
  }

  /// The reason a response with status 101 opens no WebSocket; nil when it does.
  func refusal(of head: HeadReader.Head) -> String? {
    let fields = head.fields
    guard fields.lists("websocket", under: .upgrade) else { return "the header Upgrade is not “websocket”" }
    guard fields.lists("upgrade", under: .connection) else { return "the header Connection is not “Upgrade”" }
    guard fields[.secWebSocketAccept] == Self.accept(for: key) else {
      return "the header Sec-WebSocket-Accept is wrong"
    }
    if fields.contains(.secWebSocketExtensions) { return "it uses an extension that was not asked for" }
    guard let chosen = fields[.secWebSocketProtocol] else { return nil }
    return request.headers.elements(of: .secWebSocketProtocol).contains(chosen)
      ? nil : "it chose the subprotocol “\(chosen)”, which was not offered"
  }

  /// The key of a request that opens a WebSocket; nil of any other (RFC 6455 §4.2.1).
  package static func key(in fields: HTTPFields) -> String? {
    guard fields.lists("websocket", under: .upgrade), fields.lists("upgrade", under: .connection),
      fields[.secWebSocketVersion] == "13", let key = fields[.secWebSocketKey], Base64Text(key)?.bytes.count == 16
    else { return nil }
    return key
  }

  /// The value of `Sec-WebSocket-Accept` that a server sends for a key.
  package static func accept(for key: String) -> String {
    Base64.encode(MessageDigest.sum(of: "\(key)258EAFA5-E914-47DA-95CA-C5AB0DC85B11".utf8, .sha1))
  }
}

extension WebSocketHandshake {
  /// The parts of a URL that a request's head contains.
  package struct Parts {
    let target: String
    package let host: String
    let credentials: String?

    package init(_ url: String) {
      let rest = URLText.withoutScheme(url)
      let end = rest.utf8.firstIndex { $0.endsAuthority } ?? rest.endIndex
      let path = rest[end...].prefix { $0 != "#" }
      target = path.hasPrefix("/") ? String(path) : "/\(path)"
      let authority = rest[..<end]
      host = String(authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority)
      guard let parsed = CurlURL(url), let user = parsed.decodedUser else {
        credentials = nil
        return
      }
      credentials = "\(user):\(parsed.decodedPassword ?? "")"
    }
  }
}

extension HTTPFields {
  /// The elements of a list header, in all its lines.
  func elements(of name: HTTPField.Name) -> [String] {
    self[values: name].flatMap { $0.split(separator: ",") }.map { String($0.trimmingBlanks) }
  }

  fileprivate func lists(_ word: String, under name: HTTPField.Name) -> Bool {
    elements(of: name).contains { $0.lowercased() == word }
  }
}
