internal import Cryptography
import ParleyEngine

/// A key that a passphrase gives for one file, and what the file says of how it was made:
///
///     {"kdf":"scrypt","cost":131072,"salt":"…","verifier":"…"}
struct PassphraseSeal: Sendable {
  enum Refusal: Error {
    /// The file does not say how it was sealed.
    case malformed
    case wrongPassphrase
    case cipher(SharedDataError)
  }

  private static let saltSize = 16
  /// More than that is no cost but an attack: 512 MB.
  private static let highestCost = 1 << 19
  static let lowestCost = 1 << 10

  private let key: SealingKey
  private let cost: Int
  private let verifier: [UInt8]
  /// Of this file alone: what it seals opens in no other.
  let salt: [UInt8]

  /// A new file's. Takes long.
  init(passphrase: String, cost: Int) throws(Refusal) {
    let salt = RandomBytes.make(Self.saltSize)
    let (key, verifier) = try Self.derived(passphrase, salt: salt, cost: cost)
    (self.key, self.salt, self.cost, self.verifier) = (key, salt, cost, verifier)
  }

  /// Takes long.
  /// - Parameter head: the file's description of how it was sealed.
  init(opening head: JSONValue, by passphrase: String) throws(Refusal) {
    guard head["kdf"]?.string == "scrypt", let cost = head["cost"]?.int,
      (Self.lowestCost...Self.highestCost).contains(cost), cost & (cost - 1) == 0,
      let salt = head["salt"]?.string.flatMap(Self.bytes),
      salt.count == Self.saltSize, let verifier = head["verifier"]?.string.flatMap(Self.bytes)
    else { throw .malformed }
    let (key, found) = try Self.derived(passphrase, salt: salt, cost: cost)
    guard found == verifier else { throw .wrongPassphrase }
    (self.key, self.salt, self.cost, self.verifier) = (key, salt, cost, verifier)
  }

  var head: JSONValue {
    [
      "kdf": "scrypt", "cost": .number(JSONNumber(cost)), "salt": .string(salt.hexadecimal),
      "verifier": .string(verifier.hexadecimal),
    ]
  }

  /// - Returns: nil where the cipher cannot do its work.
  func seal(_ plain: [UInt8], at place: SealedPlace) -> [UInt8]? {
    try? key.seal(plain, authenticating: place.associatedData(keyName: Self.keyName))
  }

  /// - Returns: nil where it was changed, or stands in another's place.
  func open(_ sealed: [UInt8], at place: SealedPlace) -> [UInt8]? {
    try? key.open(sealed, authenticating: place.associatedData(keyName: Self.keyName))
  }

  private static let keyName = "passphrase"

  private static func derived(
    _ passphrase: String, salt: [UInt8], cost: Int
  ) throws(Refusal) -> (SealingKey, [UInt8]) {
    do throws(SharedDataError) {
      return try KeySecret.passphrase(passphrase).derived(salt: salt, cost: cost)
    } catch {
      throw .cipher(error)
    }
  }

  private static func bytes(of text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count.isMultiple(of: 2), digits.count <= 128 else { return nil }
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: digits.count, by: 2) {
      guard let byte = UInt8(String(decoding: digits[start..<start + 2], as: UTF8.self), radix: 16) else { return nil }
      bytes.append(byte)
    }
    return bytes
  }
}
