import ParleyEngine

/// The identity of an entry among all others.
struct CachePlace: Hashable {
  let key: CacheKey
  let variant: String

  init(_ entry: CacheEntry) {
    (key, variant) = (entry.key, entry.variant)
  }
}

// By what entries are found. Keyed digests, so that nobody can guess a secret that is in a key.
extension OpenedStore {
  /// Of one entry.
  func digest(of place: CachePlace) -> [UInt8] {
    let key = place.key
    guard key.identity != .unknown else { return formerDigest(of: key) }
    return sealer.digest(of: Self.bytes(of: ["entry", key.identity.digest, place.variant]) + address(of: key))
  }

  /// Of all entries of a request, whatever it was sent with.
  func address(of key: CacheKey) -> [UInt8] {
    let parts = ["request", key.environment, key.group, key.method, key.origin, key.path, key.query]
    return sealer.digest(of: Self.bytes(of: parts) + key.canonicalModel)
  }

  /// Of an entry as earlier programs knew it, which did not note its credentials and sorted its query; nil where it had none.
  func formerDigest(of key: CacheKey) -> [UInt8] {
    var former = key
    former.query = CacheFilter.Resource(key).query
    return sealer.digest(of: Self.bytes(of: [key.environment, key.group, key.method, former.url]) + key.canonicalModel)
  }

  /// Of the entries of an address.
  func digest(of resource: CacheFilter.Resource) -> [UInt8] {
    sealer.digest(of: Self.bytes(of: [resource.origin, resource.path, resource.query]))
  }

  /// Every part with its length in front, so that no two rows of parts look alike.
  private static func bytes(of parts: [String?]) -> [UInt8] {
    var writer = RecordWriter(capacity: 256)
    for part in parts { writer.write(part) }
    return writer.bytes
  }
}

extension CacheEntry {
  /// Whether an earlier program's entry came from exactly that address: it sorted queries before it compared them.
  func isFormer(of key: CacheKey) -> Bool {
    let wanted = key.query.split(separator: "&")
    guard wanted.count > 1, !key.query.contains(" ") else { return true }
    let sent = head.url.prefix { $0 != "#" }.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
    return sent.split(separator: "&").filter(wanted.contains) == wanted
  }
}
