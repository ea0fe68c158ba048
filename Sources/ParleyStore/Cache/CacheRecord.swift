import HTTPTypes
import ParleyEngine

/// An entry of the cache as the row that keeps it.
struct CacheRecord: Sendable {
  static let table = "cache"

  let entry: CacheEntry
  let digest: [UInt8]
  let resource: [UInt8]
  /// The key that sealed it; nil where there is no secret in it.
  let key: String?
  let body: RecordedBody
  let content: [UInt8]

  init(_ entry: CacheEntry, in store: OpenedStore) throws {
    self.entry = entry
    digest = store.digest(of: entry.key)
    let address = entry.key
    resource =
      address.model == nil
      ? store.digest(of: .init(origin: address.origin, path: address.path, query: address.query)) : []
    key = entry.isSecret ? store.sealer.keyName : nil
    body = try RecordedBody(entry.body, in: store.bodies, sealed: entry.isSecret)
    let content = CacheContent.write(entry, body: body)
    self.content = key == nil ? content : try store.sealer.seal(content, at: Self.place(of: digest))
  }

  /// What the seal of a row vouches for.
  static func place(of digest: [UInt8]) -> SealedPlace {
    SealedPlace(table: table, row: digest.hexadecimal, column: "content")
  }
}
