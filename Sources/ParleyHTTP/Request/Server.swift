/// A server that requests name by key: where the path of a request is joined to.
///
/// An address without a scheme is `http`. The address may have a path of its own:
///
/// ```swift
/// let api = Server("https://api.example.com/v2")
/// let local = Server(host: "localhost", port: 8080)
/// ```
public struct Server: Sendable, Hashable {
  /// The base URL as given, with its scheme.
  public let address: String

  /// - Parameter address: a base URL; without a scheme it is `http`.
  public init(_ address: String) {
    self.address = URLText.isAbsolute(address) ? address : "http://\(address)"
  }

  /// - Parameters:
  ///   - scheme: `http` or `https`.
  ///   - host: a name or an address.
  ///   - port: the scheme's own port when nil.
  ///   - path: a base path, with or without its leading slash.
  public init(scheme: String = "http", host: String, port: Int? = nil, path: String = "") {
    let authority = port.map { "\(host):\($0)" } ?? host
    self.init(URLText.joining("\(scheme)://\(authority)", path))
  }
}

extension Server {
  /// The reason nothing can be sent to it, as far as its address shows; nil when the address is valid.
  package var mistake: String? {
    if let mistake = URLText.mistake(in: address) ?? HostName.mistake(in: address) { return mistake }
    let url = URLText.httpForm(of: address)
    if URLText.namesPlainHost(url) { return nil }
    return CurlURL(URLText.completed(url)) == nil ? "its host or its port is none" : nil
  }

  /// The same of an address as it is written: with `http` in front, a scheme that has no host would be a user.
  package static func mistake(in address: String) -> String? {
    HostName.mistake(ofSchemeIn: address) ?? Server(address).mistake
  }

  /// The same, as far as it matters before a path is joined to it.
  package var joiningMistake: String? { URLText.mistake(in: address) }

  /// The whole URL of an endpoint on this server, joined with exactly one slash; an endpoint that is one already stands
  /// alone.
  package func url(for endpoint: String) -> String {
    URLText.isAbsolute(endpoint) ? endpoint : URLText.joining(address, endpoint)
  }
}

extension Server: ExpressibleByStringLiteral {
  public init(stringLiteral address: String) {
    self.init(address)
  }
}

/// The servers a client knows, by key, and which of them a request goes to that names none.
///
/// ```swift
/// let servers = Servers(["shop": "https://shop.example.com", "images": "https://images.example.com"], default: "shop")
/// let client = Client(.init(servers: servers))
/// try await client.send(.get("/logo.png", server: "images"))
/// ```
public struct Servers: Sendable, Hashable {
  /// All of them, by the key that requests name them by.
  public private(set) var byKey: [String: Server]
  /// The key of the default server.
  public var defaultKey: String?

  /// - Parameters:
  ///   - byKey: the servers.
  ///   - defaultKey: that of the server for requests that name none.
  public init(_ byKey: [String: Server] = [:], default defaultKey: String? = nil) {
    self.byKey = byKey
    self.defaultKey = defaultKey
  }

  /// One server, for every request that names none.
  public init(_ server: Server) {
    self.init(["default": server], default: "default")
  }

  /// The server of that key; nil, in or out, is none.
  package subscript(key: String) -> Server? {
    get { byKey[key] }
    set { byKey[key] = newValue }
  }

  /// The server a request goes to.
  /// - Throws: `InvalidRequest.unknownServer` with the keys there are.
  func server(named key: String?) throws(InvalidRequest) -> Server? {
    guard let wanted = key ?? defaultKey else { return nil }
    guard let server = byKey[wanted] else {
      throw .unknownServer(wanted, known: byKey.keys.sorted())
    }
    return server
  }
}
