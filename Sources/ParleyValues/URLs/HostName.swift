/// The host of an address, as far as it can be known by itself whether there is such a name.
package enum HostName {
  /// Schemes that have no host, and so no slashes behind them.
  private static let others: Set = [
    "mailto", "tel", "sms", "urn", "data", "javascript", "about", "news", "sip", "blob",
  ]
  private static let (longestLabel, longest) = (63, 253)

  /// The reason that no server has the name, as it ends a sentence about the address; nil if one may have it.
  package static func mistake(in address: String) -> String? { mistake(ofHost: host(of: address)) }

  /// The same of a scheme that has no host, in an address as it is written. A host may have such a name too, with a port behind it.
  package static func mistake(ofSchemeIn address: String) -> String? {
    guard !address.contains("://"), let colon = address.firstIndex(of: ":") else { return nil }
    let scheme = address[..<colon].lowercased()
    let port = address[colon...].dropFirst().prefix { !"/?#".contains($0) }
    guard others.contains(scheme), !port.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
    return "“\(scheme)” is not http, https, ws or wss"
  }

  private static func host(of address: String) -> String {
    let url = address.firstRange(of: "://").map { String(address[$0.upperBound...]) } ?? address
    let authority = url.prefix { !"/?#\\".contains($0) }
    let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
    return host.hasPrefix("[") ? "" : String(host.prefix { $0 != ":" })
  }

  /// Names in other scripts and escapes are left to curl, which knows how they are spelled.
  private static func mistake(ofHost host: String) -> String? {
    guard !host.isEmpty, host.utf8.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "%") && $0 != UInt8(ascii: "{") })
    else {
      return nil
    }
    let labels = (host.hasSuffix(".") ? host.dropLast() : host[...]).split(
      separator: ".", omittingEmptySubsequences: false)
    if labels.contains(where: \.isEmpty) { return "its host has a dot too many" }
    if labels.contains(where: { $0.utf8.count > longestLabel }) {
      return "a part of its host is longer than \(longestLabel) characters"
    }
    return host.utf8.count > longest ? "its host is longer than \(longest) characters" : nil
  }
}
