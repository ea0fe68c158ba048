import ParleyEngine

/// A small proxy on loopback that says what it was asked: HTTP with tunnels, or SOCKS 5.
///
/// Whatever host it is asked for, it connects to that port of loopback.
public final class ProxyServer: Sendable {
  /// What a client has to say to be let through.
  public struct Credentials: Sendable {
    let user: String
    let password: String

    public init(user: String, password: String) {
      self.user = user
      self.password = password
    }

    var basic: String { "Basic \(Base64.encode(Array("\(user):\(password)".utf8)))" }
  }

  private let server: RawServer
  private let asked: Monitor<[String]>

  private init(_ server: RawServer, _ asked: Monitor<[String]>) {
    self.server = server
    self.asked = asked
  }

  public var port: UInt16 { server.port }

  /// Every `host:port`, or URL, it was asked for, in order.
  public var targets: [String] { asked.withLock { $0 } }

  public func stop() { server.stop() }

  /// An HTTP proxy: it tunnels what is asked for by `CONNECT`, and replies to everything else itself with the request line.
  public static func http(for credentials: Credentials? = nil) throws -> ProxyServer {
    let asked = Monitor<[String]>([])
    let server = try RawServer.start { connection in
      while let request = try connection.readRequest() {
        guard credentials == nil || request.value(of: "Proxy-Authorization") == credentials?.basic else {
          try connection.send(RawReply("407 Proxy Authentication Required", headers: ["Content-Length: 0"]))
          continue
        }
        asked.withLock { $0.append(request.target) }
        guard request.method == "CONNECT" else {
          try connection.send(.text(request.requestLine))
          continue
        }
        try connection.send(RawReply("200 Connection established"))
        return try tunnel(connection, to: request.target)
      }
    }
    return ProxyServer(server, asked)
  }

  /// A SOCKS 5 proxy (RFC 1928), with user and password (RFC 1929) where credentials are asked for.
  public static func socks5(for credentials: Credentials? = nil) throws -> ProxyServer {
    let asked = Monitor<[String]>([])
    let server = try RawServer.start { connection in
      guard try agree(on: credentials, with: connection), let target = try readTarget(connection) else { return }
      asked.withLock { $0.append(target) }
      try connection.send([5, 0, 0, 1, 127, 0, 0, 1, 0, 0])
      try tunnel(connection, to: target)
    }
    return ProxyServer(server, asked)
  }
}

// SOCKS 5.
extension ProxyServer {
  private static func agree(on credentials: Credentials?, with connection: RawConnection) throws -> Bool {
    guard let hello = try connection.read(exactly: 2), let methods = try connection.read(exactly: Int(hello[1])) else {
      return false
    }
    let method: UInt8 = credentials == nil ? 0 : 2
    guard methods.contains(method) else {
      try connection.send([5, 0xFF])
      return false
    }
    try connection.send([5, method])
    guard let credentials else { return true }
    let user = try readText(connection, skipping: 1)
    let password = try readText(connection, skipping: 0)
    let isRight = user == credentials.user && password == credentials.password
    try connection.send([1, isRight ? 0 : 1])
    return isRight
  }

  /// `host:port`, the host as a name or as an IPv4 address.
  private static func readTarget(_ connection: RawConnection) throws -> String? {
    guard let head = try connection.read(exactly: 4) else { return nil }
    let host =
      head[3] == 3
      ? try readText(connection, skipping: 0)
      : try connection.read(exactly: 4)?.map(String.init).joined(separator: ".")
    guard let host, let port = try connection.read(exactly: 2) else { return nil }
    return "\(host):\(UInt16(port[0]) << 8 | UInt16(port[1]))"
  }

  private static func readText(_ connection: RawConnection, skipping count: Int) throws -> String? {
    guard try connection.read(exactly: count) != nil, let length = try connection.read(exactly: 1),
      let bytes = try connection.read(exactly: Int(length[0]))
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension ProxyServer {
  private static func tunnel(_ connection: RawConnection, to target: String) throws {
    guard let port = target.split(separator: ":").last.flatMap({ UInt16($0) }) else { return }
    try connection.relay(to: port)
  }
}
