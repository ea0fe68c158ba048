/// The address on this machine to which the browser returns after sign-in (RFC 8252 §7.3).
package struct LoopbackAddress: Sendable, Hashable {
  let host: String
  /// 0 where the system chooses one.
  let port: UInt16
  let path: String

  private static let hosts = ["127.0.0.1", "localhost"]

  /// - Parameter url: as in `http://127.0.0.1:8400/callback`; nil leaves the port to the system.
  init(_ url: String?) throws(AuthorizationError) {
    let url = url ?? "http://127.0.0.1/callback"
    let rest = URLText.withoutScheme(url)
    let authority = rest.prefix { $0 != "/" }
    let parts = authority.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let port = parts.count > 1 ? UInt16(parts[1]) : 0
    guard URLText.starts(url, with: "http://"), let host = parts.first.map(String.init), Self.hosts.contains(host),
      let port, url.isForBrowsers, !rest.contains("?"), !rest.contains("#")
    else { throw .redirectURL(url) }
    self.host = host
    self.port = port
    path = authority.endIndex == rest.endIndex ? "/" : String(rest[authority.endIndex...])
  }

  /// Whether a browser can come back to a URL.
  package static func isOne(_ url: String) -> Bool { (try? LoopbackAddress(url)) != nil }

  func url(onPort port: UInt16) -> String { "http://\(host):\(port)\(path)" }

  /// Whether a request that names this host was meant for here: no page of another name may come by (DNS rebinding).
  func isMeant(by hostHeader: String?, onPort port: UInt16) -> Bool {
    Self.hosts.contains { hostHeader == "\($0):\(port)" }
  }
}

extension AuthorizationError {
  fileprivate static func redirectURL(_ url: String) -> AuthorizationError {
    AuthorizationError(
      .signIn, "The redirect URL is not one of this machine.", detail: "It is “\(url.prefix(200))”.",
      advice: "Write http://127.0.0.1/callback, or with a port: http://127.0.0.1:8400/callback.")
  }

  static func noPort(_ port: UInt16, _ reason: String) -> AuthorizationError {
    AuthorizationError(
      .signIn, "The browser cannot come back: port \(port) of this machine cannot be opened.", detail: "\(reason).",
      advice: "End the program that uses the port, or choose another redirect URL.")
  }
}
