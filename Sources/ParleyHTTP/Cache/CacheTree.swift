/// Entries by origin and path: how many there are below each part, how large they are, and how they were used.
package struct CacheTree: Sendable {
  /// The totals of all entries of a part of the tree.
  package struct Totals: Sendable, Hashable {
    package var count = 0
    /// Bytes of their bodies.
    package var size = 0
    package var usage = CacheUsage()
    /// How many of them have a body that somebody edited.
    package var edited = 0
    /// The time at which the newest was received.
    package var youngest: Timestamp?
    /// The time at which the first of them stops being fresh.
    package var nextExpiry: Timestamp?

    package init() {}

    package static func += (sum: inout Totals, listing: CacheListing) {
      sum.count += 1
      sum.size += listing.size
      sum.usage += listing.usage
      sum.edited += listing.isEdited ? 1 : 0
      sum.youngest = max(sum.youngest ?? listing.receivedAt, listing.receivedAt)
      if let time = listing.freshUntil { sum.nextExpiry = min(sum.nextExpiry ?? time, time) }
    }
  }

  /// The origin, or a segment of the path such as `/items`.
  package let name: String
  /// The names from the origin to here.
  package let prefix: String
  package private(set) var totals = Totals()
  /// The entries of exactly this address, whatever their query.
  package private(set) var entries: [CacheListing] = []
  /// By their names.
  package private(set) var children: [CacheTree] = []

  package init(_ listings: [CacheListing]) {
    self.init("", below: "", listings.map { ($0, Self.parts(of: $0.label.url)) }, depth: 0)
  }

  private init(_ name: String, below prefix: String, _ listings: [(CacheListing, parts: [String])], depth: Int) {
    self.name = name
    self.prefix = prefix + name
    var deeper: [ExactString: [(CacheListing, parts: [String])]] = [:]
    for (listing, parts) in listings {
      totals += listing
      if parts.count > depth {
        deeper[ExactString(parts[depth]), default: []].append((listing, parts))
      } else {
        entries.append(listing)
      }
    }
    children = deeper.sorted { $0.key < $1.key }.map {
      CacheTree($0.key.text, below: self.prefix, $0.value, depth: depth + 1)
    }
  }

  /// The origin, then each segment of the path, without the query.
  package static func parts(of url: String) -> [String] {
    guard let scheme = url.firstRange(of: "://") else { return [url] }
    let rest = url[scheme.upperBound...].prefix { $0 != "?" }
    let host = rest.prefix { $0 != "/" }
    let segments = rest.dropFirst(host.count).split(separator: "/").map { "/\($0)" }
    return [String(url[..<scheme.upperBound] + host)] + (segments.isEmpty ? ["/"] : segments)
  }

  /// The prefixes of the parts around an address, from the origin on.
  package static func prefixes(around url: String) -> [String] {
    var prefix = ""
    return parts(of: url).map { part in
      prefix += part
      return prefix
    }
  }

  /// Its parts in an order; by their names where that is the order of use.
  package func children(by sort: CacheSort) -> [CacheTree] {
    sort.field == .use ? children : sort.sorted(children, \.sortFacts)
  }

  /// Returns the entries of exactly this address, in an order.
  package func entries(by sort: CacheSort) -> [CacheListing] { sort.sorted(entries, \.sortFacts) }

  /// All entries below a part; nothing where there is no such part.
  package func listings(below prefix: String) -> [CacheListing] {
    if self.prefix.isIdentical(to: prefix) { return all }
    guard self.prefix.isEmpty || prefix.utf8.starts(with: self.prefix.utf8) else { return [] }
    return children.flatMap { $0.listings(below: prefix) }
  }

  private var all: [CacheListing] { entries + children.flatMap(\.all) }
}
