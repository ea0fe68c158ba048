/// Server, endpoint and query as one exact URL.
///
/// An endpoint that is a whole URL stands alone; otherwise the server's base and the endpoint are joined with exactly one
/// slash. Query items go behind whatever query the endpoint has. What may not stand in a URL is percent-encoded.
struct ResolvedURL {
  let text: String

  init(_ parameters: RequestParameters, on server: Server?) throws(InvalidRequest) {
    let base = try Self.base(for: parameters.endpoint, on: server)
    let completed = URLText.completed(URLText.appending(parameters.query, to: base))
    if let reason = Self.mistake(in: completed) { throw .url(base, reason: reason) }
    text = completed
  }

  private static func base(for endpoint: String, on server: Server?) throws(InvalidRequest) -> String {
    if URLText.isAbsolute(endpoint) { return endpoint }
    guard let server else { throw .noServer(endpoint: endpoint) }
    // Joined to an address without a host, the path would begin with one.
    if let reason = mistake(in: server.address) { throw .url(server.address, reason: reason) }
    return URLText.joining(server.address, endpoint)
  }

  static func mistake(in url: String) -> String? {
    guard URLText.isHTTP(url) || URLText.isWebSocket(url) else {
      return URLText.scheme(of: url).map { "“\($0)” is not http, https, ws or wss" } ?? "it has no scheme"
    }
    return namesHost(URLText.withoutScheme(url)) ? nil : "it has no host"
  }

  /// Whether something stands where the host does: behind whatever user there is, in front of whatever port.
  private static func namesHost(_ authority: Substring) -> Bool {
    var (isStart, hasHost) = (true, false)
    for byte in authority.utf8 {
      if byte.endsAuthority { break }
      if isStart { hasHost = byte != UInt8(ascii: ":") }
      isStart = byte == UInt8(ascii: "@")
      if isStart { hasHost = false }
    }
    return hasHost
  }
}
