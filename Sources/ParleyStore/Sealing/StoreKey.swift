internal import GRDB
import ParleyEngine

/// Finds the key of a store, and makes sure that it is the one its sealed rows need before anything is written.
struct StoreKey {
  let machineKey: MachineKey
  let files: [(schema: DatabaseSchema, file: DatabaseFile)]

  /// The key, which is made where there is none and nothing needs an old one.
  /// - Throws: `.key` when sealed rows need a key that is not there. Nothing has been changed then.
  func sealer() throws(RepositoryError) -> any Sealer {
    let sealer = if let existing = try existing() { existing } else { try machineKey.make() }
    for (schema, file) in files {
      do {
        try file.writeNow { try recordKey(of: sealer, schema, in: $0) }
      } catch {
        throw RepositoryError(error, at: file.path)
      }
    }
    return sealer
  }

  /// Whether a file names the key its rows are sealed with: the store has been open before, with both files.
  func isRecorded() throws(RepositoryError) -> Bool {
    for (_, file) in files {
      do {
        if try file.readNow({ try Bool.fetchOne($0, sql: "SELECT 1 FROM sealing_key") ?? false }) {
          return true
        }
      } catch {
        throw RepositoryError(error, at: file.path)
      }
    }
    return false
  }

  private func existing() throws(RepositoryError) -> AESSealer? {
    if let sealer = try machineKey.sealer() { return sealer }
    for (schema, file) in files {
      let needsKey: Bool
      do {
        needsKey = try file.readNow { try Bool.fetchOne($0, sql: schema.anySealedRow) ?? false }
      } catch {
        throw RepositoryError(error, at: file.path)
      }
      if needsKey { throw machineKey.missing() }
    }
    return nil
  }

  private func recordKey(of sealer: any Sealer, _ schema: DatabaseSchema, in database: Database) throws {
    let recorded = try [UInt8].fetch(database, "SELECT fingerprint FROM sealing_key WHERE name = ?", [sealer.keyName])
    guard recorded != sealer.fingerprint else { return }
    if recorded != nil, try Bool.fetchOne(database, sql: schema.anySealedRow) ?? false { throw machineKey.missing() }
    try database.execute(
      sql: "INSERT OR REPLACE INTO sealing_key (name, fingerprint) VALUES (?, ?)",
      arguments: [sealer.keyName, sealer.fingerprint.databaseBlob])
  }
}
