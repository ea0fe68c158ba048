internal import GRDB
package import ParleyEngine
package import ParleyModel

/// Which exchanges are looked for. All of it must hold; what is left out lets everything through.
package struct HistoryFilter: Sendable {
  /// A text that stands somewhere in an exchange: in what lists show of it, in headers, or in bodies up to `BodyLimits.row`.
  package struct Text: Hashable, Sendable {
    let finder: ByteFinder
    let isNegated: Bool

    /// - Parameter text: in lower case; ASCII letters are found in either case.
    package init(_ text: String, isNegated: Bool = false) {
      finder = ByteFinder(text)
      self.isNegated = isNegated
    }
  }

  /// Those with a status in here.
  package var statuses: ClosedRange<Int>?
  /// Those sent by this method, in capitals.
  package var method: String?
  /// Those sent then or later.
  package var since: Timestamp?
  /// Only those whose response has a body that somebody edited in the cache.
  package var isEdited = false
  /// Only those that stay.
  package var isPinned = false
  /// Asked last, for what the database cannot tell.
  package var accepts: (@Sendable (HistoryEntry) -> Bool)?
  package var texts: [Text]

  package init(
    statuses: ClosedRange<Int>? = nil, method: String? = nil, since: Timestamp? = nil, texts: [Text] = [],
    accepts: (@Sendable (HistoryEntry) -> Bool)? = nil
  ) {
    self.statuses = statuses
    self.method = method
    self.since = since
    self.texts = texts
    self.accepts = accepts
  }

  /// The conditions that the database can check.
  var condition: Condition {
    let status = statuses.map { Condition("status BETWEEN ? AND ?", [$0.lowerBound, $0.upperBound]) }
    let time = since.map { Condition("started >= ?", [$0.microseconds]) }
    let sent = method.map { Condition("method = ?", [$0]) }
    // As constants: only then a partial index is used.
    let edited = isEdited ? Condition("served = 'edited'", []) : nil
    let pinned = isPinned ? Condition("pinned = 1", []) : nil
    return [status, time, sent, edited, pinned].compactMap(\.self).reduce(Condition(), +)
  }
}

extension HistoryFilter {
  /// The index that has the few exchanges it can only be; nil where there is none, and rows are looked through.
  var index: String? { isEdited ? "exchange_edited" : isPinned ? "exchange_pinned" : nil }
}

/// The results of one step of a search.
package struct HistoryFinds: Sendable {
  /// In the order in which they were looked through.
  package var entries: [HistoryEntry] = []
  /// From where the next step goes on; nil when there is nothing more.
  package var next: HistoryEdge?
  /// The newest exchange that was looked at; nil where there is none.
  package var newest: Int64?

  package init() {}
}
