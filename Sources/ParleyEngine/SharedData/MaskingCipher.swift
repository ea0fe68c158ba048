/// Keeps values as they are, and has them masked wherever they are shown. For storages that seal by themselves what no cipher
/// sealed, as `ParleyStore` does with the machine's key: there it protects what must be read without asking anybody.
public struct MaskingCipher: Cipher {
  /// Has no key.
  public init() {}

  /// It does hide.
  public var isSecret: Bool { true }

  /// The value as it is.
  public func encode(_ plain: [UInt8], of key: SharedKey) -> Ciphertext { Ciphertext(plain) }

  /// The value as it is.
  public func decode(_ kept: Ciphertext, of key: SharedKey) -> [UInt8] { kept.bytes }
}
