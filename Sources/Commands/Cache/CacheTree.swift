import ParleyEngine
import ParleyText

extension CacheTree {
  /// A line each.
  func lines(by sort: CacheSort, depth: Int = 0) -> [String] {
    children(by: sort).flatMap { part in
      [String(repeating: "  ", count: depth) + "\(part.name)  \(part.totals.words)"]
        + part.lines(by: sort, depth: depth + 1)
    }
  }

  func json(by sort: CacheSort) -> JSONValue {
    .array(
      children(by: sort).map { part in
        let (totals, usage) = (part.totals, part.totals.usage)
        var object: JSONValue = [
          "name": .string(part.name), "entries": .number(JSONNumber(totals.count)),
          "size": .number(JSONNumber(totals.size)), "hits": .number(JSONNumber(usage.hits)),
          "revalidations": .number(JSONNumber(usage.revalidations)), "fetches": .number(JSONNumber(usage.fetches)),
          "edited": .number(JSONNumber(totals.edited)), "children": part.json(by: sort),
        ]
        object["hitRate"] = usage.rate.map { .number(JSONNumber($0)) }
        return object
      })
  }
}

extension CacheTree.Totals {
  /// `3 entries, 12 KB, 5 hits, 67% from cache`
  fileprivate var words: String {
    let parts = [
      count.counted("entry", "entries"), ByteCount.text(size), usage.hits.counted("hit"), usage.rateWords,
      edited == 0 ? "" : "\(edited.grouped) edited",
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: ", ")
  }
}
