/// A URL taken apart and written in one way, so that two spellings of one address are one.
struct CacheAddress {
  let origin: String
  let path: String
  let query: String

  init(_ url: String, ignoring ignored: IgnoredQuery?) {
    let scheme = (URLText.scheme(of: url) ?? "").lowercased()
    let rest = URLText.withoutScheme(url)
    let bytes = rest.utf8
    let authorityEnd = bytes.firstIndex {
      $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#")
    }
    let end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? rest.endIndex
    let pathStart = authorityEnd ?? rest.endIndex
    let mark = bytes[pathStart..<end].firstIndex(of: UInt8(ascii: "?")) ?? end
    origin = "\(scheme)://\(Self.authority(rest[..<pathStart], of: scheme))"
    path = pathStart == mark ? "/" : String(rest[pathStart..<mark])
    query = mark == end ? "" : Self.query(rest[bytes.index(after: mark)..<end], ignoring: ignored)
  }

  /// A user in it stays: two users are two origins here.
  private static func authority(_ text: Substring, of scheme: String) -> String {
    let bytes = text.utf8
    let host = bytes.lastIndex(of: UInt8(ascii: "@")).map { bytes.index(after: $0) } ?? bytes.startIndex
    let standardPort = (scheme == "https" ? ":443" : ":80").utf8
    let hasStandardPort = bytes[host...].suffix(standardPort.count).elementsEqual(standardPort)
    let end = hasStandardPort ? bytes.index(bytes.endIndex, offsetBy: -standardPort.count) : bytes.endIndex
    return text[..<host] + text[host..<end].lowercased()
  }

  private static func query(_ text: Substring, ignoring ignored: IgnoredQuery?) -> String {
    if ignored == .all { return "" }
    let items = text.split(separator: "&").map { QueryItem($0) }.filter { !$0.isIgnored(by: ignored) }
    guard items.count > 1 else { return items.first.map { String($0.text) } ?? "" }
    let sorted = items.enumerated().sorted { ($0.element.name, $0.offset) < ($1.element.name, $1.offset) }
    return sorted.map(\.element.text).joined(separator: "&")
  }
}

/// One `name=value` as it stands in a URL.
private struct QueryItem {
  let text: Substring
  let name: Substring

  init(_ text: Substring) {
    self.text = text
    name = text.prefix { $0 != "=" }
  }

  func isIgnored(by ignored: IgnoredQuery?) -> Bool {
    guard case .names(let names)? = ignored else { return false }
    let name = FormEncoding.decode(Array(self.name.utf8)).first?.name ?? ""
    return names.contains(name) || names.contains(String(name.prefix { $0 != "[" }))
  }
}
