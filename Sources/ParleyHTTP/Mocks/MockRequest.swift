public import HTTPTypes

/// A request as a mock sees it: what would have gone onto the wire, and the model it was made of.
public struct MockRequest: Sendable {
  /// As it would be sent, such as `GET`.
  public let method: String
  /// Whole, with the query.
  public let url: String
  /// The key of the server, as far as there is one.
  public let server: String?
  /// Whether it goes to the client's default server.
  public let isOnDefaultServer: Bool
  /// The base address of its server; nil for a whole URL.
  let serverAddress: String?
  /// The endpoint as the request or its route names it.
  package let template: String
  /// As they would be sent.
  public let headers: HTTPFields
  /// The model it was made of, as its caller gave it.
  public let model: (any Encodable & Sendable)?
  /// The body, when it is in memory.
  public let body: [UInt8]?
  /// On the server, without the query, percent-encoded: of a whole URL what follows its authority.
  public let path: String
  /// Whether it would open a WebSocket.
  public let isWebSocket: Bool
  /// The values of the placeholders in the mock's endpoint, decoded.
  public var pathValues: [String: String] = [:]

  /// One that came to this program, for no server that a client knows.
  ///
  /// ```swift
  /// MockRequest(arrived: "GET", url: "http://127.0.0.1:4010/pets?page=2", headers: [:], body: [])
  /// ```
  package init(arrived method: String, url: String, headers: HTTPFields, body: [UInt8]) {
    self.method = method
    self.url = url
    (server, serverAddress, isOnDefaultServer, model) = (nil, nil, true, nil)
    self.headers = headers
    self.body = body
    isWebSocket = false
    path = URLText.path(of: url, below: nil)
    template = path
  }

  /// Whether it goes to a server, by its key or by its address.
  func isOn(_ name: String) -> Bool {
    if name == server { return true }
    guard
      URLText.isAbsolute(name) || name.utf8.contains(where: { [UInt8(ascii: "."), UInt8(ascii: ":")].contains($0) })
    else { return false }
    let address = MockAddress(Server(name).address)
    return serverAddress.map { MockAddress($0) == address } ?? address.holds(url)
  }

  /// The parameters of the query in their order, decoded.
  public var query: [(name: String, value: String)] { URLText.queryItems(of: url) }

  /// The fields of an urlencoded form in their order, decoded; none for a body that is no text.
  public var formFields: [(name: String, value: String)] {
    String(validating: body ?? [], as: UTF8.self).map { URLText.queryItems(of: "?\($0)") } ?? []
  }
}

extension URLText {
  /// The path of a URL, or what is left of it behind the path of a base.
  static func path(of url: String, below base: String?) -> String {
    let path = path(of: url)
    guard let base = base.map(path(of:)), base != "/", path.hasPrefix(base) else { return path }
    let rest = path.dropFirst(base.hasSuffix("/") ? base.count - 1 : base.count)
    return rest.isEmpty ? "/" : String(rest)
  }

  private static func path(of url: String) -> String {
    let whole = url.prefix { $0 != "?" && $0 != "#" }
    guard let scheme = whole.firstRange(of: "://") else { return String(whole) }
    let rest = whole[scheme.upperBound...]
    return rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? "/"
  }

  package static func queryItems(of url: String) -> [(name: String, value: String)] {
    guard let mark = url.firstIndex(of: "?") else { return [] }
    return url[url.index(after: mark)...].prefix { $0 != "#" }.split(separator: "&").map { item in
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (
        PercentText.decoded(parts[0], plusIsBlank: true),
        parts.count > 1 ? PercentText.decoded(parts[1], plusIsBlank: true) : ""
      )
    }
  }
}

/// The address of a server, told apart from others whatever its casing and the slash at its end.
private struct MockAddress: Equatable {
  private let text: String

  init(_ address: String) {
    let rest = address.drop { $0 != ":" }.dropFirst(3)
    let end = rest.firstIndex(of: "/") ?? rest.endIndex
    let origin = address[..<end].lowercased()
    text = origin + (rest[end...].hasSuffix("/") ? rest[end...].dropLast() : rest[end...])
  }

  /// Whether a whole URL lies below it.
  func holds(_ url: String) -> Bool {
    let whole = MockAddress(String(url.prefix { $0 != "?" && $0 != "#" })).text
    return whole == text || whole.hasPrefix(text + "/")
  }
}

/// A path with places: each `:name` is any segment.
package struct MockPath: Sendable, Hashable {
  private let segments: [Substring]

  /// A path, or one with places: `/cart/:id/pay`.
  package init(_ text: String) {
    segments = text.split(separator: "/")
  }

  /// Returns the values of the placeholders, decoded; nil for another path.
  package func values(in path: String) -> [String: String]? {
    let given = path.split(separator: "/")
    guard given.count == segments.count else { return nil }
    var values: [String: String] = [:]
    for (segment, part) in zip(segments, given) {
      if segment.hasPrefix(":") {
        values[String(segment.dropFirst())] = PercentText.decoded(part)
      } else if segment != part, PercentText.decoded(segment) != PercentText.decoded(part) {
        return nil
      }
    }
    return values
  }
}
