internal import GRDB
public import ParleyEngine

/// Edits that are not in a file yet, kept across a crash. Each is sealed, because a draft may hold pasted credentials.
///
/// ```swift
/// try await store.drafts.save("user/login", content: text, baseHash: hash)
/// for entry in try await store.drafts.all() { mark(entry.request) }
/// ```
public struct Drafts: Sendable {
  let access: StoreAccess

  /// Keeps the draft in place of an older one of the same request. It is on disk, and would survive a loss of power, when
  /// this returns.
  public func save(_ request: String, content: [UInt8], baseHash: String? = nil) async throws(RepositoryError) {
    let store = try access.opened()
    let saved = access.now()
    let sealed = try store.sealer.seal(Self.record(content, baseHash), at: Self.place(of: request))
    try await store.data.write { [key = store.sealer.keyName] database in
      try database.cachedStatement(
        sql: "INSERT OR REPLACE INTO draft (request, saved, key, content) VALUES (?, ?, ?, ?)"
      ).execute(arguments: [request, saved.microseconds, key, sealed.databaseBlob])
    }
  }

  /// The draft of a request, if it has one.
  /// - Throws: `.damaged` when it does not open; the other drafts are untouched.
  public func load(_ request: String) async throws(RepositoryError) -> Draft? {
    let store = try access.opened()
    let row = try await store.data.read { database in
      try Row.fetchOne(database, sql: "SELECT saved, content, key FROM draft WHERE request = ?", arguments: [request])
        .map { (saved: $0[0] as Int64, content: $0.bytes(1) ?? [], key: $0[2] as String) }
    }
    guard let row else { return nil }
    guard row.key == store.sealer.keyName else {
      throw RepositoryError(.key, "The draft is sealed with the key “\(row.key)”, which is not there.", place: request)
    }
    let plain = try store.sealer.open(row.content, at: Self.place(of: request))
    var reader = RecordReader(plain)
    return Draft(
      request: request, savedAt: Timestamp(microseconds: row.saved), content: try reader.bytes(),
      baseHash: try reader.optionalText())
  }

  /// Forgets the draft; no error when there is none.
  public func remove(_ request: String) async throws(RepositoryError) {
    try await access.opened().data.write { database in
      try database.execute(sql: "DELETE FROM draft WHERE request = ?", arguments: [request])
    }
  }

  /// Which requests have drafts, by their names.
  public func all() async throws(RepositoryError) -> [DraftEntry] {
    try await access.opened().data.read { database in
      try Row.fetchAll(database, sql: "SELECT request, saved FROM draft ORDER BY request").map {
        DraftEntry(request: $0[0], savedAt: Timestamp(microseconds: $0[1]))
      }
    }
  }

  private static func record(_ content: [UInt8], _ baseHash: String?) -> [UInt8] {
    var writer = RecordWriter(capacity: content.count + 80)
    writer.write(content)
    writer.write(baseHash)
    return writer.bytes
  }

  private static func place(of request: String) -> SealedPlace {
    SealedPlace(table: "draft", row: request, column: "content")
  }
}
