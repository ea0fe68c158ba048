import ParleyEngine

/// The seal that a passphrase puts on a file of a run. The first line describes how the key is derived from the
/// passphrase; each line after that is a sealed piece of the file as it would be without a passphrase:
///
///     {"parley":"run","version":1,"sealed":{"kdf":"scrypt","cost":131072,"salt":"…","verifier":"…"}}
///     "nonce, ciphertext and tag of a piece, in base64"
///
/// The seal of a piece vouches for the salt, the piece's number and whether it is the last, so that none can be changed, swapped,
/// left out or cut off.
struct RunFileSeal: Sendable {
  static let pieceSize = 48 * 1024

  private let seal: PassphraseSeal

  /// A new file's. Takes long.
  init(passphrase: String, cost: Int) throws(RunFileError) {
    do throws(PassphraseSeal.Refusal) {
      seal = try PassphraseSeal(passphrase: passphrase, cost: cost)
    } catch {
      throw RunFileError(error, at: nil)
    }
  }

  /// - Parameter head: the value of `sealed` in the file's first line.
  init(opening head: JSONValue, by passphrase: String, at path: String) throws(RunFileError) {
    do throws(PassphraseSeal.Refusal) {
      seal = try PassphraseSeal(opening: head, by: passphrase)
    } catch {
      throw RunFileError(error, at: path)
    }
  }

  var head: JSONValue { seal.head }

  func seal(_ plain: [UInt8], number: Int, isLast: Bool) throws(RunFileError) -> [UInt8] {
    guard let sealed = seal.seal(plain, at: place(number, isLast)) else {
      throw RunFileError(.file, "The file could not be sealed.")
    }
    return sealed
  }

  /// Nil where the piece was changed, or stands in another's place.
  func open(_ sealed: [UInt8], number: Int, isLast: Bool) -> [UInt8]? {
    seal.open(sealed, at: place(number, isLast))
  }

  private func place(_ number: Int, _ isLast: Bool) -> SealedPlace {
    SealedPlace(
      table: "run file", row: seal.salt.hexadecimal, column: isLast ? "last piece \(number)" : "piece \(number)")
  }
}

extension RunFileError {
  fileprivate init(_ refusal: PassphraseSeal.Refusal, at path: String?) {
    switch refusal {
    case .malformed: self = .invalid("The file does not say how it was sealed.", line: 1, of: path ?? "")
    case .wrongPassphrase:
      self.init(
        .wrongPassphrase, "This passphrase does not open the file.", place: path,
        advice: "Nothing was imported. Try again.")
    case .cipher(let error): self.init(.file, error.summary, detail: error.detail)
    }
  }
}
