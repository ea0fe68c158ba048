import CCurl

/// A parsed URL, by libcurl's own parser: what it says is where the request goes (RFC 3986).
package struct CurlURL: ~Copyable {
  private let parts: OpaquePointer

  package init?(_ text: String) {
    guard let parts = ccurl_url() else { return nil }
    guard ccurl_url_set(parts, CURLUPART_URL, text, 0) == CURLUE_OK else {
      ccurl_url_cleanup(parts)
      return nil
    }
    self.parts = parts
  }

  /// A URL as a transfer reads it, which takes more than a parser has to: any scheme or none, and a path that stays as it is.
  package init?(toSend text: String) {
    guard let parts = ccurl_url() else { return nil }
    let flags = UInt32(CURLU_GUESS_SCHEME | CURLU_NON_SUPPORT_SCHEME | CURLU_PATH_AS_IS)
    guard ccurl_url_set(parts, CURLUPART_URL, text, flags) == CURLUE_OK else {
      ccurl_url_cleanup(parts)
      return nil
    }
    self.parts = parts
  }

  deinit {
    ccurl_url_cleanup(parts)
  }

  /// Calls with libcurl's own handle of it.
  package func withHandle<Result>(_ body: (UnsafeMutableRawPointer) -> Result) -> Result {
    body(UnsafeMutableRawPointer(parts))
  }

  /// Goes where a reference points from here.
  /// - Returns: false when it points nowhere; then nothing has changed.
  package mutating func follow(_ reference: String) -> Bool {
    ccurl_url_set(parts, CURLUPART_URL, URLText.completed(reference), 0) == CURLUE_OK
  }

  package var text: String? { self[CURLUPART_URL] }

  /// Scheme, host and port: what credentials may not cross.
  package var origin: Origin {
    Origin(
      scheme: self[CURLUPART_SCHEME]?.lowercased() ?? "", host: self[CURLUPART_HOST]?.lowercased() ?? "",
      port: self[CURLUPART_PORT] ?? "")
  }

  package var user: String? {
    get { self[CURLUPART_USER] }
    set { self[CURLUPART_USER] = newValue }
  }

  package var password: String? {
    get { self[CURLUPART_PASSWORD] }
    set { self[CURLUPART_PASSWORD] = newValue }
  }

  /// Without the percent-encoding.
  package var decodedUser: String? { part(CURLUPART_USER, CURLU_URLDECODE) }
  package var decodedPassword: String? { part(CURLUPART_PASSWORD, CURLU_URLDECODE) }

  /// An IPv6 address is in brackets.
  package var host: String? { self[CURLUPART_HOST] }

  /// As name servers know it, in Punycode; as it is where libcurl is too old for that.
  var encodedHost: String? { part(CURLUPART_HOST, 1 << 12) }

  /// The port the URL names itself.
  var explicitPort: Int? { part(CURLUPART_PORT, 0).flatMap { Int($0) } }

  package var path: String? { self[CURLUPART_PATH] }

  package var fragment: String? {
    get { self[CURLUPART_FRAGMENT] }
    set { self[CURLUPART_FRAGMENT] = newValue }
  }

  private subscript(name: CURLUPart) -> String? {
    get { part(name, name == CURLUPART_PORT ? CURLU_DEFAULT_PORT : 0) }
    nonmutating set {
      _ = ccurl_url_set(parts, name, newValue, 0)
    }
  }
}

extension CurlURL {
  private func part(_ name: CURLUPart, _ flags: Int32) -> String? {
    var value: UnsafeMutablePointer<CChar>?
    guard ccurl_url_get(parts, name, &value, UInt32(flags)) == CURLUE_OK, let value else { return nil }
    defer { ccurl_free(value) }
    return String(cString: value)
  }
}

package struct Origin: Equatable {
  package let scheme: String
  let host: String
  let port: String
}

/// `host:port` of a URL, for people: never its user, password, path or query.
package struct Authority: CustomStringConvertible {
  package let description: String

  package init(of url: String) {
    let origin = CurlURL(url)?.origin
    description = origin.map { "\($0.host):\($0.port)" } ?? "the server"
  }

  /// Without the port.
  package var host: Substring {
    description[..<(description.lastIndex(of: ":") ?? description.endIndex)]
  }
}
