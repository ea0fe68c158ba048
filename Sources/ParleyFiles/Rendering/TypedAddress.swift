/// An address without a scheme, as people type it: `localhost:9311/get`, `api.example.com/items`, and `:9311/get` for this machine,
/// as HTTPie has it.
///
/// Its scheme is `http` for this machine and where a port is named (other than 443), and `https` otherwise. (curl and the
/// engine's `Server` take `http` for all; credentials should not be sent in clear because eight letters were left out.)
package struct TypedAddress: Equatable {
  /// The whole URL.
  package let url: String
  package let scheme: String
  /// A host of this machine, or one with a port. Anything else may be a path on a server too.
  package let isCertain: Bool

  /// `nil` for what has a scheme, for a path, and where a template stands for the host.
  package init?(_ text: String) {
    let text = Self.hostless(text).map { "localhost\($0)" } ?? text
    let authority = text.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
    guard !text.isWholeURL, let (name, port) = Self.parts(of: host) else { return nil }
    let isHere = Self.isHere(name)
    let hasDot = name.dropFirst().dropLast().contains(".")
    // A number that no port has, as in `item:70000`; behind a host it is a slip, which whoever reads the URL explains.
    if let port, UInt16(port) ?? 0 == 0, !isHere, !hasDot { return nil }
    isCertain = isHere || port != nil
    guard isCertain || hasDot else { return nil }
    scheme = isHere || port != nil && port != "443" ? "http" : "https"
    url = "\(scheme)://\(text)"
  }

  /// The text behind the host that is left out; nil where one is named.
  private static func hostless(_ text: String) -> Substring? {
    guard text.hasPrefix(":"), let next = text.dropFirst().first else { return nil }
    if next == "/" { return text.dropFirst() }
    return next.isASCII && next.isNumber ? text[...] : nil
  }

  private static func parts(of host: Substring) -> (name: Substring, port: Substring?)? {
    let end = host.hasPrefix("[") ? host.firstIndex(of: "]").map(host.index(after:)) : host.firstIndex(of: ":")
    let name = host[..<(end ?? host.endIndex)]
    let rest = host[name.endIndex...]
    guard isName(name) else { return nil }
    if rest.isEmpty { return (name, nil) }
    let port = rest.dropFirst()
    guard rest.first == ":", !port.isEmpty, port.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    return (name, port)
  }

  private static func isName(_ name: Substring) -> Bool {
    if name.hasPrefix("[") { return name.hasSuffix("]") && name.count > 2 }
    guard let first = name.unicodeScalars.first, first != "." else { return false }
    return name.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || "0123456789-._".unicodeScalars.contains($0) }
  }

  /// Names and addresses of this machine (RFC 6761, section 6.3; RFC 6890).
  private static func isHere(_ name: Substring) -> Bool {
    let name = name.lowercased()
    let isIPv4 = name.split(separator: ".").allSatisfy { UInt8($0) != nil }
    return name == "localhost" || name.hasSuffix(".localhost") || name == "[::1]"
      || isIPv4 && (name.hasPrefix("127.") || name == "0.0.0.0")
  }
}

extension RequestDefinition {
  /// Whether its URL is a path, as far as that is known before it is filled in.
  package var needsServer: Bool {
    let url = url.value
    return !url.isWholeURL && TypedAddress(url) == nil && !["{{", "ws+{{"].contains { url.hasPrefix($0) }
  }
}
