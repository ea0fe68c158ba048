import WorkbenchServices

/// The address that a link leads to.
struct LinkAddress {
  /// Scheme, host and port.
  let origin: String
  let path: String
  let query: [DraftRow]
  let url: String

  /// - Parameter base: the URL of what it stands in, for one that is relative to it (RFC 3986 §5.2).
  init?(_ text: String, base: String?) {
    guard let whole = Self.whole(text, base: base) else { return nil }
    let url = whole.prefix { $0 != "#" }
    guard url.contains("://") else { return nil }
    self.url = String(url)
    origin = Self.origin(of: self.url).lowercased()
    let parts = url.dropFirst(origin.count).split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = String(parts.first ?? "")
    query = Parameters.rows(of: parts.count > 1 ? "?\(parts[1])" : "")
  }

  private static func whole(_ text: String, base: String?) -> String? {
    if text.contains("://"), !text.hasPrefix("/"), !text.hasPrefix("?") { return text }
    guard let base else { return nil }
    let origin = origin(of: base)
    if text.hasPrefix("//") { return base.prefix { $0 != "/" } + text }
    if text.hasPrefix("/") { return origin + text }
    let path = base.dropFirst(origin.count).prefix { $0 != "?" && $0 != "#" }
    if text.hasPrefix("?") { return origin + path + text }
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "/"
    return origin + withoutDots(folder + text)
  }

  /// `/a/b/../c` is `/a/c`.
  private static func withoutDots(_ reference: some StringProtocol) -> String {
    let path = reference.prefix { $0 != "?" && $0 != "#" }
    var segments: [Substring] = []
    let written = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { Substring($0) }
    for segment in written {
      switch segment {
      case ".": break
      case "..": if !segments.isEmpty { segments.removeLast() }
      default: segments.append(segment)
      }
    }
    if let last = written.last, last == "." || last == ".." { segments.append("") }
    return "/" + segments.joined(separator: "/") + reference.dropFirst(path.count)
  }

  private static func origin(of url: String) -> String {
    guard let scheme = url.firstRange(of: "://") else { return "" }
    return String(url[..<scheme.upperBound] + url[scheme.upperBound...].prefix { !"/?#".contains($0) })
  }

  /// The values of the variables in another URL's path that make it this one; nil if there are none.
  func values(for template: String) -> [DraftRow]? {
    guard Self.origin(of: template).lowercased() == origin else { return nil }
    let wanted = template.dropFirst(origin.count).split(separator: "/")
    let found = path.split(separator: "/")
    guard wanted.count == found.count, !found.isEmpty else { return nil }
    var rows: [DraftRow] = []
    for (part, value) in zip(wanted, found) {
      if part.first == ":", part.count > 1 {
        rows.append(DraftRow(String(part.dropFirst()), String(value)))
      } else if part != value {
        return nil
      }
    }
    return rows
  }
}
