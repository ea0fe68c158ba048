internal import FoundationEssentials
internal import GRDB
import ParleyEngine

/// Signs the blocks of exchanges that have no signature yet.
struct SignatureJob: Sendable {
  /// A block with more text says nothing, and is not read to its end.
  private static let longestText = 64 << 20

  let log: DatabaseFile
  let sealer: any Sealer
  /// Tells what this job reserved from what others did.
  private let token = Int64.random(in: .min ... .max)

  init(log: DatabaseFile, sealer: any Sealer) {
    self.log = log
    self.sealer = sealer
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
    let rows = try Row.fetchCursor(
      database,
      sql: "SELECT \(ExchangeTable.wholeColumns) FROM exchange WHERE seq >= ? AND seq < ?",
      arguments: [numbers.lowerBound, numbers.upperBound])
    var builder = TextSignature.Builder()
    var length = 0
    while let row = try rows.next() {
      length += try add(row, to: &builder)
      guard length <= Self.longestText else { return TextSignature(bytes: []) }
    }
    return builder.signature
  }

  /// - Returns: how many bytes that were.
  private func add(_ row: Row, to builder: inout TextSignature.Builder) throws -> Int {
    var length = 0
    for column in HistorySearch.listedColumns + [19, 20] {
      length += try row.withUnsafeData(atIndex: column) { data in
        data?.withUnsafeBytes { builder.add($0) }
        return data?.count ?? 0
      }
    }
    let content = try? KeptExchange.content(row, of: ExchangeID(rawValue: row[1]), key: row[11], sealer: sealer)
    content?.withUnsafeBytes { builder.add($0) }
    return length + (content?.count ?? 0)
  }
}
