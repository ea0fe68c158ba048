internal import Cryptography
import ParleyEngine

/// A secret that opens a cipher's key: something its owner knows, or has. Never kept, and never written anywhere.
///
/// ```swift
/// let secret = KeySecret.keyFile(try KeyFile(at: "/home/ada/.config/parley/ci.key"))
/// ```
@nonexhaustive public enum KeySecret: Sendable {
  /// Words that a person knows. Slow on purpose: a guess costs memory and time.
  case passphrase(String)
  /// A random key in a file.
  case keyFile(KeyFile)

  /// The kinds of secrets, as the store and people name them.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Something its owner knows.
    case passphrase
    /// Something its owner has.
    case keyFile
  }

  /// The kind of the secret.
  public var kind: Kind {
    switch self {
    case .passphrase: .passphrase
    case .keyFile: .keyFile
    }
  }

  /// The cost of a guess at a passphrase (scrypt's N, RFC 7914 §2) that OWASP recommends for r = 8, p = 1: 128 MB of
  /// memory, and about half a second.
  public static let standardCost = 1 << 17

  /// The key that wraps a cipher's key, and what tells that it is the right one. Takes long for a passphrase.
  func derived(salt: [UInt8], cost: Int) throws(SharedDataError) -> (wrapping: SealingKey, verifier: [UInt8]) {
    let root = AuthenticationKey(try root(salt: salt, cost: cost))
    let verifier = root.code(for: "parley verifier".utf8).prefix(16)
    return (SealingKey(root.code(for: "parley wrapping".utf8)), Array(verifier))
  }

  private func root(salt: [UInt8], cost: Int) throws(SharedDataError) -> [UInt8] {
    switch self {
    case .keyFile(let file):
      return KeyDerivation.hkdf(file.key, salt: salt, count: SealingKey.size)
    case .passphrase(let passphrase):
      do {
        return try KeyDerivation.scrypt(
          Array(passphrase.utf8), salt: salt, cost: cost, blockSize: 8, parallelism: 1, count: SealingKey.size)
      } catch {
        throw SharedDataError(
          .cipher, "The key could not be derived from the passphrase.", detail: "scrypt needs \(cost / 1024) MB.")
      }
    }
  }
}
