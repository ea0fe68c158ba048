import HTTPTypes

extension Client {
  /// The headers that a request gets on its way besides those of ``preview(_:)``: by its authorization, its cookies and the transport. A
  /// line each, masked.
  /// - Throws: the reason it cannot be sent as it stands.
  package func headersAdded(to request: Request) throws(InvalidRequest) -> [String] {
    do throws(InvalidRequest) {
      return try Explaining(request, in: configuration).addedHeaders.map { "\($0.name): \($0.value)" }
    } catch {
      throw error.masked(by: request.secrets)
    }
  }
}

extension Explaining {
  fileprivate var addedHeaders: [(name: String, value: String)] {
    let request = prepared.forTransport
    let own = Set(request.headers.map(\.name.canonicalName)).union(request.omittedHeaders.map(\.canonicalName))
    let added: [(String, String?)] =
      [("Host", WebSocketHandshake.Parts(request.url).host)] + authorizationHeaders
      + [
        ("Accept-Encoding", request.webSocket == nil ? request.options.acceptedCodings : nil),
        ("Cookie", request.shownCookies), ("Content-Length", request.content?.count.map(String.init)),
        ("Transfer-Encoding", request.content.flatMap { $0.count == nil ? "chunked" : nil }),
      ]
    return added.compactMap { name, value in
      guard let value, !own.contains(name.lowercased()) else { return nil }
      return (name, value)
    }
  }

  /// Of an authorization that is no parameter of the URL.
  private var authorizationHeaders: [(String, String?)] {
    authorizationLines.filter { $0.origin == .authorization && $0.name != "request" && HTTPField.Name($0.name) != nil }
      .map { ($0.name, $0.value) }
  }
}

extension TransferOptions {
  /// The codings that the transport asks for; nil where it asks for none.
  fileprivate var acceptedCodings: String? { acceptEncoding ?? (decompresses ? ContentCoding.accepted : nil) }
}

extension TransportRequest {
  /// The cookies that go along, with their values masked.
  fileprivate var shownCookies: String? {
    guard options.usesCookies, let header = cookies?.header(for: url) else { return nil }
    return Secrets.maskingCookies(in: HTTPField(name: .cookie, value: header))
  }
}
