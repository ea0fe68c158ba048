internal import Cryptography
import ParleyEngine

/// A cipher's random key as the store keeps it: wrapped by what its owner knows or has, so that a new passphrase rewraps
/// one row and rewrites no value.
struct WrappedKey: Sendable, Hashable {
  private static let saltSize = 16

  let name: String
  let version: Int
  let kind: KeySecret.Kind
  let salt: [UInt8]
  /// scrypt's; 0 for a key file.
  let cost: Int
  /// Tells a wrong secret from a damaged row.
  let verifier: [UInt8]
  let wrapped: [UInt8]

  /// Takes long for a passphrase.
  init(_ key: CipherKey, by secret: KeySecret, cost: Int) throws(SharedDataError) {
    let salt = RandomBytes.make(Self.saltSize)
    let cost = secret.kind == .passphrase ? cost : 0
    let (wrapping, verifier) = try secret.derived(salt: salt, cost: cost)
    (name, version, kind) = (key.name, key.version, secret.kind)
    (self.salt, self.cost, self.verifier) = (salt, cost, verifier)
    let data = Self.associatedData(key.name, key.version, secret.kind, salt, cost)
    wrapped = try key.wrapped(by: wrapping, data)
  }

  init(
    name: String, version: Int, kind: KeySecret.Kind, salt: [UInt8], cost: Int, verifier: [UInt8], wrapped: [UInt8]
  ) {
    (self.name, self.version, self.kind) = (name, version, kind)
    (self.salt, self.cost, self.verifier, self.wrapped) = (salt, cost, verifier, wrapped)
  }

  /// Tells damage without any secret.
  var checksum: [UInt8] {
    MessageDigest.sha256(Self.associatedData(name, version, kind, salt, cost) + verifier + wrapped)
  }

  /// Takes long for a passphrase.
  /// - Throws: `.wrongKey` when the secret is another one, `.damaged` when the row is.
  func opened(by secret: KeySecret) throws(SharedDataError) -> CipherKey {
    guard secret.kind == kind else { throw wrongKind }
    let (wrapping, verifier) = try secret.derived(salt: salt, cost: cost)
    guard verifier == self.verifier else { throw wrongSecret }
    let data = Self.associatedData(name, version, kind, salt, cost)
    return try CipherKey(name: name, version: version, unwrapping: wrapped, by: wrapping, data)
  }

  private static func associatedData(
    _ name: String, _ version: Int, _ kind: KeySecret.Kind, _ salt: [UInt8], _ cost: Int
  ) -> [UInt8] {
    SealedPlace(table: "cipher_key", row: name, column: "\(version) \(kind.rawValue) \(cost)")
      .associatedData(keyName: salt.hexadecimal)
  }

  private var wrongKind: SharedDataError {
    let what = kind == .passphrase ? "a passphrase" : "a key file"
    return SharedDataError(
      .wrongKey, "The cipher “\(name)” unlocks with \(what).", place: name,
      advice: "Use that, or change it with: parley key change \(name)")
  }

  private var wrongSecret: SharedDataError {
    let what = kind == .passphrase ? "passphrase" : "key file"
    return SharedDataError(
      .wrongKey, "This \(what) does not unlock the cipher “\(name)”.", place: name,
      advice: "Try again. Nothing has been changed.")
  }
}
