internal import FoundationEssentials
internal import GRDB
import ParleyEngine
internal import ParleyModel

/// One step of a search through the history: looks at so many rows, or bytes, and says from where the next one goes on. So the
/// first finds are there at once however long the history is, and a search is left between two steps.
///
/// Blocks of exchanges whose signature says that a text does not stand in them are passed over. Sealed exchanges are opened in
/// memory, one after the other, and a text that is masked in them is not found.
struct HistorySearch {
  private static let rowsInStep: Int64 = 8192
  /// More than there can be: an index finds the few that are looked for.
  private static let allRows: Int64 = 1 << 62
  private static let bytesInStep = 16 << 20

  let filter: HistoryFilter
  let limit: Int
  let bodies: BodyFolder
  let sealer: any Sealer
  private let words: [TextSignature.Word]
  private var bytes = 0
  private var finds = HistoryFinds()

  init(_ filter: HistoryFilter, limit: Int, bodies: BodyFolder, sealer: any Sealer) {
    (self.filter, self.limit, self.bodies, self.sealer) = (filter, limit, bodies, sealer)
    words = filter.texts.filter { !$0.isNegated }.map(\.finder.signed).filter { !$0.pieces.isEmpty }
  }

  mutating func step(_ edge: HistoryEdge, in database: Database) throws -> HistoryFinds {
    if filter.index != nil {
      if let range = try Range(edge, within: nil, rows: Self.allRows, in: database) {
        try look(through: range, isNewestFirst: edge.isNewestFirst, in: database)
      }
    } else if case .before(let end) = edge, !words.isEmpty {
      try lookThroughBlocks(before: end, in: database)
    } else if let range = try Range(edge, in: database) {
      try look(through: range, isNewestFirst: edge.isNewestFirst, in: database)
    }
    return finds
  }

  /// Reads the blocks that may hold what is looked for, until the step has looked at enough.
  private mutating func lookThroughBlocks(before end: Int64?, in database: Database) throws {
    let signatures = SignatureTable(database: database, sealer: sealer)
    var newest: Int64?
    var (edge, rowsLeft) = (HistoryEdge.before(end), Self.rowsInStep)
    while rowsLeft > 0, bytes < Self.bytesInStep {
      guard let range = try Range(edge, within: SignatureTable.blockWidth, in: database) else { break }
      newest = newest ?? range.newest
      let signature = try range.newest.flatMap { try signatures.signature(of: SignatureTable.block(of: $0)) }
      bytes += signature?.bytes.count ?? 0
      if let signature, !words.allSatisfy(signature.mayHold) {
        finds.next = range.next
      } else {
        rowsLeft -= 1 << SignatureTable.blockWidth
        try look(through: range, isNewestFirst: true, in: database)
      }
      guard finds.entries.count < limit, let next = finds.next else { break }
      edge = next
    }
    finds.newest = newest
  }

  private mutating func look(through range: Range, isNewestFirst: Bool, in database: Database) throws {
    let condition = filter.condition + range.condition
    let columns = filter.texts.isEmpty ? ExchangeTable.entryColumns : ExchangeTable.wholeColumns
    let index = filter.index.map { "INDEXED BY \($0) " } ?? ""
    let sql =
      "SELECT \(columns) FROM exchange \(index)\(condition.clause) ORDER BY seq \(isNewestFirst ? "DESC" : "ASC")"
    let statement = try database.makeStatement(sql: sql)
    let rows = try Row.fetchCursor(statement, arguments: condition.arguments)
    while let row = try rows.next() {
      if accepts(RowInPlace(row, of: statement)) { finds.entries.append(HistoryEntry(row)) }
      guard finds.entries.count < limit, bytes < Self.bytesInStep else {
        let sequence: Int64 = row[.sequence]
        finds.next = isNewestFirst ? .before(sequence) : .after(sequence)
        finds.newest = isNewestFirst ? range.newest : sequence
        return
      }
    }
    (finds.next, finds.newest) = (range.next, range.newest)
  }

  private mutating func accepts(_ row: RowInPlace) -> Bool {
    guard filter.accepts?(HistoryEntry(row.row)) ?? true else { return false }
    guard !filter.texts.isEmpty else { return true }
    let open = filter.texts.filter { text in !isListed(text, in: row) }
    guard filter.texts.allSatisfy({ !$0.isNegated || open.contains($0) }) else { return false }
    guard !open.isEmpty else { return true }
    let found = row.key == nil ? texts(open, in: row) : texts(open, inSealed: row.row)
    return open.allSatisfy { found.contains($0) != $0.isNegated }
  }

  private func isListed(_ text: HistoryFilter.Text, in row: RowInPlace) -> Bool {
    guard text.finder.isOneWord else { return text.finder.isIn(HistoryEntry(row.row).listedText) }
    if SearchedColumns.listed.contains(where: { row.withBytes(of: $0, text.finder.isIn) }) { return true }
    return (row.row[.status] as Int?).map { text.finder.isIn(String($0)) } ?? false
  }

