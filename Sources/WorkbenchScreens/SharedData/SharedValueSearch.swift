import ParleyEngine
import ParleyText
import TerminalKit
import WorkbenchServices

/// A search through the values of keys, which continues in the background.
struct SharedValueSearch: Sendable {
  /// How many keys are looked into at a time.
  private static let piece = 500
  /// The most keys found: a filter is more exact.
  private static let most = 5000

  private let filter: String
  /// The moment whose values are looked into; nil for now.
  private let moment: ShownMoment?
  private var found: [SharedRow] = []
  private var requested: SharedValuesQuery?
  private var after: String?
  private(set) var lookedAt = 0
  private(set) var locked = 0
  private(set) var isDone = false
  /// The results from before something was written, until the new ones are known.
  private var earlier: [SharedRow]?
  private var isStale = false

  init(_ filter: String, at moment: ShownMoment?) {
    (self.filter, self.moment) = (filter, moment)
  }

  var isFull: Bool { found.count >= Self.most }

  /// Begins anew; a search that is going on comes to its end first.
  mutating func begin(after filter: String) {
    guard isDone else { return isStale = lookedAt > 0 }
    let shown = found
    self = SharedValueSearch(filter, at: moment)
    earlier = shown
  }

  mutating func next() -> SharedValuesQuery? {
    guard !isDone, requested == nil else { return nil }
    var query = SharedValuesQuery(filter: filter, after: after, count: Self.piece)
    query.moment = moment
    requested = query
    return query
  }

  /// - Returns: whether it was asked for.
  mutating func take(_ piece: SharedValuesFound, for query: SharedValuesQuery) -> Bool {
    guard query == requested else { return false }
    requested = nil
    found += piece.rows.prefix(Self.most - found.count)
    (lookedAt, locked, after) = (lookedAt + piece.lookedAt, locked + piece.locked, piece.next)
    guard after == nil || isFull else { return true }
    (isDone, earlier) = (true, nil)
    if isStale { begin(after: filter) }
    return true
  }

  func rows(by sort: SharedSort) -> [SharedRow] {
    (earlier ?? found).sorted { sort.puts(SharedSort.Facts($0), before: SharedSort.Facts($1)) }
  }

  /// How far it is, and what it left out.
  var words: String {
    let limit = isFull ? "only the first \(Self.most.grouped)" : "\(lookedAt.counted("value")) searched"
    let progress = isDone ? limit : "searching, \(lookedAt.grouped) so far"
    return locked == 0 ? progress : "\(progress), \(locked.grouped) locked"
  }
}

extension SharedSort.Facts {
  fileprivate init(_ row: SharedRow) {
    self.init(row.key.name, row.sequence, row.writer, row.size, row.expires)
  }
}
