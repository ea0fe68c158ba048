/// How often entries of a cache were the response, and how often their server was asked all the same.
///
/// ```swift
/// CacheUsage(hits: 5, revalidations: 1, fetches: 2).rate   // 57: four of seven requests needed no server
/// ```
package struct CacheUsage: Sendable, Hashable {
  /// How often they were the response, revalidated or not.
  package var hits: Int
  /// Of the hits, those for which the server was asked whether the entry still holds.
  package var revalidations: Int
  /// How often the server sent them.
  package var fetches: Int

  package init(hits: Int = 0, revalidations: Int = 0, fetches: Int = 0) {
    (self.hits, self.revalidations, self.fetches) = (hits, revalidations, fetches)
  }

  /// How often nothing had to be sent.
  package var served: Int { max(0, hits - revalidations) }
  /// How often they were wanted.
  package var requests: Int { max(hits, revalidations) + fetches }

  /// For how many of a hundred requests nothing had to be sent; nil where there were none.
  package var rate: Int? { requests == 0 ? nil : (100 * served + requests / 2) / requests }

  package static func += (sum: inout CacheUsage, more: CacheUsage) {
    sum.hits += more.hits
    sum.revalidations += more.revalidations
    sum.fetches += more.fetches
  }
}
