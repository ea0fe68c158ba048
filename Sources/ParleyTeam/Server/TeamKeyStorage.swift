package import ParleyEngine

/// Where the keys of a team's ciphers are, each wrapped by what opens it: the server cannot use them.
package protocol TeamKeyStorage: Sendable {
  /// What is kept of the key of that name; nil when there is none.
  func wrappedKey(named name: String) async throws(RepositoryError) -> [UInt8]?

  /// The names of all keys, sorted.
  func wrappedKeyNames() async throws(RepositoryError) -> [String]

  /// Keeps it, only when what is there is still `expected` (nil: nothing).
  /// - Returns: whether it did.
  func keepWrappedKey(
    _ bytes: [UInt8], named name: String, replacing expected: [UInt8]?
  ) async throws(RepositoryError) -> Bool
}
