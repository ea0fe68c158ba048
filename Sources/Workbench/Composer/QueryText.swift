/// A URL as typed, cut at its query. Templates are never cut, whatever stands inside them.
struct QueryText: Hashable {
  /// The text before the `?`.
  var base: String
  /// The texts between the `&`, as written; empty parts are left out.
  var items: [String]
  /// From the `#` on.
  var fragment: String

  init(_ url: String) {
    let end = TemplateScanner.firstIndex(in: url[...], where: { $0 == "#" }) ?? url.endIndex
    let front = url[..<end]
    let mark = TemplateScanner.firstIndex(in: front, where: { $0 == "?" }) ?? end
    base = String(front[..<mark])
    items = mark == end ? [] : TemplateScanner.split(front[front.index(after: mark)...], at: "&")
    fragment = String(url[end...])
  }

  var text: String {
    items.isEmpty ? base + fragment : "\(base)?\(items.joined(separator: "&"))\(fragment)"
  }
}
