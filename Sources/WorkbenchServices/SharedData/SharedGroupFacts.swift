package import ParleyEngine

/// Facts about all keys whose names begin alike.
package struct SharedGroupFacts: Hashable, Sendable {
  /// One of several, and how many keys have it.
  package struct Share: Hashable, Sendable {
    package var name: String
    package var count: Int

    package init(_ name: String, count: Int) { (self.name, self.count) = (name, count) }
  }

  package var prefix: String
  package private(set) var count = 0
  package private(set) var bytes = 0
  /// The largest key, and its size.
  package private(set) var largest: Share?
  package private(set) var newest: Timestamp?
  package private(set) var oldest: Timestamp?
  /// The next time at which one expires.
  package private(set) var nextExpiry: Timestamp?
  package private(set) var expiring = 0
  package private(set) var expired = 0
  /// Whether there are more keys than were looked at.
  package var isCut = false
  private var typeCounts: [String: Int] = [:]
  private var cipherCounts: [String: Int] = [:]
  private var writerCounts: [String: Int] = [:]

  package init(prefix: String) { self.prefix = prefix }

  package var types: [Share] { Self.shares(typeCounts) }
  package var ciphers: [Share] { Self.shares(cipherCounts) }
  package var writers: [Share] { Self.shares(writerCounts) }

  package mutating func add(_ entry: SharedEntry, at now: Timestamp) {
    count += 1
    bytes += entry.size
    if entry.size > largest?.count ?? -1 { largest = Share(entry.key.name, count: entry.size) }
    newest = max(newest ?? entry.at, entry.at)
    oldest = min(oldest ?? entry.at, entry.at)
    typeCounts[entry.kind?.rawValue ?? "locked", default: 0] += 1
    cipherCounts[entry.cipher ?? "none", default: 0] += 1
    writerCounts[entry.writer ?? "somebody", default: 0] += 1
    guard let expires = entry.expires else { return }
    if expires <= now { return expired += 1 }
    expiring += 1
    nextExpiry = min(nextExpiry ?? expires, expires)
  }

  /// The largest first.
  private static func shares(_ counts: [String: Int]) -> [Share] {
    counts.map { Share($0.key, count: $0.value) }.sorted { left, right in
      left.count == right.count ? left.name.utf8.lexicographicallyPrecedes(right.name.utf8) : left.count > right.count
    }
  }
}
