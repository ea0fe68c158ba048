package import ParleyEngine

/// The storage of the keys of a team's ciphers, each wrapped by a passphrase or key file: the server cannot use them.
package protocol TeamKeyStorage: Sendable {
  /// Returns the wrapped key of that name; nil when there is none.
  func wrappedKey(named name: String) async throws(RepositoryError) -> [UInt8]?

  /// The names of all keys, sorted.
  func wrappedKeyNames() async throws(RepositoryError) -> [String]

  /// Keeps it, only when what is there is still `expected` (nil: nothing).
  /// - Returns: whether it did.
  func keepWrappedKey(
    _ bytes: [UInt8], named name: String, replacing expected: [UInt8]?
  ) async throws(RepositoryError) -> Bool
}
