import ParleyEngine
import ParleyText
import ParleyWorkspace

/// Entries by origin and path: how many there are below each part, how large they are, and how often they were used.
struct CacheTree {
  private(set) var count = 0
  private(set) var size = 0
  private(set) var hits = 0
  /// How many of them were used at all.
  private(set) var used = 0
  private(set) var children: [(name: String, tree: CacheTree)] = []

  init(_ listings: [CacheListing] = []) {
    for listing in listings { add(listing, below: Self.parts(of: listing.label.url)[...]) }
  }

  /// The part of the entries that were used.
  var hitRate: Int { count == 0 ? 0 : (100 * used + count / 2) / count }

  private mutating func add(_ listing: CacheListing, below parts: ArraySlice<String>) {
    count += 1
    size += listing.size
    hits += Int(clamping: listing.hits)
    used += listing.hits > 0 ? 1 : 0
    guard let name = parts.first else { return }
    let index =
      children.firstIndex { $0.name == name }
      ?? {
        children.append((name, CacheTree()))
        return children.count - 1
      }()
    children[index].tree.add(listing, below: parts.dropFirst())
  }

  /// The origin, then each segment of the path; the query belongs to the last.
  private static func parts(of url: String) -> [String] {
    guard let scheme = url.firstRange(of: "://") else { return [url] }
    let rest = url[scheme.upperBound...]
    let host = rest.prefix { $0 != "/" && $0 != "?" }
    let path = rest.dropFirst(host.count).prefix { $0 != "?" }
    let query = rest.dropFirst(host.count + path.count)
    var segments = path.split(separator: "/").map { "/\($0)" }
    if segments.isEmpty { segments = ["/"] }
    segments[segments.count - 1] += query
    return [String(url[..<scheme.upperBound] + host)] + segments
  }

  /// A line each, the largest part first.
  func lines(depth: Int = 0) -> [String] {
    children.sorted { ($1.tree.size, $0.name) < ($0.tree.size, $1.name) }.flatMap { name, tree in
      [
        String(repeating: "  ", count: depth)
          + "\(name)  \(tree.count.counted("entry", "entries")), \(ByteCount.text(tree.size)), \(tree.hits.counted("hit")), \(tree.hitRate)% used"
      ] + tree.lines(depth: depth + 1)
    }
  }

  var json: JSONValue {
    .array(
      children.map { name, tree in
        [
          "name": .string(name), "entries": .number(JSONNumber(tree.count)), "size": .number(JSONNumber(tree.size)),
          "hits": .number(JSONNumber(tree.hits)), "used": .number(JSONNumber(tree.used)), "children": tree.json,
        ]
      })
  }
}
