internal import Cryptography
import ParleyEngine

/// What a passphrase seals a file of a run with. Its first line says how the key is made of the passphrase; each line after that is
/// a sealed piece of the file as it would be without a passphrase:
///
///     {"parley":"run","version":1,"sealed":{"kdf":"scrypt","cost":131072,"salt":"…","verifier":"…"}}
///     "nonce, ciphertext and tag of a piece, in base64"
///
/// The seal of a piece vouches for the salt, the piece's number and whether it is the last, so that none can be changed, swapped,
/// left out or cut off.
struct RunFileSeal: Sendable {
  static let pieceSize = 48 * 1024
  private static let saltSize = 16
  /// More than that is no cost but an attack: 512 MB.
  private static let highestCost = 1 << 19
  private static let lowestCost = 1 << 10

  private let key: SealingKey
  private let salt: [UInt8]
  private let cost: Int
  private let verifier: [UInt8]

  /// A new file's. Takes long.
  init(passphrase: String, cost: Int) throws(RunFileError) {
    let salt = RandomBytes.make(Self.saltSize)
    let (key, verifier) = try Self.derived(passphrase, salt: salt, cost: cost)
    (self.key, self.salt, self.cost, self.verifier) = (key, salt, cost, verifier)
  }

  /// - Parameter head: what the file's first line says under `sealed`.
  init(opening head: JSONValue, by passphrase: String, at path: String) throws(RunFileError) {
    guard head["kdf"]?.string == "scrypt", let cost = head["cost"]?.int, cost & (cost - 1) == 0,
      (Self.lowestCost...Self.highestCost).contains(cost), let salt = head["salt"]?.string.flatMap(Self.bytes),
      salt.count == Self.saltSize, let verifier = head["verifier"]?.string.flatMap(Self.bytes)
    else { throw .invalid("The file does not say how it was sealed.", line: 1, of: path) }
    let (key, found) = try Self.derived(passphrase, salt: salt, cost: cost)
    guard found == verifier else {
      throw RunFileError(
        .wrongPassphrase, "This passphrase does not open the file.", place: path,
        advice: "Nothing was imported. Try again.")
    }
    (self.key, self.salt, self.cost, self.verifier) = (key, salt, cost, verifier)
  }

  var head: JSONValue {
    [
      "kdf": "scrypt", "cost": .number(JSONNumber(cost)), "salt": .string(salt.hexadecimal),
      "verifier": .string(verifier.hexadecimal),
    ]
  }

  func seal(_ plain: [UInt8], number: Int, isLast: Bool) throws(RunFileError) -> [UInt8] {
    do {
      return try key.seal(plain, authenticating: place(number, isLast))
    } catch {
      throw RunFileError(.file, "The file could not be sealed.")
    }
  }

  /// Nil where the piece was changed, or stands in another's place.
  func open(_ sealed: [UInt8], number: Int, isLast: Bool) -> [UInt8]? {
    try? key.open(sealed, authenticating: place(number, isLast))
  }

  private func place(_ number: Int, _ isLast: Bool) -> [UInt8] {
    SealedPlace(table: "run file", row: salt.hexadecimal, column: isLast ? "last piece \(number)" : "piece \(number)")
      .associatedData(keyName: "passphrase")
  }

  private static func derived(
    _ passphrase: String, salt: [UInt8], cost: Int
  ) throws(RunFileError) -> (SealingKey, [UInt8]) {
    do {
      return try KeySecret.passphrase(passphrase).derived(salt: salt, cost: cost)
    } catch {
      throw RunFileError(.file, error.summary, detail: error.detail)
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
