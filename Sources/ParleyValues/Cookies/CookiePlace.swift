/// A URL as the rules of cookies see it: host, path, and whether anybody can read along.
struct CookiePlace {
  let host: String
  let path: String
  let isSecure: Bool

  init?(_ url: String) {
    guard let parsed = CurlURL(url), let host = parsed.host, !host.isEmpty else { return nil }
    self.host = host.lowercased()
    path = parsed.path ?? "/"
    isSecure = URLText.starts(url, with: "https://")
  }

  /// The host and every domain above it, down to the last label.
  var domains: [String] {
    guard !isAddress else { return [host] }
    var domains = [host]
    var rest = host[...]
    while let dot = rest.firstIndex(of: ".") {
      rest = rest[rest.index(after: dot)...]
      domains.append(String(rest))
    }
    return domains
  }

  /// Whether the host is an IP address, which has nothing above it.
  var isAddress: Bool {
    host.hasPrefix("[") || host.utf8.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: ".") }
  }

  /// The path up to its last slash (RFC 6265 §5.1.4).
  var defaultPath: String {
    guard path.hasPrefix("/"), let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  /// Whether the host is this domain, or below it (RFC 6265 §5.1.3).
  func isWithin(_ domain: String) -> Bool {
    host == domain || !isAddress && host.hasSuffix(".\(domain)")
  }
}

extension Cookie {
  func goes(to place: CookiePlace) -> Bool {
    let isForHost = isHostOnly ? place.host == domain : place.isWithin(domain)
    return isForHost && (!isSecure || place.isSecure) && covers(place.path) && isWritable
  }

  /// Whether it can stand in a header; a person may have written anything into it.
  private var isWritable: Bool {
    pair.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: ";") }
  }

  /// RFC 6265 §5.1.4
  private func covers(_ wanted: String) -> Bool {
    guard wanted.hasPrefix(path) else { return false }
    return wanted.utf8.count == path.utf8.count || path.hasSuffix("/")
      || wanted.utf8.dropFirst(path.utf8.count).first == UInt8(ascii: "/")
  }
}
