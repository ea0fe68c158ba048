internal import Crypto
internal import FoundationEssentials
import ParleyEngine

/// AES-256-GCM (NIST SP 800-38D) with a fresh random nonce for every value: nonce, ciphertext, tag.
struct AESSealer: Sealer {
  /// Nonce and tag, in bytes.
  static let overhead = nonceSize + tagSize
  static let nonceSize = 12
  private static let tagSize = 16

  let keyName: String
  let fingerprint: [UInt8]
  private let key: SymmetricKey
  /// Where every digest begins; the key goes into it once.
  private let digesting: HMAC<SHA256>

  /// - Parameter key: 32 random bytes.
  init(keyName: String, key: [UInt8]) {
    self.keyName = keyName
    self.key = SymmetricKey(data: key)
    var digesting = HMAC<SHA256>(key: self.key)
    digesting.update(data: Array("parley digest".utf8))
    self.digesting = digesting
    fingerprint = Array(HMAC<SHA256>.authenticationCode(for: Array("parley key".utf8), using: self.key)).prefix(16) + []
  }

  func digest(of bytes: [UInt8]) -> [UInt8] {
    var digesting = digesting
    digesting.update(data: bytes)
    return Array(digesting.finalize())
  }

  func seal(_ plain: [UInt8], at place: SealedPlace) throws(RepositoryError) -> [UInt8] {
    do {
      let box = try AES.GCM.seal(plain, using: key, authenticating: place.associatedData(keyName: keyName))
      return Array(box.nonce) + box.ciphertext + box.tag
    } catch {
      throw RepositoryError(.writing, "A value could not be sealed.", detail: "\(error).")
    }
  }

  func open(_ sealed: [UInt8], at place: SealedPlace) throws(RepositoryError) -> [UInt8] {
    do {
      let box = try AES.GCM.SealedBox(combined: sealed)
      return Array(try AES.GCM.open(box, using: key, authenticating: place.associatedData(keyName: keyName)))
    } catch {
      throw RepositoryError(
        .damaged, "A sealed value does not open.", detail: "It was changed, cut or moved since it was sealed.",
        place: "\(place.table) \(place.row)")
    }
  }
}
