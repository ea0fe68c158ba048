package import ParleyEngine

/// A line of the list of entries.
package enum CacheLine: Hashable, Sendable {
  /// - Parameter name: the part of its URL that is not in the branches above it; nil outside of a tree.
  case entry(CacheListing, name: String?, depth: Int)
  /// The totals of all entries below a branch of the tree.
  case branch(prefix: String, name: String, CacheTree.Totals, depth: Int)

  package var listing: CacheListing? {
    if case .entry(let listing, _, _) = self { listing } else { nil }
  }

  package var prefix: String? {
    if case .branch(let prefix, _, _, _) = self { prefix } else { nil }
  }

  package var depth: Int {
    switch self {
    case .entry(_, _, let depth), .branch(_, _, _, let depth): depth
    }
  }
}

/// The fate of an entry of an earlier moment.
package struct CacheEntryLater: Hashable, Sendable {
  /// `replaced`, `revalidated` or `removed`; nil if it is still as it was.
  package var word: String?
  /// Whether its response of that moment is recorded, and so how fresh it was.
  package var isRecorded: Bool

  package init(_ word: String?, isRecorded: Bool) {
    (self.word, self.isRecorded) = (word, isRecorded)
  }
}

/// Some lines, and what all of them stand for.
package struct CacheWindow: Hashable, Sendable {
  /// How many lines there are, whatever the window.
  package var total = 0
  package var totals = CacheTree.Totals()
  package var offset = 0
  package var lines: [CacheLine] = []
  /// Of an earlier moment: what became of its entries.
  package var later: [CacheEntryID: CacheEntryLater] = [:]

  package init() {}

  /// One line an entry.
  package init(_ page: CachePage, offset: Int) {
    total = page.count
    (totals.count, totals.size) = (page.count, page.size)
    self.offset = offset
    lines = page.listings.map { .entry($0, name: nil, depth: 0) }
  }

  /// The lines of a tree that a query asks for.
  package init(_ tree: CacheTree, _ query: CacheQuery) {
    let all = tree.lines(unfolded: query.tree ?? [], by: query.sort, depth: 0)
    (total, totals) = (all.count, tree.totals)
    let place = query.around.flatMap { id in all.firstIndex { $0.listing?.id == id } }
    offset = min(place.map { max(0, $0 - query.count / 2) } ?? query.offset, all.count)
    lines = Array(all[offset...].prefix(query.count))
  }
}

extension CacheTree {
  /// A part with a single entry is that entry.
  fileprivate func lines(unfolded: Set<ExactString>, by sort: CacheSort, depth: Int) -> [CacheLine] {
    children(by: sort).flatMap { part -> [CacheLine] in
      if part.children.isEmpty, part.entries.count == 1 { return part.entryLines(by: sort, depth: depth) }
      let branch = CacheLine.branch(prefix: part.prefix, name: part.name, part.totals, depth: depth)
      guard unfolded.contains(ExactString(part.prefix)) else { return [branch] }
      return [branch] + part.entryLines(by: sort, depth: depth + 1)
        + part.lines(unfolded: unfolded, by: sort, depth: depth + 1)
    }
  }

  private func entryLines(by sort: CacheSort, depth: Int) -> [CacheLine] {
    entries(by: sort).map { .entry($0, name: name + $0.label.url.drop { $0 != "?" }, depth: depth) }
  }
}

/// An entry whole.
package struct CachedExchange: Sendable {
  package var listing: CacheListing
  /// The request it belongs to, as its label has it.
  package var response: Response
  /// Whether it would be used now, and why.
  package var isServed: Bool
  package var summary: String
  /// A stable name for that.
  package var code: String
  /// Further facts about it, line by line.
  package var facts: [SendingExplained.Line]
  /// The moment that it is shown at; nil for now.
  package var moment: ShownMoment?

  /// An entry as it was at a moment.
  package init(_ entry: CacheEntry, _ listing: CacheListing, at moment: ShownMoment, later: CacheEntryLater) {
    self.init(entry, listing, at: moment.time)
    self.moment = moment
    let since = SendingExplained.Line("since then", later.word ?? "the same")
    let uses: Set = ["hits", "fetched", "last used"]
    facts = [since] + facts.filter { !uses.contains($0.name) }
  }

  package init(_ entry: CacheEntry, _ listing: CacheListing, at now: Timestamp) {
    let decision = CacheDecision(reusing: entry, at: now)
    self.listing = listing
    response = Response(
      TransportResponse(head: entry.head, body: entry.body, bytesOnWire: 0), codec: AutomaticCodec())
    response.secrets = entry.secrets
    (isServed, summary, code) = (decision.action == .use, decision.summary, decision.code)
    facts = Self.facts(entry, listing)
  }

  private static func facts(_ entry: CacheEntry, _ listing: CacheListing) -> [SendingExplained.Line] {
    let usage = listing.usage
    let lines: [(String, String?)] = [
      ("edited", listing.isEdited ? "by hand; the server did not send this body" : nil),
      ("response until", entry.heldUntil.map { "\($0.iso8601), whatever its age" }),
      ("hit rate", usage.rate.map { "\($0)%: nothing was sent for \(usage.served) of \(usage.requests) requests" }),
      ("hits", "\(listing.hits)"),
      ("revalidated", listing.revalidations == 0 ? nil : "\(listing.revalidations) of these hits"),
      ("fetched", "\(listing.fetches)"), ("received", listing.receivedAt.iso8601),
      ("last used", listing.hits == 0 ? nil : listing.lastUsedAt.iso8601),
      ("ttl", entry.timeToLive.map { $0.inRoundWords }), ("request", listing.label.name), ("method", listing.method),
      ("address", listing.label.url), ("model", listing.label.model.map { "\($0)" }),
      ("environment", listing.environment), ("group", listing.group),
      ("credentials", listing.credentials), ("varies by", listing.varying), ("pinned", listing.isPinned ? "yes" : nil),
      ("encrypted", listing.isSecret ? "yes" : nil),
    ]
    return lines.compactMap { name, value in value.map { SendingExplained.Line(name, $0) } }
  }
}
