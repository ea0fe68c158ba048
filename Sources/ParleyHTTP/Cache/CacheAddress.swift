/// A URL taken apart, with scheme and host written in one way. Path and query are exact: in another order they are another address.
struct CacheAddress {
  let origin: String
  let path: String
  /// Behind a blank, which no URL has, stands what a model made, in the order of its keys.
  let query: String
  /// Whoever stands in front of the host.
  let user: Substring?

  /// - Parameter model: the items at the end of the query that a model made, in the order of its keys; nil where none did.
  init(_ url: String, ignoring ignored: IgnoredQuery?, model: [Query.Item]? = nil) {
    let scheme = (URLText.scheme(of: url) ?? "").lowercased()
    let rest = URLText.withoutScheme(url)
    let bytes = rest.utf8
    let pathStart = bytes.firstIndex(where: \.endsAuthority) ?? rest.endIndex
    let end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? rest.endIndex
    let mark = bytes[pathStart..<end].firstIndex(of: UInt8(ascii: "?")) ?? end
    let hostStart = bytes[..<pathStart].lastIndex(of: UInt8(ascii: "@"))
    user = hostStart.map { rest[..<$0] }
    let host = rest[(hostStart.map { bytes.index(after: $0) } ?? bytes.startIndex)..<pathStart]
    origin = "\(scheme)://\(Self.authority(host, of: scheme))"
    let hasQuery = mark != end
    let text = hasQuery ? rest[bytes.index(after: mark)..<end] : ""
    let path = pathStart == mark ? "/" : String(rest[pathStart..<mark])
    self.path = hasQuery && text.isEmpty && ignored == nil ? "\(path)?" : path
    query = Self.query(text, ignoring: ignored, model: model)
  }

  private static func authority(_ host: Substring, of scheme: String) -> String {
    let bytes = host.utf8
    let standardPort = (scheme == "https" ? ":443" : ":80").utf8
    let hasStandardPort = bytes.suffix(standardPort.count).elementsEqual(standardPort)
    return host[..<(hasStandardPort ? bytes.index(bytes.endIndex, offsetBy: -standardPort.count) : bytes.endIndex)]
      .lowercased()
  }

  private static func query(_ text: Substring, ignoring ignored: IgnoredQuery?, model: [Query.Item]?) -> String {
    if ignored == .all { return "" }
    guard ignored != nil || model != nil else { return String(text) }
    let literal = text.split(separator: "&", omittingEmptySubsequences: false).dropLast(model?.count ?? 0)
    let own = kept(literal, ignored)
    guard let model else { return own }
    return "\(own) \(kept(model.map { $0.encoded[...] }, ignored))"
  }

  private static func kept(_ items: some Sequence<Substring>, _ ignored: IgnoredQuery?) -> String {
    items.filter { !isIgnored($0, by: ignored) }.joined(separator: "&")
  }

  private static func isIgnored(_ item: Substring, by ignored: IgnoredQuery?) -> Bool {
    guard case .names(let names)? = ignored else { return false }
    let name = FormEncoding.decode(Array(item.prefix { $0 != "=" }.utf8)).first?.name ?? ""
    return names.contains(name) || names.contains(String(name.prefix { $0 != "[" }))
  }
}
