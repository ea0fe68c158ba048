import HTTPTypes
import ParleyEngine

/// An entry of the cache as the row that keeps it.
struct CacheRecord: Sendable {
  static let table = "cache"

  let entry: CacheEntry
  let digest: [UInt8]
  /// By which all entries of its request are found; nil where nobody knows whose it is.
  let address: [UInt8]?
  let resource: [UInt8]
  /// The key that sealed it; nil where there is no secret in it.
  let key: String?
  let body: RecordedBody
  let content: [UInt8]

  init(_ entry: CacheEntry, in store: OpenedStore) throws {
    self.entry = entry
    digest = store.digest(of: CachePlace(entry))
    address = entry.key.identity == .unknown ? nil : store.address(of: entry.key)
    resource = store.digest(of: CacheFilter.Resource(entry.key))
    key = entry.isSecret ? store.sealer.keyName : nil
    body = try RecordedBody(entry.body, in: store.bodies, sealed: entry.isSecret)
    let content = CacheContent.write(entry, body: body)
    self.content = key == nil ? content : try store.sealer.seal(content, at: Self.place(of: digest))
  }

  /// The place that the seal of a row covers.
  static func place(of digest: [UInt8]) -> SealedPlace {
    SealedPlace(table: table, row: digest.hexadecimal, column: "content")
  }
}
