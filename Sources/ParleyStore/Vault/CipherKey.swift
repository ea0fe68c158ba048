internal import Crypto
internal import FoundationEssentials
import ParleyEngine

/// An open key of a cipher: seals values with AES-256-GCM (NIST SP 800-38D), each with a fresh random nonce.
public struct CipherKey: Sendable {
  private static let tagSize = 16

  /// The name of its cipher.
  public let name: String
  /// Counts up when the key is made anew.
  public let version: Int
  private let key: SymmetricKey

  /// A random one.
  init(name: String, version: Int) {
    (self.name, self.version) = (name, version)
    key = SymmetricKey(size: .bits256)
  }

  /// - Throws: `.damaged`
  init(
    name: String, version: Int, unwrapping wrapped: [UInt8], by wrapping: SymmetricKey, _ data: [UInt8]
  ) throws(SharedDataError) {
    (self.name, self.version) = (name, version)
    do {
      key = SymmetricKey(data: try AES.GCM.open(.init(combined: wrapped), using: wrapping, authenticating: data))
    } catch {
      throw .damagedKey(name)
    }
  }

  func wrapped(by wrapping: SymmetricKey, _ data: [UInt8]) throws(SharedDataError) -> [UInt8] {
    let plain = key.withUnsafeBytes(Array.init)
    guard let box = try? AES.GCM.seal(plain, using: wrapping, authenticating: data), let combined = box.combined else {
      throw SharedDataError(.cipher, "The key could not be sealed.", place: name)
    }
    return Array(combined)
  }

  /// As the store's key columns have it: no cipher of a workspace can pass for the key of the machine.
  var sealName: String { "cipher \(name)" }

  func seal(_ plain: [UInt8], of place: SharedKey) throws(SharedDataError) -> Ciphertext {
    do {
      let box = try AES.GCM.seal(plain, using: key, authenticating: associatedData(place))
      let seal = Ciphertext.Seal(keyName: sealName, keyVersion: version, nonce: Array(box.nonce))
      return Ciphertext(Array(box.ciphertext) + box.tag, seal: seal)
    } catch {
      throw SharedDataError(.cipher, "The value of “\(place.name)” could not be sealed.", place: place.name)
    }
  }

  func open(_ kept: Ciphertext, of place: SharedKey) throws(SharedDataError) -> [UInt8] {
    guard let seal = kept.seal, kept.bytes.count >= Self.tagSize else { throw .damagedValue(place) }
    guard seal.keyName == sealName, seal.keyVersion == version else { throw .otherKey(place) }
    do {
      let box = try AES.GCM.SealedBox(
        nonce: .init(data: seal.nonce), ciphertext: kept.bytes.dropLast(Self.tagSize),
        tag: kept.bytes.suffix(Self.tagSize))
      return Array(try AES.GCM.open(box, using: key, authenticating: associatedData(place)))
    } catch {
      throw .damagedValue(place)
    }
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
      advice: "The passphrase may be right all the same; bring data.sqlite back from a backup.")
  }

  fileprivate static func damagedValue(_ place: SharedKey) -> SharedDataError {
    SharedDataError(
      .damaged, "The value of “\(place.name)” does not open.",
      detail: "It was changed, cut or moved since it was sealed.", place: place.name,
      advice: "Its history may have one that is whole; undo, or set it anew.")
  }

  fileprivate static func otherKey(_ place: SharedKey) -> SharedDataError {
    SharedDataError(
      .wrongKey, "The value of “\(place.name)” was sealed with another key.", place: place.name,
      advice: "Nothing has been changed; bring that key back to read it.")
  }
}
