/// The queries of the entries in view. Where there is no room for a whole one, what it has in common with the others of its path is
/// left out, so that entries do not read alike.
struct CacheQueries {
  /// The items of each query, by the URL before it.
  private let items: [Substring: [Set<Substring>]]

  init(_ urls: [String]) {
    items = urls.reduce(into: [:]) { items, url in
      let (front, query) = Self.parts(of: url)
      items[front, default: []].append(Set(query))
    }
  }

  /// `http://h/items?…&per=20`, where all others have the rest, too; else the URL as it is.
  func distinct(_ url: String) -> String {
    let (front, query) = Self.parts(of: url)
    let all = items[front] ?? []
    let differing = query.filter { item in !all.allSatisfy { $0.contains(item) } }
    guard !differing.isEmpty, differing.count < query.count else { return url }
    return "\(front)?…&\(differing.joined(separator: "&"))"
  }

  private static func parts(of url: String) -> (front: Substring, query: [Substring]) {
    let parts = url.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    return (parts[0], parts.count > 1 ? parts[1].split(separator: "&") : [])
  }
}
