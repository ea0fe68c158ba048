internal import GRDB
import ParleyEngine

/// The statements that write and read the table of events.
enum EventTable {
  private static let insertion = """
    INSERT INTO event (time, kind, exchange, name, status, text, content, identity) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (identity) WHERE identity IS NOT NULL DO NOTHING
    """

  /// For any number of events of one transaction.
  static func insertion(in database: Database) throws -> DirectStatement {
    try DirectStatement(insertion, in: database)
  }

  /// - Returns: whether it is new; not where another program has told of the same already.
  static func insert(_ event: Event, by insertion: DirectStatement, in database: Database) throws -> Bool {
    let record = EventRecord(event)
    try insertion.run { row in
      try row.add(event.time.microseconds)
      try row.add(record.kind.rawValue)
      try row.add(event.subject?.exchange.rawValue)
      try row.add(event.requestName)
      try row.add(event.status)
      try row.add(event.searchText)
      try row.add(record.content)
      try row.add(event.identity)
    }
    return database.changesCount > 0
  }

  static func window(
    _ filter: EventFilter, _ edge: Edge, limit: Int, in database: Database
  ) throws -> [StoredEvent] {
    try events(filter.condition + edge.condition, isNewestFirst: edge.isNewestFirst, limit: limit, in: database)
  }

  /// Of the events with these ids the newest or the oldest that match, oldest first. No others are looked at.
  static func window(
    _ filter: EventFilter, in range: ClosedRange<Int64>, isNewestFirst: Bool, limit: Int, in database: Database
  ) throws -> [StoredEvent] {
    let place = Condition("seq BETWEEN ? AND ?", [range.lowerBound, range.upperBound])
    return try events(filter.condition + place, isNewestFirst: isNewestFirst, limit: limit, in: database)
  }

  private static func events(
    _ condition: Condition, isNewestFirst: Bool, limit: Int, in database: Database
  ) throws -> [StoredEvent] {
    let order = isNewestFirst ? "DESC" : "ASC"
    let events = try Row.fetchAll(
      database, sql: "SELECT seq, content, marked FROM event \(condition.clause) ORDER BY seq \(order) LIMIT ?",
      arguments: condition.arguments + [limit]
    ).map(StoredEvent.init)
    return isNewestFirst ? events.reversed() : events
  }

  /// The ids of the oldest and the newest event; nil where there is none.
  static func ids(in database: Database) throws -> ClosedRange<Int64>? {
    let ends = "SELECT (SELECT min(seq) FROM event), (SELECT max(seq) FROM event)"
    guard let row = try Row.fetchOne(database, sql: ends), let first = row.value(0, as: Int64.self),
      let last = row.value(1, as: Int64.self), first <= last
    else { return nil }
    return first...last
  }

  /// The events that match, from the `offset`-th oldest on.
  static func page(_ filter: EventFilter, from offset: Int, limit: Int, in database: Database) throws -> [StoredEvent] {
    let condition = filter.condition
    let sql = "SELECT seq, content, marked FROM event \(condition.clause) ORDER BY seq LIMIT ? OFFSET ?"
    return try Row.fetchAll(database, sql: sql, arguments: condition.arguments + [limit, offset]).map(StoredEvent.init)
  }

  static func events(_ ids: [Int64], in database: Database) throws -> [StoredEvent] {
    let marks = Array(repeating: "?", count: ids.count).joined(separator: ", ")
    let sql = "SELECT seq, content, marked FROM event WHERE seq IN (\(marks)) ORDER BY seq"
    return try Row.fetchAll(database, sql: sql, arguments: StatementArguments(ids)).map(StoredEvent.init)
  }

  static func setMarked(_ isMarked: Bool, _ id: Int64, in database: Database) throws {
    try database.execute(sql: "UPDATE event SET marked = ? WHERE seq = ?", arguments: [isMarked, id])
  }

  static func count(
    _ filter: EventFilter, within range: ClosedRange<Int64>? = nil, in database: Database
  ) throws -> Int {
    let place = range.map { Condition("seq BETWEEN ? AND ?", [$0.lowerBound, $0.upperBound]) } ?? Condition()
    let condition = filter.condition + place
    let sql = "SELECT count(*) FROM event \(condition.clause)"
    return try Int.fetchOne(database, sql: sql, arguments: condition.arguments) ?? 0
  }

  /// The edge of a window of events.
  enum Edge: Sendable {
    case before(Int64?)
    case after(Int64)

    var isNewestFirst: Bool {
      if case .before = self { true } else { false }
    }

    fileprivate var condition: Condition {
      switch self {
      case .before(nil): Condition()
      case .before(let id?): Condition("seq < ?", [id])
      case .after(let id): Condition("seq > ?", [id])
      }
    }
  }
}

