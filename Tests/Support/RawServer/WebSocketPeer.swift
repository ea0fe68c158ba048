import ParleyEngine

/// The server's side of a WebSocket, frame by frame, in the hands of a script.
///
///     let server = try RawServer.start { connection in
///       guard let peer = try WebSocketPeer(connection) else { return }
///       while let frame = try peer.read() { try peer.send(frame.opcode, frame.payload) }
///     }
public struct WebSocketPeer: Sendable {
  public struct Frame: Sendable, Hashable {
    public let opcode: UInt8
    public let isFinal: Bool
    public let isMasked: Bool
    public let payload: [UInt8]

    public var text: String { String(decoding: payload, as: UTF8.self) }
  }

  public static let text: UInt8 = 1
  public static let binary: UInt8 = 2
  public static let close: UInt8 = 8
  public static let ping: UInt8 = 9
  public static let pong: UInt8 = 10

  public let request: RawRequest
  private let connection: RawConnection

  /// Reads the request and accepts it.
  /// - Parameter headers: lines of the response besides its own.
  /// - Returns: nil when the client has closed.
  public init?(_ connection: RawConnection, headers: [String] = []) throws {
    guard let request = try connection.readRequest() else { return nil }
    self.request = request
    self.connection = connection
    try connection.send(Self.acceptance(of: request, headers: headers))
  }

  /// Accepts a request that was read.
  public init(_ request: RawRequest, on connection: RawConnection) throws {
    (self.request, self.connection) = (request, connection)
    try connection.send(Self.acceptance(of: request, headers: []))
  }

  /// The head that accepts a request.
  public static func acceptance(of request: RawRequest, headers: [String] = []) -> String {
    let key = request.value(of: "Sec-WebSocket-Key") ?? ""
    let lines =
      [
        "HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade",
        "Sec-WebSocket-Accept: \(WebSocketHandshake.accept(for: key))",
      ] + headers + ["", ""]
    return lines.joined(separator: "\r\n")
  }

  /// The next frame without its mask; nil when the client has closed the connection.
  public func read() throws -> Frame? {
    guard let head = try connection.read(exactly: 2) else { return nil }
    var length = Int(head[1] & 0x7F)
    if length > 125 {
      guard let digits = try connection.read(exactly: length == 126 ? 2 : 8) else { return nil }
      length = digits.reduce(0) { $0 << 8 | Int($1) }
    }
    let isMasked = head[1] & 0x80 != 0
    guard let mask = isMasked ? try connection.read(exactly: 4) : [0, 0, 0, 0],
      let masked = try connection.read(exactly: length)
    else { return nil }
    let payload = masked.enumerated().map { $1 ^ mask[$0 & 3] }
    return Frame(opcode: head[0] & 0x0F, isFinal: head[0] & 0x80 != 0, isMasked: isMasked, payload: payload)
  }

  public func send(_ opcode: UInt8, _ payload: [UInt8], isFinal: Bool = true) throws {
    try connection.send(Self.bytes(opcode, payload, isFinal: isFinal))
  }

  public func send(_ text: String) throws { try send(Self.text, Array(text.utf8)) }

  public func sendClose(_ code: Int, _ reason: String = "") throws {
    try send(Self.close, [UInt8(code >> 8), UInt8(code & 0xFF)] + Array(reason.utf8))
  }

  /// Exactly these bytes.
  public func send(raw bytes: [UInt8]) throws { try connection.send(bytes) }

  /// Sends back what comes until the client closes.
  public func echo() throws {
    while let frame = try read() {
      switch frame.opcode {
      case Self.close: return try send(Self.close, frame.payload)
      case Self.ping: try send(Self.pong, frame.payload)
      default: try send(frame.opcode, frame.payload)
      }
    }
  }

  public static func bytes(_ opcode: UInt8, _ payload: [UInt8], isFinal: Bool = true) -> [UInt8] {
    let first = (isFinal ? 0x80 : 0) | opcode
    if payload.count <= 125 { return [first, UInt8(payload.count)] + payload }
    if payload.count <= 0xFFFF {
      return [first, 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)] + payload
    }
    return [first, 127] + (0..<8).reversed().map { UInt8(payload.count >> ($0 * 8) & 0xFF) } + payload
  }
}

extension RawServer {
  /// `ws://127.0.0.1:PORT`, without a path.
  public var webSocketURL: String { "ws://127.0.0.1:\(port)" }

  /// A server that opens a WebSocket for every connection and hands it to a script.
  public static func webSocket(
    headers: [String] = [], _ script: @escaping @Sendable (WebSocketPeer) throws -> Void
  ) throws -> RawServer {
    try start { connection in
      if let peer = try WebSocketPeer(connection, headers: headers) { try script(peer) }
    }
  }
}
