package import HTTPServing
internal import HTTPTypes
internal import ParleyEngine

/// The real server behind the mock server.
package struct MockUpstream: Sendable {
  /// Without a slash at its end.
  package let address: String
  private let client = Client()

  private static let timeout = Duration.seconds(60)
  private static let largestBody = 64 << 20
  /// The name of this server in `Via`. A request that has passed it already is not forwarded: the server would send
  /// requests to itself forever.
  private static let pseudonym = "parley-mock"

  /// The headers that are about one connection only (RFC 9110, 7.6.1), and those that the client sets itself.
  private static let ownHeaders: Set<String> = [
    "connection", "keep-alive", "proxy-connection", "proxy-authenticate", "proxy-authorization", "te", "trailer",
    "transfer-encoding", "upgrade", "host", "content-length", "accept-encoding", "expect", "via",
  ]

  /// - Parameter text: a whole URL.
  /// - Throws: ``MockServerError/badUpstream(_:)``.
  package init(_ text: String) throws(MockServerError) {
    let address = text.hasSuffix("/") ? String(text.dropLast()) : text
    let scheme = address.prefix(8).lowercased()
    guard let start = address.firstRange(of: "://")?.upperBound, start < address.endIndex,
      scheme.hasPrefix("http://") || scheme.hasPrefix("https://"),
      !address.contains(where: { $0 == "?" || $0 == "#" || $0.isWhitespace || $0 == "{" })
    else { throw .badUpstream(text) }
    self.address = address
  }

  /// Whether a request has come through a mock server already.
  func hasPassed(_ request: ServedRequest) -> Bool {
    request.headers[values: .via].contains { $0.contains(Self.pseudonym) }
  }

  package func url(of request: ServedRequest) -> String {
    // A colon behind a slash would be the place of a value.
    address + (request.target == "*" ? "/" : request.target).replacing("/:", with: "/%3A")
  }

  /// Sends a request on, as it came.
  func send(_ request: ServedRequest) async throws(RequestError) -> Response {
    var options = TransferOptions(timeout: Self.timeout, redirects: 0)
    options.maxBody = Self.largestBody
    options.usesCookies = false
    var onward = Request(HTTPRequest.Method(rawValue: request.method), url(of: request)).options(options)
    let named = request.headers[values: .connection].flatMap { $0.lowercased().split { $0 == "," || $0 == " " } }
    for field in request.headers
    where !Self.ownHeaders.contains(field.name.canonicalName) && !named.contains(field.name.canonicalName[...]) {
      onward.headers.append(field)
    }
    onward.headers.append(HTTPField(name: .via, value: "1.1 \(Self.pseudonym)"))
    if !request.body.isEmpty { onward = onward.body(.bytes(request.body, contentType: nil)) }
    return try await client.send(onward)
  }

  /// Returns a response as it is passed back, with its body decompressed.
  static func handedOn(_ response: Response) -> ServedResponse {
    let fields = response.headers.filter { field in
      !ownHeaders.contains(field.name.canonicalName) && field.name != .contentEncoding
    }
    return ServedResponse(response.status, headers: HTTPFields(fields), body: (try? response.bytes()) ?? [])
  }
}
