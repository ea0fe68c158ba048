import ParleyEngine

/// Hits that wait to be counted. A hit must not wait for a transaction of its own.
struct CacheUses {
  struct Count {
    var hits = 0
    var last: Timestamp
  }

  private(set) var counts: [CachePlace: Count] = [:]

  var isEmpty: Bool { counts.isEmpty }

  /// - Returns: whether it is the first that waits.
  mutating func add(_ place: CachePlace, at time: Timestamp) -> Bool {
    let isFirst = counts.isEmpty
    var count = counts[place] ?? Count(last: time)
    count.hits += 1
    count.last = max(count.last, time)
    counts[place] = count
    return isFirst
  }

  mutating func takeAll() -> [CachePlace: Count] {
    defer { counts = [:] }
    return counts
  }
}
