internal import Cryptography
import ParleyEngine
internal import ParleyTeam

/// An open key of a cipher: seals values with AES-256-GCM (NIST SP 800-38D), each with a fresh random nonce.
public struct CipherKey: Sendable {
  /// The name of its cipher.
  public let name: String
  /// Counts up when the key is made again.
  public let version: Int
  private let key: SealingKey

  /// A random one.
  init(name: String, version: Int) {
    (self.name, self.version) = (name, version)
    key = SealingKey(RandomBytes.make(SealingKey.size))
  }

  /// - Throws: `.damaged`
  init(
    name: String, version: Int, unwrapping wrapped: [UInt8], by wrapping: SealingKey, _ data: [UInt8]
  ) throws(SharedDataError) {
    (self.name, self.version) = (name, version)
    do {
      let bytes = try wrapping.open(wrapped, authenticating: data)
      guard bytes.count == SealingKey.size else { throw CryptographyError.notAuthentic }
      key = SealingKey(bytes)
    } catch {
      throw .damagedKey(name)
    }
  }

  func wrapped(by wrapping: SealingKey, _ data: [UInt8]) throws(SharedDataError) -> [UInt8] {
    do {
      return try wrapping.seal(key.bytes, authenticating: data)
    } catch {
      throw SharedDataError(.cipher, "The key could not be encrypted.", place: name)
    }
  }

  /// As the store's key columns have it: no cipher of a workspace can pass for the key of the machine.
  var sealName: String { "cipher \(name)" }

  func seal(_ plain: [UInt8], of place: SharedKey) throws(SharedDataError) -> Ciphertext {
    do {
      let sealed = try key.seal(plain, authenticating: associatedData(place))
      let nonce = Array(sealed.prefix(SealingKey.nonceSize))
      let seal = Ciphertext.Seal(keyName: sealName, keyVersion: version, nonce: nonce)
      return Ciphertext(Array(sealed.dropFirst(SealingKey.nonceSize)), seal: seal)
    } catch {
      throw SharedDataError(.cipher, "The value of “\(place.name)” could not be encrypted.", place: place.name)
    }
  }

  func open(_ kept: Ciphertext, of place: SharedKey) throws(SharedDataError) -> [UInt8] {
    guard let seal = kept.seal, seal.nonce.count == SealingKey.nonceSize else { throw .damagedValue(place) }
    guard seal.keyName == sealName, seal.keyVersion == version else { throw .otherKey(place) }
    do {
      return try key.open(seal.nonce + kept.bytes, authenticating: associatedData(place))
    } catch {
      throw .damagedValue(place)
    }
  }

  /// Seals something of a team's for its server.
  func seal(_ plain: [UInt8], at place: SealedPlace) throws(RepositoryError) -> SealedBytes {
    do {
      let sealed = try key.seal(plain, authenticating: place.associatedData(keyName: "\(sealName) \(version)"))
      let nonce = Array(sealed.prefix(SealingKey.nonceSize))
      return SealedBytes(
        Array(sealed.dropFirst(SealingKey.nonceSize)),
        seal: Ciphertext.Seal(keyName: sealName, keyVersion: version, nonce: nonce))
    } catch {
      throw RepositoryError(.writing, "A value of the team's could not be encrypted.", detail: "\(error).")
    }
  }

  /// - Throws: `.key` when another key sealed it; `.damaged` when it was changed, cut or moved.
  func open(_ sealed: SealedBytes, at place: SealedPlace) throws(RepositoryError) -> [UInt8] {
    guard sealed.seal.keyName == sealName, sealed.seal.keyVersion == version else {
      throw RepositoryError(
        .key, "This was encrypted with another key of the team.", advice: "Ask the team for the passphrase of today.")
    }
    guard sealed.seal.nonce.count == SealingKey.nonceSize,
      let plain = try? key.open(
        sealed.seal.nonce + sealed.bytes, authenticating: place.associatedData(keyName: "\(sealName) \(version)"))
    else {
      throw RepositoryError(
        .damaged, "What came from the team's server cannot be decrypted.",
        detail: "It was changed, cut or moved since it was encrypted.")
    }
    return plain
  }

  private func associatedData(_ place: SharedKey) -> [UInt8] {
    SealedPlace(table: "shared", row: "\(place.environment ?? "")\0\(place.name)", column: "value")
      .associatedData(keyName: "\(sealName) \(version)")
  }
}

extension SharedDataError {
  static func damagedKey(_ name: String) -> SharedDataError {
    SharedDataError(
      .damaged, "The key of the cipher “\(name)” is damaged.", place: name,
      advice: "The passphrase may still be right. Restore data.sqlite from a backup.")
  }

  fileprivate static func damagedValue(_ place: SharedKey) -> SharedDataError {
    SharedDataError(
      .damaged, "The value of “\(place.name)” cannot be decrypted.",
      detail: "It was changed, cut or moved since it was encrypted.", place: place.name,
      advice: "Set it again, or undo to an earlier value in its history.")
  }

  fileprivate static func otherKey(_ place: SharedKey) -> SharedDataError {
    SharedDataError(
      .wrongKey, "The value of “\(place.name)” was encrypted with another key.", place: place.name,
      advice: "Restore that key to read it. Nothing has been changed.")
  }
}