  /// Which of them stand in a row that is not sealed.
  private mutating func texts(_ wanted: [HistoryFilter.Text], in row: RowInPlace) -> Set<HistoryFilter.Text> {
    if row.withBytes(of: .content, { needOpening(wanted, in: $0) }) { return texts(wanted, inOpened: row.row) }
    var found = Set<HistoryFilter.Text>()
    for column in SearchedColumns.bodies {
      if row.withBytes(of: column, { isToBeDecoded($0, for: wanted) }) { return texts(wanted, inOpened: row.row) }
      found.formUnion(hits(wanted, in: column, of: row))
    }
    // The record has words of its own besides the headers: what seems to be there is looked at again.
    let seeming = hits(wanted, in: .content, of: row).subtracting(found)
    return seeming.isEmpty ? found : found.union(texts(Array(seeming), inOpened: row.row))
  }

  /// Whether the bytes of a record do not tell of all of them that they stand in its exchange.
  private func needOpening(_ wanted: [HistoryFilter.Text], in record: UnsafeRawBufferPointer) -> Bool {
    wanted.contains(where: \.finder.mayBeHeader) || SearchedParts.areDecoded(in: record, for: kind(of: wanted))
  }

  private func isToBeDecoded(_ body: UnsafeRawBufferPointer, for wanted: [HistoryFilter.Text]) -> Bool {
    SearchedParts.isDecoded(body: body, for: kind(of: wanted))
  }

  private func kind(of wanted: [HistoryFilter.Text]) -> SearchedParts.Wanted {
    wanted.allSatisfy(\.finder.isASCII) ? .ascii : .any
  }

  private mutating func hits(
    _ wanted: [HistoryFilter.Text], in column: ExchangeTable.Column, of row: RowInPlace
  ) -> Set<HistoryFilter.Text> {
    row.withBytes(of: column) { text in
      bytes += text.count
      let hits = Set(wanted.filter { $0.finder.isIn(text) })
      guard hits.count < wanted.count, column != .content, let read = EscapedText.read(text) else { return hits }
      bytes += read.count
      return hits.union(wanted.filter { $0.finder.isIn(read) })
    }
  }

  /// The same of a sealed row. Only one in whose plain bytes something stands is read whole.
  private mutating func texts(_ wanted: [HistoryFilter.Text], inSealed row: Row) -> Set<HistoryFilter.Text> {
    let id = ExchangeID(rawValue: row[.id])
    guard let plain = try? KeptExchange.content(row, of: id, key: row[.key], sealer: sealer) else { return [] }
    bytes += plain.count
    let isOpened = plain.withUnsafeBytes { plain in
      needOpening(wanted, in: plain) || EscapedText.isIn(plain) || SearchedParts.mayHoldMark(plain)
    }
    if isOpened { return texts(wanted, inOpened: row) }
    let seeming = wanted.filter { $0.finder.isIn(plain) }
    return seeming.isEmpty ? [] : texts(seeming, inOpened: row)
  }

  /// Which of them stand in an exchange where they are not masked. What cannot be opened has nothing that could be found.
  private mutating func texts(_ wanted: [HistoryFilter.Text], inOpened row: Row) -> Set<HistoryFilter.Text> {
    guard let kept = try? KeptExchange(row, bodies: bodies, sealer: sealer) else { return [] }
    let exchange = kept.exchange
    var found = Set<HistoryFilter.Text>()
    for part in SearchedParts(exchange).all {
      bytes += part.count
      let hits = wanted.filter { !found.contains($0) && $0.finder.isIn(part) }
      guard !hits.isEmpty else { continue }
      let shown = exchange.secrets.maskingForeign(part)
      found.formUnion(hits.filter { $0.finder.isIn(shown) })
    }
    return found
  }
}

extension HistorySearch {
  /// The rows that one step looks at, by their numbers.
  private struct Range {
    let condition: Condition
    /// From where the next step goes on.
    let next: HistoryEdge?
    /// The newest row that it looks at.
    let newest: Int64?

    /// - Parameters:
    ///   - width: ends it where a block of that width of numbers begins.
    ///   - rows: how many numbers it has otherwise.
    /// - Returns: nil where there is nothing.
    init?(
      _ edge: HistoryEdge, within width: Int64? = nil, rows: Int64 = rowsInStep, in database: Database
    ) throws {
      switch edge {
      case .before(let end):
        guard let newest = try Self.sequence("max", end.map { "seq < \($0)" }, database) else { return nil }
        let first = width.map { (newest >> $0) << $0 - 1 } ?? newest - rows
        condition = Condition("seq > ? AND seq <= ?", [first, newest])
        self.newest = newest
        next = try Self.sequence("max", "seq <= \(first)", database).map { .before($0 + 1) }
      case .after(let start):
        guard let oldest = try Self.sequence("min", start.map { "seq > \($0)" }, database) else { return nil }
        let last = oldest + rows
        condition = Condition("seq >= ? AND seq < ?", [oldest, last])
        next = try Self.sequence("min", "seq >= \(last)", database).map { .after($0 - 1) }
        newest = try Self.sequence("max", "seq < \(last)", database)
      }
    }

    private static func sequence(_ function: String, _ bound: String?, _ database: Database) throws -> Int64? {
      let clause = bound.map { " WHERE \($0)" } ?? ""
      return try Int64.fetchOne(database, sql: "SELECT \(function)(seq) FROM exchange\(clause)")
    }
  }
}

extension HistoryEntry {
  /// The text that lists show of it, for searching.
  fileprivate var listedText: String {
    [name, method, url, status.map(String.init), errorCode, environment].compactMap(\.self).joined(separator: " ")
  }
}
