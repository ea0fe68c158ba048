package import ParleyEngine

/// The key that seals what a team shares, once somebody has given what opens it. As a cipher of shared data it hides values: they are
/// sealed together with all that is known of them where they leave this machine.
package final class TeamCipher: Cipher {
  /// By which rules name it, and its key is kept.
  package static let name = "team"

  private let key = Lock<CipherKey?>(nil)

  /// Locked.
  package init() {}

  package var isSecret: Bool { true }
  /// Whether nothing of the team's can be read or written now.
  package var isLocked: Bool { key.withLock { $0 == nil } }

  /// Brings its key.
  package func unlock(with key: CipherKey) {
    self.key.withLock { $0 = key }
  }

  /// Lets go of the key.
  package func lock() {
    key.withLock { $0 = nil }
  }

  package func encode(_ plain: [UInt8], of key: SharedKey) throws(SharedDataError) -> Ciphertext {
    _ = try unlocked()
    return Ciphertext(plain)
  }

  package func decode(_ kept: Ciphertext, of key: SharedKey) throws(SharedDataError) -> [UInt8] {
    // What came sealed was read before the key was there.
    guard kept.seal == nil else { throw SharedDataError(Self.locked) }
    return kept.bytes
  }

  /// - Throws: `.locked`
  func unlocked() throws(SharedDataError) -> CipherKey {
    guard let key = key.withLock({ $0 }) else { throw SharedDataError(Self.locked) }
    return key
  }

  static var locked: RepositoryError {
    RepositoryError(
      .locked, "The team's keys are locked.", place: name, advice: "Give the team's passphrase or its key file.")
  }
}
