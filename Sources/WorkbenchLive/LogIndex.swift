import ParleyEngine
import ParleyStore
import ParleyText
import WorkbenchServices

/// Which events a filter lets through: their ids alone, so that a million of them are eight megabytes.
///
/// A search begins with the newest events and goes back a piece with each query, so that what is found is shown at once. What comes in
/// meanwhile is looked at besides. It goes on as long as the filter stays the same.
actor LogIndex {
  /// So many events are decoded at once.
  private static let pageSize = 2048
  /// So many are looked at by the database at once.
  private static let stretch: Int64 = 50_000
  /// With more new ones than these a search begins anew, where the newest are wanted.
  private static let mostMissed: Int64 = 8192

  private var search = LogSearch(LogFilter())

  func window(_ query: LogQuery, of log: EventLog) async throws -> LogWindow {
    if query.filter != search.filter { search = LogSearch(query.filter) }
    guard let all = try await log.ids() else {
      search = LogSearch(query.filter)
      return LogWindow()
    }
    begin(query, all)
    try await goForth(query.filter, to: all.upperBound, in: log)
    try await goBack(query.filter, to: all.lowerBound, in: log)
    // Another query may have come in between, for another filter: then this one has nothing more to say.
    guard search.filter == query.filter else { return LogWindow(isSearching: true) }
    let last = try await log.last(of: query)
    return try await window(query, search.finds(upTo: last), isWhole: search.isWhole, log)
  }

  /// A mark was set or taken away.
  func lookAgain(at id: Int64, in log: EventLog) async throws {
    let filter = search.filter
    guard search.hasSeen(id) else { return }
    let found = try await log.events([id]).map(LogEntry.init).contains { filter.accepts($0) }
    if search.filter == filter { search.set(id, isFound: found) }
  }

  /// The log is another one.
  func forget() { search = LogSearch(search.filter) }

  private func window(
    _ query: LogQuery, _ finds: LogFinds, isWhole: Bool, _ log: EventLog
  ) async throws -> LogWindow {
    var place = query.place
    if case .from(let line) = place { place = .from(line + finds.front - query.front) }
    let offset = place.offset(count: query.count, total: finds.count)
    let entries = try await log.events(finds.ids(from: offset, count: query.count)).map(LogEntry.init)
    return LogWindow(
      total: finds.count, offset: offset, entries: entries, front: finds.front, isSearching: !isWhole)
  }

  private func begin(_ query: LogQuery, _ all: ClosedRange<Int64>) {
    let missed = search.seen.map { all.upperBound + 1 - $0.upperBound } ?? 0
    // With fewer than there were the log was emptied, and counts anew.
    if missed < 0 || missed > Self.mostMissed && query.place == .newest { search = LogSearch(query.filter) }
    search.begin(at: all.upperBound)
  }

  private func goForth(_ filter: LogFilter, to end: Int64, in log: EventLog) async throws {
    while search.filter == filter, let seen = search.seen, seen.upperBound <= end {
      let range = seen.upperBound...end
      let page = try await log.oldest(Self.pageSize, in: range, matching: search.coarse)
      guard search.filter == filter, search.seen == seen else { return }
      search.add(newer: page, upTo: page.count < Self.pageSize ? end : page.last?.id ?? end)
    }
  }

  private func goBack(_ filter: LogFilter, to start: Int64, in log: EventLog) async throws {
    guard search.filter == filter, let seen = search.seen else { return }
    guard seen.lowerBound > start else { return search.isWhole = true }
    let range = max(start, seen.lowerBound - Self.stretch)...seen.lowerBound - 1
    let page = try await log.newest(Self.pageSize, in: range, matching: search.coarse)
    guard search.filter == filter, search.seen == seen else { return }
    search.add(
      older: page, downTo: page.count < Self.pageSize ? range.lowerBound : page.first?.id ?? range.lowerBound)
    search.isWhole = search.seen?.lowerBound == start
  }
}

