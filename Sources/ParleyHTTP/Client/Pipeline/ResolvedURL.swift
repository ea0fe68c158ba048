/// Server, endpoint and query as one exact URL.
///
/// An endpoint that is a whole URL stands alone; otherwise the server's base and the endpoint are joined with exactly one
/// slash. Query items go behind whatever query the endpoint has. What may not stand in a URL is percent-encoded.
struct ResolvedURL {
  let text: String

  init(_ parameters: RequestParameters, on server: Server?) throws(InvalidRequest) {
    let base = try Self.base(for: parameters.endpoint, on: server)
    let completed = URLText.completed(URLText.appending(parameters.query, to: base))
    if let reason = URLText.mistake(in: completed) { throw .url(base, reason: reason) }
    text = completed
  }

  private static func base(for endpoint: String, on server: Server?) throws(InvalidRequest) -> String {
    if URLText.isAbsolute(endpoint) { return endpoint }
    guard let server else { throw .noServer(endpoint: endpoint) }
    // Joined to an address without a host, the path would begin with one.
    if let reason = URLText.mistake(in: server.address) { throw .url(server.address, reason: reason) }
    return URLText.joining(server.address, endpoint)
  }
}
