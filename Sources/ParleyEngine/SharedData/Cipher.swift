/// Turns a value into what is kept of it, and back. Bound to keys by its name:
///
/// ```swift
/// shared.register(GzipCipher(), as: "gzip")
/// try await shared.bind("page.*", to: "gzip")
/// ```
public protocol Cipher: Sendable {
  /// Whether it hides what it keeps: then the value is masked wherever it is shown, until somebody asks to see it.
  var isSecret: Bool { get }
  /// Whether it waits for what unlocks it: until then nothing that it keeps can be read, and nothing new is kept by it.
  var isLocked: Bool { get }

  /// - Parameters:
  ///   - plain: the value as it is read.
  ///   - key: the value's key; a cipher that encrypts binds it in, so that the value opens under no other.
  func encode(_ plain: [UInt8], of key: SharedKey) throws(SharedDataError) -> Ciphertext

  /// - Throws: `.damaged`, `.locked`, `.wrongKey`; never anything that holds a value.
  func decode(_ kept: Ciphertext, of key: SharedKey) throws(SharedDataError) -> [UInt8]
}

extension Cipher {
  public var isSecret: Bool { false }
  public var isLocked: Bool { false }
}

/// A value as a cipher writes it.
public struct Ciphertext: Sendable, Hashable {
  /// The key and the nonce of an encrypted value: a storage refuses a nonce that the same key has used before.
  public struct Seal: Sendable, Hashable {
    /// The name of the key that sealed it.
    public var keyName: String
    /// Counts up when the key is made again.
    public var keyVersion: Int
    /// Never used twice with the same key.
    public var nonce: [UInt8]

    /// A seal by this key and nonce.
    public init(keyName: String, keyVersion: Int, nonce: [UInt8]) {
      self.keyName = keyName
      self.keyVersion = keyVersion
      self.nonce = nonce
    }
  }

  /// The bytes that are kept in the value's place.
  public var bytes: [UInt8]
  /// Nil for a cipher that does not seal, such as gzip.
  public var seal: Seal?

  /// Creates the result of a cipher.
  public init(_ bytes: [UInt8], seal: Seal? = nil) {
    self.bytes = bytes
    self.seal = seal
  }
}