/// The finds of a filter, and how far it has looked.
struct LogSearch {
  let filter: LogFilter
  /// The part of it that the database can evaluate.
  let coarse: EventFilter
  /// The ids of the events that were looked at, without a gap: none at first, behind the newest. Nil before that.
  private(set) var seen: Range<Int64>?
  /// Whether there is nothing left to look at behind the oldest of these.
  var isWhole = false
  /// Found on the way back, the newest first.
  private var older: [Int64] = []
  /// Found on the way forth, the oldest first.
  private var newer: [Int64] = []

  init(_ filter: LogFilter) {
    self.filter = filter
    coarse = filter.coarse
  }

  func hasSeen(_ id: Int64) -> Bool { seen?.contains(id) == true }

  /// The finds among the events up to this one.
  func finds(upTo last: Int64) -> LogFinds {
    LogFinds(older: older[older.index { $0 <= last }...], newer: newer[..<newer.index { $0 > last }])
  }

  /// Begins behind the newest event, unless it has begun.
  mutating func begin(at newest: Int64) {
    if seen == nil { seen = newest + 1..<newest + 1 }
  }

  mutating func add(newer page: [StoredEvent], upTo end: Int64) {
    guard let seen else { return }
    newer += found(page)
    self.seen = seen.lowerBound..<end + 1
  }

  mutating func add(older page: [StoredEvent], downTo start: Int64) {
    guard let seen else { return }
    older += found(page).reversed()
    self.seen = start..<seen.upperBound
  }

  private func found(_ page: [StoredEvent]) -> [Int64] {
    page.map(LogEntry.init).filter { filter.accepts($0) }.map(\.id)
  }

  /// Takes an event in, or out.
  mutating func set(_ id: Int64, isFound: Bool) {
    if let first = newer.first ?? seen?.upperBound, id >= first {
      newer.set(id, isFound, by: <)
    } else {
      older.set(id, isFound, by: >)
    }
  }
}

/// The lines that a filter has found, up to an event.
struct LogFinds {
  /// Found on the way back, the newest first.
  let older: ArraySlice<Int64>
  /// Found on the way forth, the oldest first.
  let newer: ArraySlice<Int64>

  var count: Int { older.count + newer.count }
  /// How many were found on the way back: by so much have the numbers of the lines grown.
  var front: Int { older.count }

  /// The ids of the lines from a number on, in the order of the log.
  func ids(from offset: Int, count: Int) -> [Int64] {
    (max(0, offset)..<max(0, min(self.count, offset + count))).map { line in
      line < older.count ? older[older.endIndex - 1 - line] : newer[newer.startIndex + line - older.count]
    }
  }
}

extension [Int64] {
  /// The place of the first number for which the condition holds; it holds for all behind it.
  fileprivate func index(where holds: (Int64) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Takes a number in at its place, or out; they are in order.
  fileprivate mutating func set(_ id: Int64, _ isThere: Bool, by precedes: (Int64, Int64) -> Bool) {
    let place = firstIndex { !precedes($0, id) } ?? endIndex
    let stands = place < endIndex && self[place] == id
    if stands, !isThere { remove(at: place) }
    if !stands, isThere { insert(id, at: place) }
  }
}

extension LogFilter {
  /// The part of the filter that the database can evaluate. It accepts at least everything that the filter does.
  fileprivate var coarse: EventFilter {
    var coarse = EventFilter(includesGaps: true)
    for term in terms where !term.isNegated {
      switch term.condition {
      case .word(let word) where word.isInDatabase && coarse.text.isEmpty: coarse.text = word
      case .number(.status, let comparison, let range): coarse.statuses = comparison.statuses(range) ?? coarse.statuses
      default: break
      }
    }
    return coarse
  }
}

extension String {
  /// Whether the database finds the word in every event in which the filter finds it. It does not for names of kinds and
  /// statuses, which are columns there, and not beyond ASCII, where its search is case-sensitive.
  fileprivate var isInDatabase: Bool {
    utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
      && !(Event.Kind.words + Event.Kind.formerWords).contains { $0.contains(self) }
  }
}
