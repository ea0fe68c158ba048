/// With which credentials an entry was fetched: a keyed digest of them, in which none can be read.
package struct CacheIdentity: Sendable, Hashable {
  /// Empty for none.
  package let digest: String
  /// The credentials' names, for people: `bearer 3f2a91`. Holds no secret.
  package let name: String?

  package init(digest: String, name: String? = nil) {
    (self.digest, self.name) = (digest, name)
  }

  /// - Parameter names: the credentials' names, for people.
  init(_ digest: [UInt8], of names: [String]) {
    let text = digest.hexadecimal
    self.init(digest: text, name: "\(names.joined(separator: ", ")) \(text.prefix(6))")
  }

  /// Without credentials.
  package static let none = CacheIdentity(digest: "")
  /// Nobody noted it: the entry is an earlier program's.
  package static let unknown = CacheIdentity(digest: "?")

  package static func == (left: CacheIdentity, right: CacheIdentity) -> Bool { left.digest == right.digest }
  package func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}
