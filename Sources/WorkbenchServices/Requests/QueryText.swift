/// A URL as typed, cut at its query. Templates are never cut, whatever stands inside them.
package struct QueryText: Hashable {
  /// The text before the `?`.
  package var base: String
  /// The texts between the `&`, as written; empty parts are left out.
  package var items: [String]
  /// From the `#` on.
  var fragment: String

  package init(_ url: String) {
    let end = TemplateScanner.firstIndex(in: url[...], where: { $0 == "#" }) ?? url.endIndex
    let front = url[..<end]
    let mark = TemplateScanner.firstIndex(in: front, where: { $0 == "?" }) ?? end
    base = String(front[..<mark])
    items = mark == end ? [] : TemplateScanner.split(front[front.index(after: mark)...], at: "&")
    fragment = String(url[end...])
  }

  package var text: String {
    items.isEmpty ? base + fragment : "\(base)?\(items.joined(separator: "&"))\(fragment)"
  }
}

extension String {
  /// Behind scheme and authority, whose port is no variable.
  package var withoutOrigin: String {
    guard let scheme = firstRange(of: "://") else { return self }
    return String(self[scheme.upperBound...].drop { $0 != "/" })
  }
}
