internal import Cryptography
package import ParleyEngine

// What stands in open editors belongs to the program that has them open: others are offered it once that has ended.
extension Drafts {
  /// None of a request's or group's begins so.
  private static let prefix = "/editors/"

  /// Keeps what stands in an editor of this program. On disk when this returns.
  package func saveEditor(_ name: String, content: [UInt8]) async throws(RepositoryError) {
    try await save(try own(name), content: content)
  }

  /// It was taken over, or given up.
  package func removeEditor(_ name: String) async throws(RepositoryError) { try await remove(try own(name)) }

  /// The texts in the editors of programs that have ended; one that cannot be read is left out.
  package func leftEditors() async throws(RepositoryError) -> [Draft] {
    let store = try access.opened()
    var left: [Draft] = []
    for entry in try await all() {
      guard let owner = Self.owner(of: entry.request), !store.isAlive(owner) else { continue }
      if let draft = try? await load(entry.request) { left.append(draft) }
    }
    return left
  }

  /// The names of paths in a secret are secret too: none is written in clear.
  private func own(_ name: String) throws(RepositoryError) -> String {
    "\(Self.prefix)\(try access.opened().ownerName)/\(Base64.encodeForURL(MessageDigest.sha256(name.utf8)))"
  }

  private static func owner(of request: String) -> String? {
    guard request.hasPrefix(prefix) else { return nil }
    return request.dropFirst(prefix.count).split(separator: "/", maxSplits: 1).first.map(String.init)
  }
}
