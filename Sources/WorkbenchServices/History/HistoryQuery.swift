package import ParleyEngine
package import ParleyModel
package import ParleyText

/// Which exchanges are wanted, and from where on.
package struct HistoryQuery: Hashable, Sendable {
  package var filter: LogFilter
  package var edge: HistoryEdge
  package var limit: Int
  /// Which search it belongs to.
  package var number: Int

  package init(_ filter: LogFilter = LogFilter(), _ edge: HistoryEdge = .before(nil), limit: Int, number: Int = 0) {
    self.filter = filter
    self.edge = edge
    self.limit = limit
    self.number = number
  }
}

/// The results of one step of a search.
package struct HistoryPage: Hashable, Sendable {
  /// In the order in which they were looked through.
  package var exchanges: [HistoryEntry]
  /// From where the next step goes on; nil when there is nothing more.
  package var next: HistoryEdge?
  /// The newest exchange that was looked at; nil where there is none.
  package var newest: Int64?
  /// How many bodies the search leaves out, for they are too large; nil where an earlier step has said it.
  package var unsearched: Int?

  package init(
    _ exchanges: [HistoryEntry] = [], next: HistoryEdge? = nil, newest: Int64? = nil, unsearched: Int? = nil
  ) {
    (self.exchanges, self.next, self.newest, self.unsearched) = (exchanges, next, newest, unsearched)
  }
}

/// The check of an older response against today's expectations.
package struct ExchangeCheck: Hashable, Sendable {
  /// How many expectations were looked at.
  package var count: Int
  /// A sentence for each that is not met.
  package var failures: [String]

  package init(count: Int, failures: [String] = []) {
    (self.count, self.failures) = (count, failures)
  }
}

/// An export of an exchange to a file. Secrets are masked, except in a response's body alone, which is written as
/// received.
package struct ExchangeExport: Hashable, Sendable {
  package var exchange: ExchangeID
  package var path: String
  package var overwrites: Bool

  package init(_ exchange: ExchangeID, to path: String, overwrites: Bool = false) {
    (self.exchange, self.path, self.overwrites) = (exchange, path, overwrites)
  }

  /// By the ending of the file's name.
  package var format: ExchangeFormat {
    if path.hasSuffix(".http") { return .http }
    return path.hasSuffix(".json") ? .json : .body
  }
}

package enum ExchangeExportOutcome: Hashable, Sendable {
  /// A sentence says what is where.
  case written(String)
  /// The file is there already.
  case exists(String)
}
