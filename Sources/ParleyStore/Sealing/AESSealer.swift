internal import Cryptography
import ParleyEngine

/// Seals values with AES-256-GCM, and tells equal ones by HMAC-SHA-256.
struct AESSealer: Sealer {
  static let overhead = SealingKey.overhead
  static let nonceSize = SealingKey.nonceSize
  static let tagSize = SealingKey.overhead - SealingKey.nonceSize

  let keyName: String
  let fingerprint: [UInt8]
  private let key: SealingKey
  private let digests: AuthenticationKey

  /// - Parameter key: 32 random bytes.
  init(keyName: String, key: [UInt8]) {
    self.keyName = keyName
    self.key = SealingKey(key)
    digests = AuthenticationKey(key, prefix: Array("parley digest".utf8))
    fingerprint = Array(AuthenticationKey(key).code(for: "parley key".utf8).prefix(16))
  }

  func digest(of bytes: [UInt8]) -> [UInt8] {
    digests.code(for: bytes)
  }

  func seal(_ plain: [UInt8], at place: SealedPlace) throws(RepositoryError) -> [UInt8] {
    do {
      return try key.seal(plain, authenticating: place.associatedData(keyName: keyName))
    } catch {
      throw RepositoryError(.writing, "A value could not be encrypted.", detail: "\(error).")
    }
  }

  func open(_ sealed: [UInt8], at place: SealedPlace) throws(RepositoryError) -> [UInt8] {
    do {
      return try key.open(sealed, authenticating: place.associatedData(keyName: keyName))
    } catch {
      throw RepositoryError(
        .damaged, "An encrypted value cannot be decrypted.",
        detail: "It was changed, cut or moved since it was encrypted.",
        place: "\(place.table) \(place.row)")
    }
  }
}
