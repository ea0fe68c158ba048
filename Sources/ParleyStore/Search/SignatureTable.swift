internal import GRDB
import ParleyEngine

/// The signatures of exchanges in blocks of their numbers, so that a search passes over those that cannot hold what it looks for.
///
/// They are sealed with the key of the machine, as they say something of what sealed exchanges hide. The database removes that of
/// a block as soon as one of its exchanges is changed or removed, whoever does it; who adds exchanges removes that of their blocks.
///
/// Those of an earlier version count as none, and are made anew: those of the first one left out the bodies of responses, those of the
/// second one characters that stand as escapes in JSON.
struct SignatureTable {
  private static let version: UInt8 = 3
  /// The exchanges of a block, as a power of two of their numbers.
  static let blockWidth: Int64 = 10

  let database: Database
  let sealer: any Sealer

  static func block(of sequence: Int64) -> Int64 { sequence >> blockWidth }

  /// The numbers of its exchanges.
  static func sequences(of block: Int64) -> Range<Int64> { block << blockWidth..<(block + 1) << blockWidth }

  /// - Returns: nil where there is none, or one that does not open: then anything may stand in the block.
  func signature(of block: Int64) throws -> TextSignature? {
    let statement = try database.cachedStatement(
      sql: "SELECT content FROM exchange_signature WHERE block = ? AND key = ? AND content IS NOT NULL")
    guard let row = try Row.fetchOne(statement, arguments: [block, mark]),
      let sealed = row.blob(0), let bytes = try? sealer.open(sealed, at: Self.place(of: block))
    else { return nil }
    return TextSignature(bytes: bytes)
  }

  /// The blocks that are complete, as later exchanges are there, and have no signature yet; the newest first.
  func unsigned() throws -> [Int64] {
    let (oldest, newest) = (try sequence("min"), try sequence("max"))
    guard let oldest, let newest else { return [] }
    let signed = try Set(
      Int64.fetchAll(
        database, sql: "SELECT block FROM exchange_signature WHERE key = ? AND content IS NOT NULL",
        arguments: [mark]))
    let complete = Self.block(of: oldest)..<max(Self.block(of: oldest), Self.block(of: newest))
    return complete.reversed().filter { !signed.contains($0) }
  }

  /// The mark of signatures by this machine's key and of this version.
  private var mark: DatabaseValue { (sealer.fingerprint + [Self.version]).databaseBlob }

  private func sequence(_ function: String) throws -> Int64? {
    try Int64.fetchOne(database, sql: "SELECT \(function)(seq) FROM exchange")
  }

  /// Takes away those of the blocks in which exchanges were added. Blocks with a signature are complete; but the numbers of the newest
  /// exchanges are given again when these were removed.
  static func remove(of added: ClosedRange<Int64>, in database: Database) throws {
    let sql = "DELETE FROM exchange_signature WHERE block BETWEEN ? AND ?"
    try DirectStatement(sql, in: database).run { values in
      try values.add(block(of: added.lowerBound))
      try values.add(block(of: added.upperBound))
    }
  }

  /// Says that somebody signs the block. What is changed in it meanwhile takes the reservation away.
  func reserve(_ block: Int64, as token: Int64) throws {
    try database.cachedStatement(
      sql: "INSERT OR REPLACE INTO exchange_signature (block, key, token, content) VALUES (?, ?, ?, NULL)"
    ).execute(arguments: [block, mark, token])
  }

  /// - Parameter token: that of the reservation; without it nothing happens.
  func insert(_ signature: TextSignature, of block: Int64, as token: Int64) throws {
    let sealed = try sealer.seal(signature.bytes, at: Self.place(of: block))
    try database.cachedStatement(
      sql: "UPDATE exchange_signature SET content = ? WHERE block = ? AND token = ?"
    ).execute(arguments: [sealed.databaseBlob, block, token])
  }

  private static func place(of block: Int64) -> SealedPlace {
    SealedPlace(table: "exchange_signature", row: "\(block)", column: "content \(version)")
  }
}
