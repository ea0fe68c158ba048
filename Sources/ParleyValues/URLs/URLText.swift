/// URLs as text: joined, completed and percent-encoded without changing what is already well-formed (RFC 3986).
package enum URLText {
  /// Joins a base and an endpoint with exactly one slash between them; an empty endpoint adds nothing.
  package static func joining(_ base: String, _ endpoint: String) -> String {
    guard !endpoint.isEmpty, endpoint != "/" || !hasPath(base) else { return base }
    if endpoint.hasPrefix("?") || endpoint.hasPrefix("#") { return base + endpoint }
    let head = base.hasSuffix("/") ? String(base.dropLast()) : base
    return endpoint.hasPrefix("/") ? head + endpoint : "\(head)/\(endpoint)"
  }

  /// Whether `endpoint` is a whole URL, so that a server's base is ignored.
  package static func isAbsolute(_ endpoint: String) -> Bool {
    var endpoint = endpoint
    return endpoint.withUTF8 { schemeLength(in: $0) != nil }
  }

  /// Whether it is a URL of HTTP, in any casing.
  package static func isHTTP(_ url: String) -> Bool {
    starts(url, with: "http://") || starts(url, with: "https://")
  }

  /// Whether it is a URL of a WebSocket, in any casing. `ws+` in front of a URL of HTTP is another way to say so.
  package static func isWebSocket(_ url: String) -> Bool {
    guard url.utf8.first?.lowered == UInt8(ascii: "w") else { return false }
    return starts(url, with: "ws://") || starts(url, with: "wss://") || starts(url, with: "ws+http://")
      || starts(url, with: "ws+https://")
  }

  /// The URL of HTTP by which a WebSocket is opened (RFC 6455 §3); any other URL as it is.
  package static func httpForm(of url: String) -> String {
    guard isWebSocket(url) else { return url }
    return starts(url, with: "ws+") ? String(url.dropFirst(3)) : "http\(url.dropFirst(2))"
  }

  /// The URL of a WebSocket that is opened by this URL of HTTP.
  package static func webSocketForm(of url: String) -> String {
    isHTTP(url) ? "ws\(url.dropFirst(4))" : url
  }

  /// Whether a URL starts so, in any casing.
  /// - Parameter prefix: in lower case.
  package static func starts(_ url: String, with prefix: StaticString) -> Bool {
    var url = url
    return url.withUTF8 { bytes in
      prefix.withUTF8Buffer { wanted in
        guard bytes.count >= wanted.count else { return false }
        var index = 0
        while index < wanted.count, bytes[index] == wanted[index] || bytes[index].lowered == wanted[index] {
          index += 1
        }
        return index == wanted.count
      }
    }
  }

  /// The part in front of `://`; nil when there is no scheme.
  package static func scheme(of url: String) -> Substring? {
    var text = url
    guard let length = text.withUTF8({ schemeLength(in: $0) }) else { return nil }
    return url[..<url.utf8.index(url.startIndex, offsetBy: length)]
  }

  /// The bytes in front of `://`; nil when there is no scheme. Every request is asked several times.
  static func schemeLength(in url: UnsafeBufferPointer<UInt8>) -> Int? {
    var end = 0
    while end < url.count, url[end].isSchemeCharacter { end += 1 }
    guard end > 0, url[0].isASCIILetter, end + 2 < url.count, url[end] == UInt8(ascii: ":") else { return nil }
    return url[end + 1] == UInt8(ascii: "/") && url[end + 2] == UInt8(ascii: "/") ? end : nil
  }

  /// The part behind `://`, or everything where there is no scheme.
  package static func withoutScheme(_ url: String) -> Substring {
    guard let scheme = scheme(of: url) else { return url[...] }
    return url[url.utf8.index(scheme.endIndex, offsetBy: 3)...]
  }

  /// Whether a URL of HTTP has a host that anybody would take for one: letters, digits, dots and hyphens, and perhaps a port. False
  /// says nothing.
  package static func namesPlainHost(_ url: String) -> Bool {
    let authority = withoutScheme(url).utf8.prefix { !$0.endsAuthority }
    let host = authority.prefix {
      $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
    }
    guard isHTTP(url), !host.isEmpty, url.utf8.allSatisfy(\.mayStandInURL) else { return false }
    if host.endIndex == authority.endIndex { return true }
    let port = authority[host.endIndex...].dropFirst()
    return authority[host.endIndex] == UInt8(ascii: ":") && port.allSatisfy(\.isASCIIDigit)
      && UInt16(Substring(port)).map { $0 > 0 } == true
  }

  /// With its query in the form in which it is signed.
  package static func canonizingQuery(of url: String) -> String {
    let (head, fragment) = splitFragment(url)
    guard let mark = head.firstIndex(of: "?") else { return url }
    let query = canonicalQuery(head[head.index(after: mark)...])
    return query.isEmpty ? "\(head[..<mark])\(fragment)" : "\(head[...mark])\(query)\(fragment)"
  }

  /// In the order of names and then of values, each with its equals sign and encoded in one way; a plus sign means a blank.
  package static func canonicalQuery(_ query: Substring) -> String {
    let items = query.split(separator: "&").map { item in
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return parts.map { PercentText.canonical($0.replacing("+", with: "%20")[...]) }
    }
    let sorted = items.sorted { ($0[0], $0.dropFirst().first ?? "") < ($1[0], $1.dropFirst().first ?? "") }
    return sorted.map { "\($0[0])=\($0.dropFirst().first ?? "")" }.joined(separator: "&")
  }

  /// Percent-encodes what may not stand in a URL, leaving everything else as typed.
  package static func completed(_ url: String) -> String {
    var url = url
    if url.withUTF8({ isCompleted($0) }) { return url }
    return encoded(url) { $0.mayStandInURL }
  }

  private static func isCompleted(_ url: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    while index < url.count, url[index].mayStandInURL { index += 1 }
    return index == url.count
  }

  package static func encoded(_ text: String, keeping mayStay: (UInt8) -> Bool) -> String {
    encoded(text.utf8, keeping: mayStay)
  }

  static func encoded(_ bytes: some Sequence<UInt8>, keeping mayStay: (UInt8) -> Bool) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.underestimatedCount + 16)
    for byte in bytes {
      if mayStay(byte) {
        result.append(byte)
      } else {
        result.append(contentsOf: [UInt8(ascii: "%"), hexDigit(byte >> 4), hexDigit(byte & 15)])
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  static func splitFragment(_ url: String) -> (Substring, Substring) {
    let mark = url.firstIndex(of: "#") ?? url.endIndex
    return (url[..<mark], url[mark...])
  }

  private static func hasPath(_ base: String) -> Bool {
    withoutScheme(base).utf8.contains(UInt8(ascii: "/"))
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}

extension UInt8 {
  var isASCIILetter: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }

  /// In lower case, where it is a letter of ASCII.
  fileprivate var lowered: UInt8 { isASCIILetter ? self | 0x20 : self }

  @inlinable package var isASCIIDigit: Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
  }

  /// RFC 3986 §2.3: the characters that never need encoding.
  package var isUnreserved: Bool {
    switch self {
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
    default: isASCIILetter || isASCIIDigit
    }
  }

  /// Whether it ends the authority of a URL (RFC 3986 §3.2).
  package var endsAuthority: Bool {
    switch self {
    case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): true
    default: false
    }
  }

  fileprivate var isSchemeCharacter: Bool {
    switch self {
    case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): true
    default: isASCIILetter || isASCIIDigit
    }
  }

  /// Everything printable in ASCII but the characters that RFC 3986 allows nowhere. Brackets, though reserved for IPv6
  /// hosts, stay as well: servers that read `tags[]=low` expect them as they are.
  fileprivate var mayStandInURL: Bool {
    switch self {
    case 0...0x20, 0x7F...0xFF: false
    case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"), UInt8(ascii: "^"),
      UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
      false
    default: true
    }
  }
}