extension StoredEvent {
  fileprivate init(_ row: Row) throws {
    self.init(id: row[0], event: try EventRecord.read(row.bytes(1) ?? []), isMarked: row[2])
  }
}

extension EventFilter {
  fileprivate var condition: Condition {
    let wanted = [kindCondition, nameCondition, exchangeCondition, statusCondition, timeCondition, textCondition]
      .reduce(Condition(), +)
    let shown = includesGaps ? wanted.or(Condition("text LIKE ?", ["\(Event.gapIdentifier) %"])) : wanted
    return shown + depthCondition
  }

  private var depthCondition: Condition {
    depth.map { Condition("seq > (SELECT max(seq) FROM event) - ?", [$0]) } ?? Condition()
  }

  private var kindCondition: Condition {
    guard !kinds.isEmpty else { return Condition() }
    let marks = Array(repeating: "?", count: kinds.count).joined(separator: ", ")
    return Condition("kind IN (\(marks))", StatementArguments(kinds.map(\.rawValue)))
  }

  private var nameCondition: Condition {
    name.map { Condition("name = ?", [$0]) } ?? Condition()
  }

  private var exchangeCondition: Condition {
    exchange.map { Condition("exchange = ?", [$0.rawValue]) } ?? Condition()
  }

  private var statusCondition: Condition {
    statuses.map { Condition("status BETWEEN ? AND ?", [$0.lowerBound, $0.upperBound]) } ?? Condition()
  }

  private var timeCondition: Condition {
    times.map { Condition("time BETWEEN ? AND ?", [$0.lowerBound.microseconds, $0.upperBound.microseconds]) }
      ?? Condition()
  }

  private var textCondition: Condition {
    guard !text.isEmpty else { return Condition() }
    let escaped = text.replacing("\\", with: "\\\\").replacing("%", with: "\\%").replacing("_", with: "\\_")
    return Condition("text LIKE ? ESCAPE '\\'", ["%\(escaped)%"])
  }
}

extension Event {
  /// The request that it tells of.
  fileprivate var requestName: String? {
    switch kind {
    case .updateCache(let change), .removeCache(let change): change.name
    case .updateSharedData(let change), .removeSharedData(let change): change.writer
    case .custom(let custom): custom.parameters?["request"]?.string
    default: subject?.name
    }
  }

  /// The same in every program that tells of the same thing: what one writes of shared data, all others hear of. Nil for what
  /// only one can know.
  fileprivate var identity: String? {
    kind.sharedData.flatMap { change in change.origin.number.map { "shared \($0) \(change.change)" } }
  }

  fileprivate var status: Int? {
    switch kind {
    case .loadRemote(_, let answer): answer.status
    case .loadSkip(_, let skip): skip.response.status
    case .failed(_, let failure): failure.response?.status
    case .redirected(_, let redirect): redirect.status
    case .retrying(_, let retry): retry.status
    case .sent, .cancelled, .duplicate, .requestProgress, .responseProgress: nil
    case .updateSharedData, .removeSharedData, .updateCache, .removeCache, .groupDone, .custom: nil
    }
  }

  /// Everything of it that a person may look for.
  fileprivate var searchText: String {
    let subject = subject.map { "\($0.method) \($0.url) \($0.name ?? "") \($0.server ?? "") \($0.callID ?? "")" }
    return subject.map { "\($0) \(addition)" } ?? addition
  }

  private var addition: String {
    switch kind {
    case .redirected(_, let redirect): redirect.location
    case .failed(_, let failure): "\(failure.code) \(failure.summary)"
    case .updateSharedData(let change), .removeSharedData(let change):
      "\(change.keys.prefix(100).map(\.name).joined(separator: " ")) \(change.writer ?? "") \(change.value?.text ?? "")"
    case .groupDone(let done): done.searchText
    case .loadSkip(_, let skip): "\(skip.code) \(skip.summary)"
    case .updateCache(let change), .removeCache(let change):
      "\(change.method) \(change.url) \(change.name ?? "") \(change.group ?? "") \(change.remark?.rawValue ?? "")"
    case .custom(let custom): "\(custom.identifier) \(custom.parametersText)"
    case .retrying(_, let retry): "\(retry.code) \(retry.summary)"
    case .duplicate(_, let duplicate): duplicate.rawValue
    case .sent, .loadRemote, .cancelled, .requestProgress, .responseProgress: ""
    }
  }
}

extension Event.GroupDone {
  fileprivate var searchText: String {
    let problems = results.compactMap { result in result.code.map { "\(result.name) \($0)" } }
    return "\(name ?? "") \(callID ?? "") \(groupID) \(problems.joined(separator: " "))"
  }
}

extension Event.Custom {
  fileprivate var parametersText: String {
    parameters.map { JSONPrinter.compact.string(of: $0) } ?? ""
  }
}
