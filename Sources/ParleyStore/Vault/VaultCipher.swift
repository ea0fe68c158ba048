public import ParleyEngine

/// AES-256-GCM as a cipher of shared data. It is locked until somebody brings its key.
///
/// ```swift
/// let vault = VaultCipher("vault")
/// shared.register(vault, as: "vault")
/// vault.unlock(with: try await store.cipherKeys.open("vault", with: .passphrase(words)))
/// ```
public final class VaultCipher: Cipher {
  /// By which rules name it, and its key is kept.
  public let name: String
  private let key = Lock<CipherKey?>(nil)

  /// Locked. Register it under the same name.
  public init(_ name: String) {
    self.name = name
  }

  public var isSecret: Bool { true }
  /// Whether nothing can be read or written with it now.
  public var isLocked: Bool { key.withLock { $0 == nil } }

  /// Brings its key; from now on values open.
  public func unlock(with key: CipherKey) {
    self.key.withLock { $0 = key }
  }

  /// Lets go of the key. What is kept stays as it is.
  public func lock() {
    key.withLock { $0 = nil }
  }

  public func encode(_ plain: [UInt8], of key: SharedKey) throws(SharedDataError) -> Ciphertext {
    try unlocked().seal(plain, of: key)
  }

  public func decode(_ kept: Ciphertext, of key: SharedKey) throws(SharedDataError) -> [UInt8] {
    try unlocked().open(kept, of: key)
  }

  private func unlocked() throws(SharedDataError) -> CipherKey {
    guard let key = key.withLock({ $0 }) else {
      throw SharedDataError(
        .locked, "The cipher “\(name)” is locked.", place: name, advice: "Give its passphrase or its key file.")
    }
    return key
  }
}
