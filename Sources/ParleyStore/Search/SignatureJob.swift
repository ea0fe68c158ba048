internal import FoundationEssentials
internal import GRDB
import ParleyEngine

/// Signs the blocks of exchanges that have no signature yet.
struct SignatureJob: Sendable {
  /// A block with more text says nothing, and is not read to its end.
  private static let longestText = 64 << 20

  let log: DatabaseFile
  let bodies: BodyFolder
  let sealer: any Sealer
  /// Tells what this job reserved from what others did.
  private let token = Int64.random(in: .min ... .max)

  init(log: DatabaseFile, bodies: BodyFolder, sealer: any Sealer) {
    (self.log, self.bodies, self.sealer) = (log, bodies, sealer)
  }

  func run() async throws(RepositoryError) {
    let blocks = try await log.read { [sealer] in try SignatureTable(database: $0, sealer: sealer).unsigned() }
    for block in blocks where !Task.isCancelled { try await sign(block) }
  }

  private func sign(_ block: Int64) async throws(RepositoryError) {
    try await log.write { [self] in try table(in: $0).reserve(block, as: token) }
    let signature = try await log.read { [self] database in try sign(block, in: database) }
    try await log.write { [self] in try table(in: $0).insert(signature, of: block, as: token) }
  }

  private func table(in database: Database) -> SignatureTable { SignatureTable(database: database, sealer: sealer) }

  private func sign(_ block: Int64, in database: Database) throws -> TextSignature {
    let numbers = SignatureTable.sequences(of: block)
    let statement = try database.cachedStatement(
      sql: "SELECT \(ExchangeTable.wholeColumns) FROM exchange WHERE seq >= ? AND seq < ?")
    let rows = try Row.fetchCursor(statement, arguments: [numbers.lowerBound, numbers.upperBound])
    var builder = TextSignature.Builder()
    var length = 0
    while let row = try rows.next() {
      length += add(RowInPlace(row, of: statement), to: &builder)
      guard length <= Self.longestText else { return TextSignature(bytes: []) }
    }
    return builder.signature
  }

  /// - Returns: how many bytes that were.
  private func add(_ row: RowInPlace, to builder: inout TextSignature.Builder) -> Int {
    var length = 0
    for column in SearchedColumns.signed {
      length += row.withBytes(of: column) { text in
        builder.add(text)
        if let read = EscapedText.read(text) { read.withUnsafeBytes { builder.add($0) } }
        return text.count
      }
    }
    return length + withRecord(of: row) { record in add(record, of: row, to: &builder) }
  }

  /// Calls with its record in clear; with nothing where that does not open. One that is not sealed is not copied.
  private func withRecord<Result>(of row: RowInPlace, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    guard let key = row.key else { return row.withBytes(of: .content, body) }
    let id = ExchangeID(rawValue: row.row[.id])
    let opened = try? KeptExchange.content(row.row, of: id, key: key, sealer: sealer)
    return (opened ?? []).withUnsafeBytes(body)
  }

  /// Whether a search looks at other bytes than those of the row and its record.
  private func isReadOtherwise(_ record: UnsafeRawBufferPointer, _ row: RowInPlace) -> Bool {
    if SearchedParts.areDecoded(in: record, for: .ascii) { return true }
    if row.key != nil { return EscapedText.isIn(record) || SearchedParts.mayHoldMark(record) }
    return SearchedColumns.bodies.contains { column in
      row.withBytes(of: column) { SearchedParts.isDecoded(body: $0, for: .ascii) }
    }
  }

  /// - Parameter record: in clear.
  private func add(
    _ record: UnsafeRawBufferPointer, of row: RowInPlace, to builder: inout TextSignature.Builder
  ) -> Int {
    builder.add(record)
    guard isReadOtherwise(record, row), let kept = try? KeptExchange(row.row, bodies: bodies, sealer: sealer) else {
      return record.count
    }
    return SearchedParts(kept.exchange).all.reduce(record.count) { length, part in
      part.withUnsafeBytes { builder.add($0) }
      return length + part.count
    }
  }
}
