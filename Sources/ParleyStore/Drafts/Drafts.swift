internal import GRDB
package import ParleyEngine

/// Edits that are not in a file yet, kept across a crash. Each is sealed, because a draft may hold pasted credentials.
///
/// ```swift
/// try await store.drafts.save("user/login", content: text, baseHash: hash)
/// for entry in try await store.drafts.all() { mark(entry.request) }
/// ```
package struct Drafts: Sendable {
  let access: StoreAccess

  /// Keeps the draft in place of an older one of the same request. It is on disk, and would survive a loss of power, when
  /// this returns.
  package func save(_ request: String, content: [UInt8], baseHash: String? = nil) async throws(RepositoryError) {
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
  package func load(_ request: String) async throws(RepositoryError) -> Draft? {
    let store = try access.opened()
    return try await store.data.read { [sealer = store.sealer] database in
      try Row.fetchOne(database, sql: "SELECT \(Draft.columns) FROM draft WHERE request = ?", arguments: [request])
        .map { try Draft($0, sealer: sealer) }
    }
  }

  /// Forgets the draft; no error when there is none.
  package func remove(_ request: String) async throws(RepositoryError) {
    try await access.opened().data.write { database in
      try database.execute(sql: "DELETE FROM draft WHERE request = ?", arguments: [request])
    }
  }

  /// Which requests have drafts, by their names.
  package func all() async throws(RepositoryError) -> [DraftEntry] {
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

  fileprivate static func place(of request: String) -> SealedPlace {
    SealedPlace(table: "draft", row: request, column: "content")
  }
}

extension Draft {
  static let columns = "request, saved, content, key"

  /// - Parameter row: of `columns`.
  init(_ row: Row, sealer: any Sealer) throws(RepositoryError) {
    guard let request = row.value(0, as: String.self), let saved = row.value(1, as: Int64.self),
      let content = row.blob(2), let key = row.value(3, as: String.self)
    else { throw RecordReader.damage }
    guard key == sealer.keyName else {
      throw RepositoryError(.key, "The draft is encrypted with the key “\(key)”, which is missing.", place: request)
    }
    var reader = RecordReader(try sealer.open(content, at: Drafts.place(of: request)))
    self.init(
      request: request, savedAt: Timestamp(microseconds: saved), content: try reader.bytes(),
      baseHash: try reader.optionalText())
  }
}
