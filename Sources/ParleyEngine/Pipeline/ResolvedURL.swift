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
    return URLText.joining(server.address, endpoint)
  }

  private static func mistake(in url: String) -> String? {
    guard URLText.isHTTP(url) else {
      return URLText.scheme(of: url).map { "“\($0)” is not http or https" } ?? "it has no scheme"
    }
    let authority = URLText.withoutScheme(url).utf8.prefix { !"/?#".utf8.contains($0) }
    let host = authority.lastIndex(of: UInt8(ascii: "@")).map { authority[$0...].dropFirst() } ?? authority
    return host.isEmpty || host.first == UInt8(ascii: ":") ? "it has no host" : nil
  }
}
